import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import {
  advanceTime,
  type Fault,
  flush,
  openTwoTabs,
  type RequestOutcome,
  type SimulatedTab,
  simulate,
  unlessCrashed,
  unverifiableAppend,
  verifiableAppend,
} from '../testing/simulatedTabs.ts'
import { fakeTimers, noteDraft } from '../testing/testOutbox.ts'
import type { Outbox } from './Outbox.ts'
import { collectTexts } from './storage/fileStore.ts'

const runs = 400

beforeEach(fakeTimers)
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

type Command =
  | {
      do:
        | 'type'
        | 'send'
        | 'sendUnverifiable'
        | 'sendLater'
        | 'cancel'
        | 'reload'
        | 'takeOwnership'
        | 'restoreEarlier'
      tab: number
      pupil: number
    }
  | Fault

const tab = fc.nat({ max: 1 })
const pupil = fc.integer({ min: 1, max: 2 })
const requestOutcome = fc.constantFrom<RequestOutcome>(
  'ok',
  'lostBefore',
  'lostAfter',
  'late',
  'error500',
  'busy',
  'signedOut',
  'refused',
)
const anAction = (...actions: Extract<Command, { pupil: number }>['do'][]) =>
  fc.record({ do: fc.constantFrom(...actions), tab, pupil })
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: anAction('type') },
  { weight: 5, arbitrary: anAction('send', 'sendUnverifiable', 'sendLater') },
  { weight: 2, arbitrary: anAction('cancel', 'reload', 'takeOwnership', 'restoreEarlier') },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      tab,
      after: fc.integer({ min: 1, max: 8 }),
      done: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('outcomes' as const),
      outcomes: fc.array(requestOutcome, { maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('online' as const, 'active' as const), on: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(50, 400, 2500, 9000, 40_000),
    }),
  },
)

const wordsIn = (text: string): string[] => text.match(/w\d+/g) ?? []

