import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isRecord } from '../../../lib/isRecord.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { simulatedChats } from '../../../testing/chats/simulatedChats.ts'
import { fc } from '../../../testing/fastCheck.ts'
import {
  advanceTime,
  type Fault,
  flush,
  openTwoTabs,
  type RequestOutcome,
  type SimulatedTab,
  simulateBrowser,
  unlessCrashed,
} from '../../../testing/simulatedTabs.ts'
import { fakeTimers } from '../../../testing/testOutbox.ts'
import { chatLane, createMessageEntries, type LoadedState } from '../messageWrite.ts'
import { getOutboxMessages } from './pendingMessages.ts'

const runs = 200

beforeEach(fakeTimers)
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

type Command =
  | { do: 'write'; tab: number; chat: number; text: string; files: number }
  | { do: 'elsewhere'; chat: number; text: string }
  | { do: 'discard' | 'reload' | 'poll'; tab: number }
  | Fault

const tab = fc.nat({ max: 1 })
const chat = fc.integer({ min: 1, max: 2 })
/** Only two texts, so that the same text is often written twice. */
const text = fc.constantFrom('Yes', 'Hall A')
const fate = fc.constantFrom<RequestOutcome>(
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
const as = <D extends Command['do']>(what: D) => fc.constant(what)
const weighted = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })
const here = [
  weighted(7, fc.record({ do: as('write'), tab, chat, text, files: fc.constantFrom(0, 0, 1, 2) })),
  weighted(3, fc.record({ do: fc.constantFrom('discard', 'reload', 'poll', 'poll'), tab })),
  weighted(3, fc.record({ do: as('crash'), tab, after: fc.integer({ min: 1, max: 9 }), done: fc.boolean() })),
  weighted(4, fc.record({ do: as('fates'), outcomes: fc.array(fate, { maxLength: 6 }) })),
  weighted(2, fc.record({ do: fc.constantFrom('online', 'active'), on: fc.boolean() })),
  weighted(4, fc.record({ do: as('wait'), ms: fc.constantFrom(50, 400, 2500, 9000, 40_000, 900_000) })),
]
const elsewhere = weighted(4, fc.record({ do: as('elsewhere'), chat, text }))

const textOf = (input: unknown): unknown =>
  isRecord(input) && isRecord(input.body) ? input.body.text : undefined

/** A message that a user wrote here. Its text is unique because of the number of trailing spaces. */
type Written = {
  chat: number
  text: string
  files: number
  /** Whether it is known to be stored. */
  isStored: boolean
  /** State of its chat in the tab when it was written, at the time `at` (Unix ms). */
  loaded: LoadedState
  at: number
  discarded: boolean
}

async function run(commands: Command[], withLocks: boolean, withKeys: boolean): Promise<void> {
  const chats = simulatedChats()
  const browser = simulateBrowser(withLocks, chats.service, withKeys)
  const { tabs, getTab: openTab, applyFault } = openTwoTabs(browser)
  /** Loaded state of each chat, by tab. */
  const loaded = [new Map<number, LoadedState>(), new Map<number, LoadedState>()]
  const written: Written[] = []
  const poll = (index: number) => {
    for (const one of [1, 2]) loaded[index]?.set(one, { newest: chats.newestIn(one), supportsKey: true })
  }

  async function act(given: Command): Promise<void> {
    switch (given.do) {
      case 'fates':
      case 'online':
      case 'active':
      case 'wait':
      case 'crash':
        return applyFault(given)
      case 'poll':
        return poll(given.tab)
      case 'elsewhere':
        chats.writeElsewhere(given.chat, given.text)
        return
      case 'reload': {
        const there = await openTab(given.tab)
        there?.outbox.stop()
        there?.used.crashAfter(0, false)
        tabs[given.tab] = browser.open()
        // A new page has loaded nothing.
        loaded[given.tab]?.clear()
        return
      }
      case 'discard': {
        const there = await openTab(given.tab)
        if (there) await discard(there.used, there.outbox)
        return
      }
      default: {
        const there = await openTab(given.tab)
        if (there) await write(given, there.used, there.outbox)
      }
    }
  }

  async function write(given: Extract<Command, { do: 'write' }>, used: SimulatedTab, outbox: Outbox) {
    const one: Written = {
      chat: given.chat,
      text: given.text + ' '.repeat(written.length + 1),
      files: given.files,
      isStored: false,
      loaded: loaded[given.tab]?.get(given.chat) ?? { supportsKey: true },
      at: Date.now(),
      discarded: false,
    }
    written.push(one)
    const files = []
    for (let file = 0; file < given.files; file += 1) {
      const kept = await unlessCrashed(used, outbox.drafts.putFile(new File(['x'], `page ${file}.jpg`)))
      if (!kept) return
      files.push(kept)
    }
    const entries = createMessageEntries(
      given.chat,
      { text: one.text, files },
      one.loaded,
      `key ${written.length}`,
    )
    one.isStored = (await unlessCrashed(used, outbox.writes.addAll(entries))) !== undefined
  }

  async function discard(used: SimulatedTab, outbox: Outbox) {
    const standing = outbox.writes.list().filter(({ state }) => state !== 'done' && state !== 'sending')
    const [message] = [1, 2].flatMap(one =>
      getOutboxMessages(standing.filter(({ lane }) => lane === chatLane(one))),
    )
    if (!message) return
    const [itself, ...files] = message.writes.toReversed()
    const outcome = itself && (await unlessCrashed(used, outbox.writes.cancel(itself.id)))
    for (const one of written) {
      if (one.text === message.text && outcome !== false) one.discarded = true
    }
    for (const { id } of files) await unlessCrashed(used, outbox.writes.cancel(id))
  }

  for (const given of commands) {
    await act(given)
    await flush(2)
  }

  // At the end all faults stop, and a user resolves the failed and uncertain entries.
  browser.outcomes.length = 0
  browser.online.set(true)
  browser.active.set(true)
  for (const there of tabs) there.crashAfter(0, false)
  const outbox = await browser.open().outbox
  for (let minute = 0; minute < 12; minute += 1) {
    await advanceTime(30_000)
    for (const write of outbox.writes.list()) {
      if (write.state === 'failed') await outbox.writes.retry(write.id)
      if (write.state !== 'uncertain') continue
      const said = textOf(write.input)
      if (chats.stored.some(message => message.text === said)) await outbox.writes.cancel(write.id)
      else await outbox.writes.retry(write.id)
    }
  }

  const arrived = chats.stored.filter(({ from }) => from === 'here')
  expect(new Set(arrived.map(one => one.text)).size, 'nothing arrives twice').toBe(arrived.length)
  for (const one of [1, 2]) {
    const inChat = arrived.filter(({ chatId }) => chatId === one).map(message => message.text)
    const inOrder = written.map(message => message.text).filter(said => inChat.includes(said))
    expect(inChat, 'a chat keeps its order').toEqual(inOrder)
  }
  for (const message of arrived) {
    const asked = written.find(one => one.text === message.text)
    expect(message.files, 'with its files, each once').toHaveLength(asked?.files ?? -1)
  }
  const standing = outbox.writes.list().filter(({ state }) => state !== 'done')
  expect(standing, 'what can be sent is sent').toEqual([])
  for (const one of written) {
    const isThere = arrived.some(message => message.text === one.text)
    if (!one.isStored || one.discarded || isThere) continue
    // A message may only be missing if another device sent the same text, which this browser did not know of.
    const taken = chats.stored.some(
      ({ id, at, from, chatId, text: said }) =>
        from === 'elsewhere' &&
        chatId === one.chat &&
        said === one.text.trim() &&
        (one.loaded.newest === undefined ? at >= one.at - 30_000 : id > one.loaded.newest),
    )
    expect(taken && one.files === 0, `"${one.text}" is not lost`).toBe(true)
  }
  outbox.stop()
  vi.clearAllTimers()
}

