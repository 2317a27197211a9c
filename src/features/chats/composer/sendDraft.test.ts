import { afterEach, expect, vi } from 'vitest'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { type Browser, settle, test, testBrowser } from '../../../testing/testOutbox.ts'
import { chatDraft, draftKey, getMessageQueue } from '../messageQueue.ts'
import { messageFileWrite, messageWrite } from '../messageWrite.ts'

test.beforeEach(({ browser }) => browser.online.set(false))
afterEach(() => void vi.restoreAllMocks())

const loadedState = { newest: 7 }

async function openTab(browser: Browser) {
  const outbox = await browser.tab({ kinds: [messageWrite, messageFileWrite] })
  const draft = await outbox.drafts.open(chatDraft, draftKey(1))
  const queue = getMessageQueue(outbox, 1)
  return {
    outbox,
    draft,
    queue,
    type: (more: string) => queue.change(draft, ({ text }) => ({ text: text + more })),
    pressEnter: () => queue.send(draft, loadedState),
    getFieldText: () => (queue.getState().field ?? draft.state().value)?.text ?? '',
  }
}
const getSentTexts = ({ writes }: Outbox) =>
  writes.list().map(({ input }) => ('body' in input ? (input.body as { text: string }).text : ''))
/** Returns the texts in outbox and draft of a new page. */
const readNewPage = async (browser: Browser) => {
  const { outbox, draft } = await openTab(browser)
  return { sent: getSentTexts(outbox), field: draft.state().value?.text ?? '' }
}

test('sends one message per Enter, however fast the user types', async ({ browser }) => {
  const { outbox, type, pressEnter, getFieldText } = await openTab(browser)
  const sending: Promise<boolean>[] = []
  for (let index = 0; index < 8; index += 1) {
    for (const key of `ok${index} yes`) {
      type(key)
      if (index % 2 === 0) await settle(1)
    }
    sending.push(pressEnter(), pressEnter())
    expect(getFieldText()).toBe('')
  }
  type('and on')
  await Promise.all(sending)
  expect(getSentTexts(outbox)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(index => `ok${index} yes`))
  expect(getFieldText()).toBe('and on')
  await settle()
})

test('asks for confirmation if that was chosen before the text', async ({ browser }) => {
  const { outbox, draft, queue, type, pressEnter } = await openTab(browser)
  queue.change(draft, () => ({ confirmText: 'Read and understood' }))
  await draft.flush()
  expect(draft.state().value?.confirmText).toBe('Read and understood')
  type('Bring your passport.')
  await pressEnter()
  expect(outbox.writes.list().map(({ input }) => input)).toMatchObject([
    { body: { text: 'Bring your passport.', poll: { options: ['Read and understood'] } } },
  ])
  expect(draft.state().value?.confirmText).toBeUndefined()
  await settle()
})

test('returns all texts to the field if storage fails', async ({ browser }) => {
  const { outbox, queue, type, pressEnter, getFieldText } = await openTab(browser)
  type('one')
  const first = pressEnter()
  type('two')
  const second = pressEnter()
  type('three')
  vi.spyOn(outbox.writes, 'addAll').mockRejectedValue(new DOMException('no room', 'QuotaExceededError'))
  expect(await Promise.all([first, second])).toEqual([false, false])
  expect(getFieldText()).toBe('one\ntwo\nthree')
  expect(queue.getState().problem).toEqual({ kind: 'notStored' })
  await settle()
  expect(getSentTexts(outbox)).toEqual([])
})

test('does not return a stored message to the field', async ({ browser }) => {
  const { outbox, type, pressEnter, getFieldText } = await openTab(browser)
  const { addAll } = outbox.writes
  vi.spyOn(outbox.writes, 'addAll').mockImplementation(async (...given) => {
    const ids = await addAll(...given)
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('closed by the browser', 'InvalidStateError')
    })
    return ids
  })
  type('one')
  const sending = pressEnter()
  type('and on')
  expect(await sending).toBe(true)
  expect(getFieldText()).toBe('and on')
  vi.restoreAllMocks()
  await pressEnter()
  await settle()
  expect(await readNewPage(browser)).toEqual({ sent: ['one', 'and on'], field: '' })
})

/**
 * Sends two messages, types a third and hides the page after `steps` turns of the event loop. The page lives
 * for `more` turns after that, or until it has settled. Returns all texts that a new page finds.
 */
async function leavePageAfter(steps: number, more?: number) {
  const browser = testBrowser()
  browser.online.set(false)
  const { outbox, type, pressEnter } = await openTab(browser)
  type('one')
  await settle(2)
  void pressEnter()
  type('two')
  void pressEnter()
  for (let step = 0; step < steps; step += 1) await new Promise(resolve => setImmediate(resolve))
  type('three')
  browser.page.dispatchEvent(new Event('pagehide'))
  if (more === undefined) await settle()
  else for (let step = 0; step < more; step += 1) await new Promise(resolve => setImmediate(resolve))
  outbox.stopWithoutSaving()
  await settle()
  const { sent, field } = await readNewPage(browser)
  browser.close()
  return [...sent, ...field.split('\n')].filter(text => text !== '')
}

test('keeps each text in either outbox or draft', async () => {
  for (let steps = 0; steps < 40; steps += 1) {
    for (const more of [0, 3, 6]) {
      const all = await leavePageAfter(steps, more)
      expect(new Set(all).size, `${steps} and ${more}: ${all}`).toBe(all.length)
    }
    expect(await leavePageAfter(steps), `${steps}`).toEqual(['one', 'two', 'three'])
  }
})

test('loses no message when chat or page is closed', async ({ browser }) => {
  const { outbox, draft, type, pressEnter } = await openTab(browser)
  type('one')
  void pressEnter()
  type('two')
  void pressEnter()
  type('three')
  draft.close()
  await outbox.drafts.flush()
  await settle()
  expect(await readNewPage(browser)).toEqual({ sent: ['one', 'two'], field: 'three' })
})

test('does not send from a read-only tab', async ({ browser }) => {
  const [one, other] = [await openTab(browser), await openTab(browser)]
  one.type('Hall A')
  await one.draft.flush()
  await settle()
  await other.pressEnter()
  await settle()
  expect([getSentTexts(other.outbox), one.getFieldText(), other.getFieldText()]).toEqual([
    [],
    'Hall A',
    'Hall A',
  ])
  await one.pressEnter()
  await settle()
  expect([getSentTexts(one.outbox), one.getFieldText(), other.getFieldText()]).toEqual([['Hall A'], '', ''])
})

test('sends the same text twice if typed twice', async () => {
  for (let steps = 0; steps < 30; steps += 1) {
    const browser = testBrowser()
    browser.online.set(false)
    const { outbox, type, pressEnter } = await openTab(browser)
    type('same')
    const one = pressEnter()
    for (let step = 0; step < steps; step += 1) await new Promise(resolve => setImmediate(resolve))
    type('same')
    const went = await Promise.all([one, pressEnter()])
    await settle()
    expect({ sent: getSentTexts(outbox), went }, `${steps}`).toEqual({
      sent: ['same', 'same'],
      went: [true, true],
    })
    browser.close()
  }
})
