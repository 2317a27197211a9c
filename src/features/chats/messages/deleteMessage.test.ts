import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { createApi } from '../../../api/createApi.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { createDeletions, undoFor } from './deleteMessage.ts'

const chat_id = 1
const messageOf = (id: number, is_own = true): Message => ({
  ...{ id, chat_id, user: { id: 2, name: 'Mika Sommer' }, text: 'Hello', has_files: false, meta_type: null },
  ...{ sent_at: '2026-11-18 08:20:00', is_own, reactions: [] },
})

/** The events of a page, as far as a deletion listens. */
class TestPage extends EventTarget {
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  })
  hide() {
    this.document.visibilityState = 'hidden'
    this.document.dispatchEvent(new Event('visibilitychange'))
  }
}

function open(status = 200) {
  const sent: string[] = []
  const state = { status }
  const api = createApi({
    fetch: async (path, init) => {
      sent.push(`${init?.method} ${path.split('/').at(-1)}`)
      return Response.json(
        { error: { message: 'no', name: 'no', code: state.status } },
        { status: state.status },
      )
    },
  })
  api.queryClient.setQueryData(keyOf(messages.list, { chat_id }), { rows: [], unreadable: 0 })
  const page = new TestPage()
  const deletions = createDeletions(api.queryClient, page)
  const hidden = () => [...deletions.of(chat_id).deleting]
  const lines = () => deletions.of(chat_id).open.map(({ message, stage }) => `${message.id} ${stage}`)
  return { deletions, page, client: api.queryClient, sent, state, hidden, lines }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('hides at once, waits, and then sends: several at a time, each with its own end', async () => {
  const { deletions, sent, hidden, lines } = open()
  deletions.ask(messageOf(1))
  await vi.advanceTimersByTimeAsync(4000)
  deletions.ask(messageOf(2))
  deletions.ask(messageOf(2))
  expect([hidden(), lines()]).toEqual([
    [1, 2],
    ['1 waiting', '2 waiting'],
  ])
  await vi.advanceTimersByTimeAsync(undoFor - 4000 - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([sent, hidden(), lines()]).toEqual([['DELETE 1'], [1, 2], ['2 waiting']])
  deletions.undo(2)
  await vi.advanceTimersByTimeAsync(undoFor)
  expect([sent, hidden(), lines()]).toEqual([['DELETE 1'], [1], []])
})

it('can be undone from another chat, which hides nothing of its own', () => {
  const { deletions, hidden, lines } = open()
  deletions.ask(messageOf(1))
  const elsewhere = () => deletions.of(chat_id + 1)
  expect([...elsewhere().deleting]).toEqual([])
  expect(elsewhere().open.map(({ message }) => message.id)).toEqual([1])
  deletions.undo(1)
  expect([hidden(), lines(), elsewhere().open]).toEqual([[], [], []])
})

it('sends what nobody can undo any more: the page is hidden or goes', async () => {
  const { deletions, page, sent } = open()
  deletions.ask(messageOf(1))
  deletions.sendNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['DELETE 1'])
  deletions.ask(messageOf(2))
  page.hide()
  deletions.ask(messageOf(3))
  page.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(undoFor)
  expect(sent).toEqual(['DELETE 1', 'DELETE 2', 'DELETE 3'])
})

it('lets go of what the list is without: a new message may have its id', async () => {
  const { deletions, page, client, hidden } = open()
  const removed = vi.spyOn(page, 'removeEventListener')
  const list = (...rows: Message[]) =>
    client.setQueryData(keyOf(messages.list, { chat_id }), { rows, unreadable: 0 })
  deletions.ask(messageOf(1))
  deletions.sendNow()
  await vi.advanceTimersByTimeAsync(0)
  // Read before it was deleted, and late.
  list(messageOf(1), messageOf(2))
  expect(hidden()).toEqual([1])
  list(messageOf(2))
  // Not before those that show the list have it.
  expect(hidden()).toEqual([1])
  await vi.runOnlyPendingTimersAsync()
  await vi.runOnlyPendingTimersAsync()
  expect([hidden(), removed.mock.calls.length]).toEqual([[], 1])
  list(messageOf(1))
  expect(hidden()).toEqual([])
})

it('sends nothing for somebody who has signed out', async () => {
  const { deletions, client, sent, lines } = open()
  deletions.ask(messageOf(1))
  client.clear()
  deletions.sendNow()
  await vi.advanceTimersByTimeAsync(undoFor)
  expect([sent, lines()]).toEqual([[], []])
})

it('puts back what could not be deleted, and sends it again when asked to', async () => {
  const { deletions, sent, state, hidden, lines } = open(403)
  deletions.ask(messageOf(1))
  await vi.advanceTimersByTimeAsync(undoFor)
  expect([hidden(), lines()]).toEqual([[], ['1 failed']])
  state.status = 404
  deletions.retry(1)
  await vi.advanceTimersByTimeAsync(0)
  // Somebody else has deleted it: it is gone as wanted.
  expect([sent.length, hidden(), lines()]).toEqual([2, [1], []])
})

it('asks before it takes away what somebody else said', () => {
  const { deletions, hidden } = open()
  const theirs = messageOf(1, false)
  deletions.ask(theirs)
  expect([deletions.of(chat_id).asked, hidden()]).toEqual([theirs, []])
  deletions.refuse(chat_id)
  expect(deletions.of(chat_id).asked).toBeUndefined()
  deletions.ask(theirs)
  deletions.confirm(theirs)
  expect([deletions.of(chat_id).asked, hidden()]).toEqual([undefined, [1]])
})