const yes = (files = 0): Extract<Command, { do: 'write' }> => ({
  do: 'write',
  tab: 0,
  chat: 1,
  text: 'Yes',
  files,
})
const fates = (...given: RequestOutcome[]): Command => ({ do: 'fates', outcomes: given })
const wait = (ms: number): Command => ({ do: 'wait', ms })
const polled: Command = { do: 'poll', tab: 0 }
const threeAlike = (...given: RequestOutcome[]): Command[] => [
  polled,
  { do: 'online', on: false },
  ...[yes(), yes(), yes()],
  fates(...given),
  { do: 'online', on: true },
  wait(40_000),
]

it.each<[string, Command[]]>([
  ['three messages alike, no fault', threeAlike()],
  ['three messages alike, response to the second lost', threeAlike('ok', 'lostAfter')],
  ['three messages alike, request of the second lost', threeAlike('ok', 'lostBefore')],
  ['three messages alike, second one late', threeAlike('ok', 'late')],
  [
    'another device sent the same text before',
    [polled, { do: 'elsewhere', chat: 1, text: 'Yes' }, polled, fates('lostBefore'), yes(), wait(40_000)],
  ],
  [
    'the page is closed between a message and its response',
    [polled, { do: 'crash', tab: 0, after: 4, done: true }, yes(), { ...yes(), tab: 1 }, wait(40_000)],
  ],
  [
    'another tab sends the same text',
    [polled, { do: 'poll', tab: 1 }, fates('ok', 'lostBefore'), yes(), { ...yes(), tab: 1 }, wait(40_000)],
  ],
  [
    'an uncertain message is discarded and written again',
    [
      ...[polled, fates('unreadable', 'unreadable'), yes(), wait(2500)],
      ...[{ do: 'discard', tab: 0 } as const, fates('lostBefore'), yes(), wait(40_000)],
    ],
  ],
  [
    'the response to a file upload is lost',
    [polled, fates('lostAfter', 'ok', 'lostAfter'), yes(2), yes(), wait(40_000)],
  ],
])('sends once and in order: %s', async (_what, commands) => {
  for (const withKeys of [true, false]) {
    await run(commands, true, withKeys)
    await run(commands, false, withKeys)
  }
})

it('sends each message once and in order under random faults, also with equal texts', async () => {
  const commands = fc.array(fc.oneof(...here), { minLength: 4, maxLength: 22 })
  await fc.assert(fc.asyncProperty(commands, fc.boolean(), fc.boolean(), run), { numRuns: runs })
})

it('sends each message once and in order while another device sends equal texts', async () => {
  const commands = fc.array(fc.oneof(...here, elsewhere), { minLength: 4, maxLength: 22 })
  await fc.assert(fc.asyncProperty(commands, fc.boolean(), fc.boolean(), run), { numRuns: runs })
})
