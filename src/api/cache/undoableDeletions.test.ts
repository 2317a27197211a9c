import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ClassFile, files } from '../../contract/files.ts'
import { createApi } from '../createApi.ts'
import { keyOf, query } from './query.ts'
import { createUndoableDeletions, undoMs } from './undoableDeletions.ts'

const courseId = 1
const entry = (id: number): ClassFile => ({
  ...{ id, name: `${id}.txt`, is_dir: false, parent_id: null, created_at: '2026-11-18 08:00:00' },
  ...{ document: null, can_write: true },
})
const entries = (...ids: number[]) => ids.map(entry)

class TestPage extends EventTarget {
  readonly document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  })
}

async function open({ refused = {} as Record<string, number>, rowCount = 30 } = {}) {
  const sent: string[] = []
  const rows = Array.from({ length: rowCount }, (_, index) => entry(index + 1))
  const api = createApi({
    fetch: async (path, init) => {
      if (init?.method !== 'DELETE') return Response.json(rows)
      const id = path.split('/').at(-1) ?? ''
      sent.push(`DELETE ${id}`)
      const status = refused[id]
      return status === undefined
        ? Response.json({ success: true })
        : Response.json({ error: { message: 'no', name: 'no', code: status } }, { status })
    },
  })
  const key = keyOf(files.list, { course_id: courseId })
  await api.queryClient.fetchQuery(query(files.list, { course_id: courseId }))
  const page = new TestPage()
  const deletions = createUndoableDeletions<ClassFile, typeof files.remove>(api.queryClient, page, {
    key: course_id => keyOf(files.list, { course_id }),
    remove: files.remove,
    input: (course_id, file_id) => ({ course_id, file_id }),
  })
  return {
    ...{ deletions, page, client: api.queryClient, sent, refused },
    deletingIds: () => [...deletions.getState(courseId).deleting],
    openLines: () =>
      deletions.getState(courseId).open.map(({ items, stage }) => `${items.map(({ id }) => id)} ${stage}`),
    listed: () => api.queryClient.getQueryData(key)?.rows.map(({ id }) => id) ?? [],
    isStale: () => api.queryClient.getQueryState(key)?.isInvalidated,
    list: (...ids: number[]) => api.queryClient.setQueryData(key, { rows: entries(...ids), unreadable: 0 }),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('deletes the entries one by one after ten seconds', async () => {
  const { deletions, sent, deletingIds, openLines, listed } = await open({ rowCount: 3 })
  deletions.start(courseId, entries(1, 2))
  deletions.start(courseId, entries(2))
  expect([deletingIds(), openLines()]).toEqual([[1, 2], ['1,2 waiting']])
  await vi.advanceTimersByTimeAsync(undoMs - 1)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect([sent, listed(), deletingIds(), openLines()]).toEqual([['DELETE 1', 'DELETE 2'], [3], [], []])
})

it('undoes all entries of a deletion at once', async () => {
  const { deletions, sent, deletingIds } = await open()
  deletions.start(courseId, entries(1, 2))
  expect([...deletions.getState(2).deleting]).toEqual([])
  deletions.undo(deletions.getState(2).open[0]?.id ?? 0)
  await vi.advanceTimersByTimeAsync(undoMs * 2)
  expect([sent, deletingIds()]).toEqual([[], []])
})

it('sends a deletion at once when the page is hidden or closed', async () => {
  const { deletions, page, sent } = await open()
  deletions.start(courseId, entries(1))
  page.document.visibilityState = 'hidden'
  page.document.dispatchEvent(new Event('visibilitychange'))
  deletions.start(courseId, entries(2))
  page.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(undoMs)
  expect(sent).toEqual(['DELETE 1', 'DELETE 2'])
})

it('restores refused entries with the reason, and treats 404 as deleted', async () => {
  const { deletions, sent, refused, deletingIds, openLines } = await open({ refused: { 1: 403, 2: 404 } })
  deletions.start(courseId, entries(1, 2, 3))
  await vi.advanceTimersByTimeAsync(undoMs + 100)
  expect([sent.length, deletingIds(), openLines()]).toEqual([3, [], ['1 failed']])
  expect(deletions.getState(courseId).open[0]?.error?.kind).toBe('forbidden')
  delete refused[1]
  deletions.retry(deletions.getState(courseId).open[0]?.id ?? 0)
  await vi.advanceTimersByTimeAsync(100)
  expect([sent.length, deletingIds(), openLines()]).toEqual([4, [], []])
})

it('invalidates a long list once', async () => {
  const { deletions, sent, deletingIds, isStale, list } = await open()
  const many = Array.from({ length: 11 }, (_, index) => index + 1)
  deletions.start(courseId, entries(...many))
  deletions.sendNow()
  await vi.advanceTimersByTimeAsync(100)
  expect([sent.length, deletingIds(), isStale()]).toEqual([11, many, true])
  list(11, 12)
  await vi.advanceTimersByTimeAsync(100)
  expect(deletingIds()).toEqual([11])
  list(12)
  await vi.advanceTimersByTimeAsync(100)
  expect(deletingIds()).toEqual([])
})

it('reports the progress of many deletions, and can be stopped', async () => {
  const { deletions, sent, deletingIds, openLines, listed } = await open()
  const many = Array.from({ length: 25 }, (_, index) => index + 1)
  deletions.start(courseId, entries(...many))
  deletions.subscribe(() => {
    const [line] = deletions.getState(courseId).open
    if (line?.stage === 'sending' && line.done === 12) deletions.stop(line.id)
  })
  await vi.advanceTimersByTimeAsync(undoMs + 100)
  // The list has no observer and is not refetched, so deleted entries still count as deleting.
  expect([sent.length, deletingIds(), openLines(), listed().length]).toEqual([12, many.slice(0, 12), [], 30])
})

it('has one timer per deletion, and removes its page listeners', async () => {
  const { deletions, page, sent, deletingIds, openLines } = await open()
  const removed = vi.spyOn(page, 'removeEventListener')
  deletions.start(courseId, entries(1))
  await vi.advanceTimersByTimeAsync(4000)
  deletions.start(courseId, entries(2))
  await vi.advanceTimersByTimeAsync(undoMs - 4000)
  expect([sent, openLines()]).toEqual([['DELETE 1'], ['2 waiting']])
  deletions.undo(2)
  await vi.advanceTimersByTimeAsync(undoMs)
  expect([sent, deletingIds(), removed.mock.calls.length]).toEqual([['DELETE 1'], [], 1])
})

it('sends no deletion after sign-out', async () => {
  const { deletions, client, sent, openLines } = await open()
  deletions.start(courseId, entries(1))
  client.clear()
  deletions.sendNow()
  await vi.advanceTimersByTimeAsync(undoMs)
  expect([sent, openLines()]).toEqual([[], []])
})
