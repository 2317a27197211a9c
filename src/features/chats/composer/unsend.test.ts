import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StorageError } from '../../../outbox/storage/Store.ts'
import { fakeTimers, settle, testBrowser } from '../../../testing/testOutbox.ts'
import { chatDraft, draftKey, getMessageQueue } from '../messageQueue.ts'
import { createMessageEntries, messageFileWrite, messageWrite } from '../messageWrite.ts'
import type { Quote } from '../quote.ts'
import { getOutboxMessages, unsend } from './pendingMessages.ts'
import { restoreToDraft } from './restoreToDraft.ts'

let browser: ReturnType<typeof testBrowser>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  browser.online.set(false)
})
afterEach(() => {
  vi.restoreAllMocks()
  browser.close()
  vi.useRealTimers()
})

/** Opens a chat with one waiting message, and the draft of its message field. */
async function openWithWaitingMessage(text = 'Hall A') {
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

it('moves a waiting message into the field while typing', async () => {
  const { unsend, type, field, waiting } = await openWithWaitingMessage()
  type('and on')
  const taken = unsend()
  for (let step = 0; field() === 'and on' && step < 100; step += 1) await settle(1)
  type('!')
  expect(await taken).toBe(true)
  expect(field()).toBe('Hall A\n\nand on!')
  expect(waiting()).toEqual([])
})

it('keeps the message if the draft can’t be stored', async () => {
  const { unsend, field, waiting } = await openWithWaitingMessage()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(unsend()).rejects.toThrow(StorageError)
  expect(waiting()).toEqual(['Hall A'])
  expect(field() ?? '').toBe('')
})

const quoted = '> Jana Albrecht: Where?\n\nHall A'

it('moves a quote into the draft, and a quote of the draft into its text', async () => {
  const { unsend, type, quote, draft } = await openWithWaitingMessage(quoted)
  quote({ author: 'Omar Ruiz', text: 'When?' })
  type('At eight.')
  expect(await unsend()).toBe(true)
  expect(draft()).toMatchObject({
    quote: { author: 'Jana Albrecht', text: 'Where?' },
    text: 'Hall A\n\n> Omar Ruiz: When?\n\nAt eight.',
  })
})

it('leaves no quote in the draft if the message is not withdrawn', async () => {
  const { unsend, draft } = await openWithWaitingMessage(quoted)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(unsend()).rejects.toThrow(StorageError)
  expect(draft()?.quote).toBeUndefined()
})

it('leaves neither the request nor the reminder of a message that is not withdrawn', async () => {
  const { outbox, type, draft } = await openWithWaitingMessage()
  type('hello')
  const message = { text: 'Please read this.', files: [], confirmText: 'Read', remindsOf: [5] }
  expect(await restoreToDraft(outbox, 1, message, async () => false)).toBe(false)
  expect(draft()?.text).toBe('hello')
  expect(draft()?.confirmText).toBeUndefined()
  expect(draft()?.remindsOf).toBeUndefined()
})
