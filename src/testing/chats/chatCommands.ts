import { fc } from '../fastCheck.ts'
import type { Fault, RequestOutcome } from '../simulatedTabs.ts'

export type WriteCommand = { do: 'write'; tab: number; chat: number; text: string; files: number }
export type ChatCommand =
  | WriteCommand
  | { do: 'otherDevice'; chat: number; text: string }
  | { do: 'discard' | 'reload' | 'poll'; tab: number }
  | Fault

const tab = fc.nat({ max: 1 })
const chat = fc.integer({ min: 1, max: 2 })
/** Only two texts, so that the same text is often written twice. */
const text = fc.constantFrom('Yes', 'Hall A')
const outcome = fc.constantFrom<RequestOutcome>(
  ...([
    'ok',
    'lostBefore',
    'lostAfter',
    'late',
    'error500',
    'busy',
    'signedOut',
    'refused',
    'unreadable',
  ] as const),
)
const literal = <D extends ChatCommand['do']>(name: D) => fc.constant(name)
const weighted = (weight: number, arbitrary: fc.Arbitrary<ChatCommand>) => ({ weight, arbitrary })
/** Commands of this browser. */
export const localCommands = [
  weighted(7, fc.record({ do: literal('write'), tab, chat, text, files: fc.constantFrom(0, 0, 1, 2) })),
  weighted(3, fc.record({ do: fc.constantFrom('discard', 'reload', 'poll', 'poll'), tab })),
  weighted(
    3,
    fc.record({ do: literal('crash'), tab, after: fc.integer({ min: 1, max: 9 }), done: fc.boolean() }),
  ),
  weighted(4, fc.record({ do: literal('outcomes'), outcomes: fc.array(outcome, { maxLength: 6 }) })),
  weighted(2, fc.record({ do: fc.constantFrom('online', 'active'), on: fc.boolean() })),
  weighted(4, fc.record({ do: literal('wait'), ms: fc.constantFrom(50, 400, 2500, 9000, 40_000, 900_000) })),
]
export const otherDeviceCommand = weighted(4, fc.record({ do: literal('otherDevice'), chat, text }))
