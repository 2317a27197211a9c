import { afterEach, expect, vi } from 'vitest'
import { StorageError } from '../../../outbox/storage/Store.ts'
import { type Browser, settle, test } from '../../../testing/testOutbox.ts'
import { chatDraft, draftKey, getMessageQueue } from '../messageQueue.ts'
import { createMessageEntries, messageFileWrite, messageWrite } from '../messageWrite.ts'
import type { Quote } from '../quote.ts'
import { getOutboxMessages, unsend } from './pendingMessages.ts'
import { restoreToDraft } from './restoreToDraft.ts'

test.beforeEach(({ browser }) => browser.online.set(false))
afterEach(() => void vi.restoreAllMocks())

/** Opens a chat with one waiting message, and the draft of its message field. */
async function openWithWaitingMessage(browser: Browser, text = 'Hall A') {
  const outbox = await browser.tab({ kinds: [messageWrite, messageFileWrite] })
  await outbox.writes.addAll(createMessageEntries(1, { text }, { newest: 7 }, 'key'))
  const [message] = getOutboxMessages(outbox.writes.list())
  if (!message) throw new Error('nothing waits')
  const draft = await outbox.drafts.open(chatDraft, draftKey(1))
  return {
    outbox,
    unsend: () => unsend(outbox, 1, message),
    type: (more: string) => getMessageQueue(outbox, 1).change(draft, ({ text }) => ({ text: text + more })),
    quote: (quote: Quote) => getMessageQueue(outbox, 1).change(draft, () => ({ quote })),
    draft: () => draft.state().value,
    field: () => draft.state().value?.text,
    waiting: () => getOutboxMessages(outbox.writes.list()).map(({ text }) => text),
  }
}

test('moves a waiting message into the field while typing', async ({ browser }) => {
  const { unsend, type, field, waiting } = await openWithWaitingMessage(browser)
  type('and on')
  const taken = unsend()
  for (let step = 0; field() === 'and on' && step < 100; step += 1) await settle(1)
  type('!')
  expect(await taken).toBe(true)
  expect(field()).toBe('Hall A\n\nand on!')
  expect(waiting()).toEqual([])
})

test('keeps the message if the draft can’t be stored', async ({ browser }) => {
  const { unsend, field, waiting } = await openWithWaitingMessage(browser)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(unsend()).rejects.toThrow(StorageError)
  expect(waiting()).toEqual(['Hall A'])
  expect(field() ?? '').toBe('')
})

const quoted = '> Jana Albrecht: Where?\n\nHall A'

test('moves a quote into the draft, and a quote of the draft into its text', async ({ browser }) => {
  const { unsend, type, quote, draft } = await openWithWaitingMessage(browser, quoted)
  quote({ author: 'Omar Ruiz', text: 'When?' })
  type('At eight.')
  expect(await unsend()).toBe(true)
  expect(draft()).toMatchObject({
    quote: { author: 'Jana Albrecht', text: 'Where?' },
    text: 'Hall A\n\n> Omar Ruiz: When?\n\nAt eight.',
  })
})

test('leaves no quote in the draft if the message is not withdrawn', async ({ browser }) => {
  const { unsend, draft } = await openWithWaitingMessage(browser, quoted)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(unsend()).rejects.toThrow(StorageError)
  expect(draft()?.quote).toBeUndefined()
})

test('leaves neither the request nor the reminder of a message that is not withdrawn', async ({
  browser,
}) => {
  const { outbox, type, draft } = await openWithWaitingMessage(browser)
  type('hello')
  const message = { text: 'Please read this.', files: [], confirmText: 'Read', remindsOf: [5] }
  expect(await restoreToDraft(outbox, 1, message, async () => false)).toBe(false)
  expect(draft()?.text).toBe('hello')
  expect(draft()?.confirmText).toBeUndefined()
  expect(draft()?.remindsOf).toBeUndefined()
})
