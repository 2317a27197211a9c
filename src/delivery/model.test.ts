import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { submissions } from '../contract/submissions.ts'
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
} from '../testing/simulatedTabs.ts'
import { fakeTimers, noteDraft } from '../testing/testDelivery.ts'
import type { Delivery } from './Delivery.ts'
import { isUnfinished, step } from './entries/Entry.ts'
import type { Encrypted } from './storage/Store.ts'

const runs = 400

beforeEach(fakeTimers)
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
})

type Command =
  | {
      do: 'type' | 'send' | 'sendLater' | 'cancel' | 'edit' | 'reload' | 'restoreEarlier'
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
  { weight: 5, arbitrary: anAction('send', 'sendLater') },
  { weight: 2, arbitrary: anAction('cancel', 'edit', 'reload', 'restoreEarlier') },
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

/** Random IDs may contain similar text. */
const wordsIn = (text: string): string[] => text.match(/(?<![\w-])w\d+(?![\w-])/g) ?? []

async function run(commands: Command[], withKeys: boolean): Promise<void> {
  const browser = simulate(withKeys)
  const { tabs, getRunningTab: openTab, applyFault } = openTwoTabs(browser)
  /** Words known to be stored, and words that the user discarded. */
  const stored = new Set<string>()
  const discarded = new Set<string>()
  /** In the order in which they were submitted. */
  let order: string[] = []
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
        opened?.delivery.stop()
        opened?.tab.crashAfter(0, false)
        tabs[action.tab] = browser.open()
        return
      }
      default: {
        const opened = await openTab(action.tab)
        if (opened) await withDraft(action, opened.tab, opened.delivery)
      }
    }
  }

  async function withDraft(
    action: Extract<Command, { pupil: number }>,
    used: SimulatedTab,
    delivery: Delivery,
  ): Promise<void> {
    if (action.do === 'cancel' || action.do === 'edit') {
      const [entry] = delivery.entries.list().filter(({ state }) => state === 'waiting' || state === 'failed')
      if (!entry) return
      const outcome = await unlessCrashed(used, delivery.entries[action.do](entry.id))
      // A tab that crashed during the cancellation may have completed it.
      if (action.do === 'cancel' && outcome !== false)
        for (const word of wordsIn(entry.title)) discarded.add(word)
      return
    }
    const draft = await unlessCrashed(used, delivery.drafts.open(noteDraft, `1/${action.pupil}`))
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
    if (action.do === 'restoreEarlier') {
      await unlessCrashed(used, draft.restoreEarlier())
      return
    }
    if (!text) return
    const notBefore = action.do === 'sendLater' ? Date.now() + 10_000 : 0
    const send = (part: string) =>
      step(submissions.correct, {
        todo_id: 1,
        user_id: action.pupil,
        body: { teacher_correction: `${text} ${part}` },
      })
    const entry = {
      lane: `lane ${action.pupil}`,
      title: text,
      notBefore,
      steps: [send('first'), send('second')],
      draft: { kind: noteDraft.name, key: `1/${action.pupil}`, value: { text } },
    }
    // It may be sent again after Edit.
    order = [...order.filter(part => !part.startsWith(`${text} `)), `${text} first`, `${text} second`]
    await unlessCrashed(
      used,
      draft.submit(
        { text },
        change => delivery.entries.add([entry], change),
        () => ({ text: '' }),
      ),
    )
  }

  const readTexts = async () => {
    const [drafts, entries] = await browser.disk.read(['drafts', 'entries'], transaction =>
      Promise.all([transaction.getAll('drafts'), transaction.getAll('entries')]),
    )
    const toText = (rows: readonly ({ sealed: Encrypted } | undefined)[]) =>
      rows.map(row => (row ? new TextDecoder().decode(row.sealed.content) : '')).join(' ')
    const earlier = toText(drafts.map(row => row.earlier))
    return { current: toText([...drafts.map(({ text }) => text), ...entries]), earlier }
  }
  for (const action of commands) {
    await execute(action)
    await flush(2)
    const { current, earlier } = await readTexts()
    for (const word of wordsIn(current)) stored.add(word)
    // Only one earlier version is kept.
    for (const word of wordsIn(earlier)) discarded.add(word)
  }

  // All faults end, and the user sends failed writes again, unless this could repeat them.
  browser.outcomes.length = 0
  browser.online.set(true)
  browser.active.set(true)
  for (const opened of tabs) opened.crashAfter(0, false)
  const last = browser.open()
  const delivery = await last.delivery
  for (let minute = 0; minute < 4; minute += 1) {
    await advanceTime(30_000)
    for (const { id, state } of delivery.entries.list()) {
      if (state === 'failed' || (withKeys && state === 'uncertain')) await delivery.entries.retry(id)
    }
  }

  const texts = browser.executed.map(one => one.text)
  expect(new Set(texts).size, 'nothing is done twice').toBe(texts.length)
  for (const { lane } of browser.executed) {
    const inLane = browser.executed.filter(one => one.lane === lane).map(one => one.text)
    expect(inLane, 'a lane keeps its order').toEqual(order.filter(text => inLane.includes(text)))
  }
  const remaining = delivery.entries.list().filter(isUnfinished)
  if (withKeys) expect(remaining, 'everything is sent').toEqual([])
  const uncertainLanes = remaining.filter(({ state }) => state === 'uncertain').map(({ lane }) => lane)
  for (const { lane } of remaining) expect(uncertainLanes, 'only uncertain lanes wait').toContain(lane)
  const { current, earlier } = await readTexts()
  const found = new Set(wordsIn([current, earlier, ...texts].join(' ')))
  const lost = [...stored].filter(word => !found.has(word) && !discarded.has(word))
  expect(lost, 'no stored word is lost').toEqual([])
  delivery.stop()
  vi.clearAllTimers()
}

const commands = fc.array(command, { minLength: 4, maxLength: 22 })
it.each([
  ['a service with keys', true],
  ['a service without keys', false],
])(
  'loses no stored text and sends no write twice to %s, for random faults and crashes',
  async (_, withKeys) => {
    await fc.assert(
      fc.asyncProperty(commands, actions => run(actions, withKeys)),
      { numRuns: runs },
    )
  },
)
