import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isRecord } from '../../../lib/isRecord.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import {
  type ChatCommand,
  localCommands,
  otherDeviceCommand,
  type WriteCommand,
} from '../../../testing/chats/chatCommands.ts'
import { simulatedChats } from '../../../testing/chats/simulatedChats.ts'
import { fc } from '../../../testing/fastCheck.ts'
import {
  advanceTime,
  flush,
  openTwoTabs,
  type RequestOutcome,
  type SimulatedTab,
  simulateBrowser,
  unlessCrashed,
} from '../../../testing/simulatedTabs.ts'
import { fakeTimers } from '../../../testing/testOutbox.ts'
import { chatLane, createMessageEntries, type LoadedState, maxSnapshotAge } from '../messageWrite.ts'
import { getOutboxMessages } from './pendingMessages.ts'

const runs = 200

beforeEach(fakeTimers)
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

const textOf = (input: unknown): unknown =>
  isRecord(input) && isRecord(input.body) ? input.body.text : undefined

/** A message that a user wrote here, unique by its number of trailing spaces. */
type Written = {
  chat: number
  text: string
  files: number
  isStored: boolean
  /** State of its chat in the tab at `at` (Unix ms). */
  loaded: LoadedState
  at: number
  isDiscarded: boolean
}

type Loaded = { newest: number; at: number }

async function run(commands: ChatCommand[], withLocks: boolean, withKeys: boolean): Promise<void> {
  const chats = simulatedChats()
  const browser = simulateBrowser(withLocks, chats.service, withKeys)
  const { tabs, getRunningTab: openTab, applyFault } = openTwoTabs(browser)
  /** Newest loaded message of each chat and when it was loaded (Unix ms), by tab. */
  const loaded = [new Map<number, Loaded>(), new Map<number, Loaded>()]
  const written: Written[] = []
  const poll = (index: number) => {
    for (const one of [1, 2]) loaded[index]?.set(one, { newest: chats.newestMessageId(one), at: Date.now() })
  }
  /** Like the app, leaves out the newest message if it was loaded too long ago. */
  const getLoadedState = (index: number, chatId: number): LoadedState => {
    const state = loaded[index]?.get(chatId)
    const isRecent = state && Date.now() - state.at < maxSnapshotAge
    return { ...(isRecent && { newest: state.newest }), supportsKey: true }
  }

  async function act(command: ChatCommand): Promise<void> {
    switch (command.do) {
      case 'outcomes':
      case 'online':
      case 'active':
      case 'wait':
      case 'crash':
        return applyFault(command)
      case 'poll':
        return poll(command.tab)
      case 'otherDevice':
        chats.sendFromOtherDevice(command.chat, command.text)
        return
      case 'reload': {
        const openedTab = await openTab(command.tab)
        openedTab?.outbox.stop()
        openedTab?.tab.crashAfter(0, false)
        tabs[command.tab] = browser.open()
        loaded[command.tab]?.clear()
        return
      }
      case 'discard': {
        const openedTab = await openTab(command.tab)
        if (openedTab) await discard(openedTab.tab, openedTab.outbox)
        return
      }
      default: {
        const openedTab = await openTab(command.tab)
        if (openedTab) await write(command, openedTab.tab, openedTab.outbox)
      }
    }
  }

  async function write(command: WriteCommand, used: SimulatedTab, outbox: Outbox) {
    const one: Written = {
      chat: command.chat,
      text: command.text + ' '.repeat(written.length + 1),
      files: command.files,
      isStored: false,
      loaded: getLoadedState(command.tab, command.chat),
      at: Date.now(),
      isDiscarded: false,
    }
    written.push(one)
    const files = []
    for (let file = 0; file < command.files; file += 1) {
      const storedFile = await unlessCrashed(used, outbox.drafts.putFile(new File(['x'], `page ${file}.jpg`)))
      if (!storedFile) return
      files.push(storedFile)
    }
    const entries = createMessageEntries(
      command.chat,
      { text: one.text, files },
      one.loaded,
      `key ${written.length}`,
    )
    one.isStored = (await unlessCrashed(used, outbox.writes.addAll(entries))) !== undefined
  }

  async function discard(used: SimulatedTab, outbox: Outbox) {
    const remaining = outbox.writes.list().filter(({ state }) => state !== 'done' && state !== 'sending')
    const [message] = [1, 2].flatMap(one =>
      getOutboxMessages(remaining.filter(({ lane }) => lane === chatLane(one))),
    )
    if (!message) return
    const [mainWrite, ...files] = message.writes.toReversed()
    const outcome = mainWrite && (await unlessCrashed(used, outbox.writes.cancel(mainWrite.id)))
    for (const one of written) {
      if (one.text === message.text && outcome !== false) one.isDiscarded = true
    }
    for (const { id } of files) await unlessCrashed(used, outbox.writes.cancel(id))
  }

  for (const command of commands) {
    await act(command)
    await flush(2)
  }

  // Finally all faults stop, and a user resolves the failed and uncertain entries.
  browser.outcomes.length = 0
  browser.online.set(true)
  browser.active.set(true)
  for (const openedTab of tabs) openedTab.crashAfter(0, false)
  const outbox = await browser.open().outbox
  for (let minute = 0; minute < 12; minute += 1) {
    await advanceTime(30_000)
    for (const write of outbox.writes.list()) {
      if (write.state === 'failed') await outbox.writes.retry(write.id)
      if (write.state !== 'uncertain') continue
      const text = textOf(write.input)
      if (chats.stored.some(message => message.text === text)) await outbox.writes.cancel(write.id)
      else await outbox.writes.retry(write.id)
    }
  }

  const hasEqualFromElsewhere = (one: Written) =>
    chats.hasEqualFromElsewhere(one, one.loaded.newest, one.at - maxSnapshotAge)
  const arrived = chats.stored.filter(({ source }) => source === 'here')
  expect(new Set(arrived.map(one => one.text)).size, 'nothing arrives twice').toBe(arrived.length)
  for (const one of [1, 2]) {
    const inChat = arrived.filter(({ chatId }) => chatId === one).map(message => message.text)
    // The service may execute a request late: after the user discarded the message, or after the same text of the app
    // mistook a message of another device for it. Then later messages may arrive first.
    const ordered = written
      .filter(message => !message.isDiscarded && !hasEqualFromElsewhere(message))
      .map(message => message.text)
    expect(
      inChat.filter(text => ordered.includes(text)),
      'a chat keeps its order',
    ).toEqual(ordered.filter(text => inChat.includes(text)))
  }
  for (const message of arrived) {
    const writtenMessage = written.find(one => one.text === message.text)
    expect(message.files, 'with its files, each once').toHaveLength(writtenMessage?.files ?? -1)
  }
  const remaining = outbox.writes.list().filter(({ state }) => state !== 'done')
  expect(remaining, 'what can be sent is sent').toEqual([])
  for (const one of written) {
    const hasArrived = arrived.some(message => message.text === one.text)
    if (!one.isStored || one.isDiscarded || hasArrived) continue
    // Missing only if another device sent the same text, unknown to this browser.
    expect(hasEqualFromElsewhere(one) && one.files === 0, `"${one.text}" is not lost`).toBe(true)
  }
  outbox.stop()
  vi.clearAllTimers()
}