async function run(commands: Command[], withLocks: boolean, withKeys: boolean): Promise<void> {
  const browser = simulate(withLocks, withKeys)
  const { tabs, getRunningTab: openTab, applyFault } = openTwoTabs(browser)
  /** Words known to be stored, and words that the user discarded. */
  const stored = new Set<string>()
  const discarded = new Set<string>()
  /** Entries known to be stored, by text. */
  const entries = new Map<string, { lane: number; isVerifiable: boolean }>()
  const order: string[] = []
  let words = 0
  const addStored = (text: string) => {
    for (const word of text.split(' ')) stored.add(word)
  }
  async function execute(action: Command): Promise<void> {
    switch (action.do) {
      case 'outcomes':
      case 'online':
      case 'active':
      case 'wait':
      case 'crash':
        return applyFault(action)
      case 'reload': {
        const opened = await openTab(action.tab)
        opened?.tab.page.dispatchEvent(new Event('pagehide'))
        await flush()
        opened?.outbox.stop()
        opened?.tab.crashAfter(0, false)
        tabs[action.tab] = browser.open()
        return
      }
      default: {
        const opened = await openTab(action.tab)
        if (opened) await withDraft(action, opened.tab, opened.outbox)
      }
    }
  }

  async function withDraft(
    action: Extract<Command, { pupil: number }>,
    used: SimulatedTab,
    outbox: Outbox,
  ): Promise<void> {
    if (action.do === 'cancel') {
      const [entry] = outbox.writes.list().filter(({ state }) => state === 'waiting' || state === 'failed')
      if (!entry) return
      const words = [...collectTexts(entry.input)].flatMap(text => text.split(' '))
      const outcome = await unlessCrashed(used, outbox.writes.cancel(entry.id))
      // A tab that crashed during the cancellation may have completed it.
      if (outcome !== false) for (const word of words) discarded.add(word)
      return
    }
    const draft = await unlessCrashed(used, outbox.drafts.open(noteDraft, `1/${action.pupil}`))
    if (!draft) return
    const text = draft.state().value?.text
    if (action.do === 'type') {
      words += 1
      const typed = text ? `${text} w${words}` : `w${words}`
      draft.set({ text: typed })
      // Every second time, the next command precedes the save.
      if (words % 2 === 0) return
      await advanceTime(450)
      if (!used.isCrashed() && !draft.state().saving) addStored(typed)
      return
    }
    // If the owner crashed, taking over waits for a timeout.
    const waited = async (work: Promise<void>) => {
      work.catch(() => undefined)
      await advanceTime(2000)
      await unlessCrashed(used, work)
    }
    if (action.do === 'takeOwnership' || action.do === 'restoreEarlier') return waited(draft[action.do]())
    if (!text) return
    const isVerifiable = action.do !== 'sendUnverifiable'
    const lane = isVerifiable ? action.pupil : action.pupil + 10
    const kind = isVerifiable ? verifiableAppend : unverifiableAppend
    const notBefore = action.do === 'sendLater' ? Date.now() + 10_000 : 0
    const input = { todo_id: 1, user_id: lane, body: { teacher_correction: text } }
    // Each text is sent once, although two tabs may offer it.
    if (entries.has(text)) return
    entries.set(text, { lane, isVerifiable })
    order.push(text)
    const ids = await unlessCrashed(used, outbox.writes.add(kind, { input, lane: `lane ${lane}`, notBefore }))
    if (!ids) return
    addStored(text)
    await unlessCrashed(used, draft.discard())
  }

  const onDisk = async () => {
    const sealed = await browser.disk.read(['drafts', 'forks', 'entries'], async transaction => [
      ...(await transaction.getAll('drafts')).map(row => row.sealed),
      ...(await transaction.getAll('forks')).map(row => row.sealed),
      ...(await transaction.getAll('entries')).map(row => row.content),
    ])
    return sealed.map(({ content }) => new TextDecoder().decode(content)).join(' ')
  }
  for (const action of commands) {
    await execute(action)
    await flush(2)
    for (const word of wordsIn(await onDisk())) stored.add(word)
  }

  // All faults end, and the user sends failed writes again, unless this could repeat them.
  browser.outcomes.length = 0
  browser.online.set(true)
  browser.active.set(true)
  for (const opened of tabs) opened.crashAfter(0, false)
  const last = browser.open()
  const outbox = await last.outbox
  for (let minute = 0; minute < 4; minute += 1) {
    await advanceTime(30_000)
    for (const { id, kind, state } of outbox.writes.list()) {
      const canSendAgain = withKeys || kind === verifiableAppend.name
      if (state === 'failed' || (canSendAgain && state === 'uncertain')) await outbox.writes.retry(id)
    }
  }

  const texts = browser.executed.map(one => one.text)
  expect(new Set(texts).size, 'nothing is done twice').toBe(texts.length)
  for (const { lane } of browser.executed) {
    const inLane = browser.executed.filter(one => one.lane === lane).map(one => one.text)
    expect(inLane, 'a lane keeps its order').toEqual(order.filter(text => inLane.includes(text)))
  }
  if (withKeys) expect(outbox.writes.list().filter(({ state }) => state !== 'done')).toEqual([])
  const standing = outbox.writes.list().filter(({ state }) => state !== 'done')
  const uncertainLanes = standing.filter(({ state }) => state === 'uncertain').map(({ lane }) => lane)
  for (const write of standing) {
    expect(write.kind, `what can be sent is sent: ${JSON.stringify(write)}`).toBe(unverifiableAppend.name)
    expect(uncertainLanes).toContain(write.lane)
  }
  const found = new Set(wordsIn([await onDisk(), ...texts].join(' ')))
  const lost = [...stored].filter(word => !found.has(word) && !discarded.has(word))
  expect(lost, 'no stored word is lost').toEqual([])
  outbox.stop()
  vi.clearAllTimers()
}

const commands = fc.array(command, { minLength: 4, maxLength: 22 })
it.each([
  ['a service with keys', true],
  ['a service without keys', false],
])(
  'loses no stored text and sends no write twice to %s, for random faults and crashes',
  async (_, withKeys) => {
    const property = fc.asyncProperty(commands, fc.boolean(), (action, withLocks) =>
      run(action, withLocks, withKeys),
    )
    await fc.assert(property, { numRuns: runs })
  },
)