const writeYes = (files = 0): WriteCommand => ({ do: 'write', tab: 0, chat: 1, text: 'Yes', files })
const withOutcomes = (...outcomes: RequestOutcome[]): ChatCommand => ({ do: 'outcomes', outcomes })
const wait = (ms: number): ChatCommand => ({ do: 'wait', ms })
const pollFirstTab: ChatCommand = { do: 'poll', tab: 0 }
const threeEqualMessages = (...outcomes: RequestOutcome[]): ChatCommand[] => [
  pollFirstTab,
  { do: 'online', on: false },
  ...[writeYes(), writeYes(), writeYes()],
  withOutcomes(...outcomes),
  { do: 'online', on: true },
  wait(40_000),
]

it.each<[string, ChatCommand[]]>([
  ['three messages alike, no fault', threeEqualMessages()],
  ['three messages alike, response to the second lost', threeEqualMessages('ok', 'lostAfter')],
  ['three messages alike, request of the second lost', threeEqualMessages('ok', 'lostBefore')],
  ['three messages alike, second one late', threeEqualMessages('ok', 'late')],
  [
    'another device sent the same text before',
    [
      pollFirstTab,
      { do: 'otherDevice', chat: 1, text: 'Yes' },
      pollFirstTab,
      withOutcomes('lostBefore'),
      writeYes(),
      wait(40_000),
    ],
  ],
  [
    'the page is closed between a message and its response',
    [
      pollFirstTab,
      { do: 'crash', tab: 0, after: 4, done: true },
      writeYes(),
      { ...writeYes(), tab: 1 },
      wait(40_000),
    ],
  ],
  [
    'another tab sends the same text',
    [
      pollFirstTab,
      { do: 'poll', tab: 1 },
      withOutcomes('ok', 'lostBefore'),
      writeYes(),
      { ...writeYes(), tab: 1 },
      wait(40_000),
    ],
  ],
  [
    'the second of two messages alike is verified much later',
    [
      ...[pollFirstTab, withOutcomes('ok', 'lostBefore'), writeYes(), writeYes(), wait(400)],
      ...[{ do: 'online', on: false } as const, wait(900_000), { do: 'online', on: true } as const],
      wait(40_000),
    ],
  ],
  [
    'an uncertain message is discarded and written again',
    [
      ...[pollFirstTab, withOutcomes('unreadable', 'unreadable'), writeYes(), wait(2500)],
      ...[{ do: 'discard', tab: 0 } as const, withOutcomes('lostBefore'), writeYes(), wait(40_000)],
    ],
  ],
  [
    'the response to a file upload is lost',
    [pollFirstTab, withOutcomes('lostAfter', 'ok', 'lostAfter'), writeYes(2), writeYes(), wait(40_000)],
  ],
])('sends once and in order: %s', async (_what, commands) => {
  for (const withKeys of [true, false]) {
    await run(commands, true, withKeys)
    await run(commands, false, withKeys)
  }
})

it('sends once and in order under random faults', async () => {
  const commands = fc.array(fc.oneof(...localCommands), { minLength: 4, maxLength: 22 })
  await fc.assert(fc.asyncProperty(commands, fc.boolean(), fc.boolean(), run), { numRuns: runs })
})

it('sends once and in order while another device sends, too', async () => {
  const commands = fc.array(fc.oneof(...localCommands, otherDeviceCommand), { minLength: 4, maxLength: 22 })
  await fc.assert(fc.asyncProperty(commands, fc.boolean(), fc.boolean(), run), { numRuns: runs })
})
