import { afterEach, describe, expect, vi } from 'vitest'
import { z } from 'zod/mini'
import type { Outbox } from '../../../outbox/Outbox.ts'
import {
  advanceTime,
  type Browser,
  queryTable,
  type Reload,
  settle,
  test,
} from '../../../testing/testOutbox.ts'
import { getPageMarks, type Mark } from '../../../ui/marks/marks.ts'
import { MarkedFile, parseOperations } from './markedFile.ts'
import { createMarkStore, flushMarks } from './markStore.ts'

afterEach(() => void vi.restoreAllMocks())

const page1 = { id: 12, name: 'page1.jpg' }
const stroke = (x: number): Mark => ({
  kind: 'pen',
  page: 0,
  colour: 1,
  width: 2,
  points: [x, 10, 0.5, x + 40, 10, 0.5],
})
const add = (x: number) => ({ type: 'add', mark: stroke(x) }) as const

/** A draft in memory, like that of a correction. */
function createOwner() {
  const listeners = new Set<() => void>()
  let marked: readonly MarkedFile[] = []
  let isReadOnly = false
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    getMarked: () => marked,
    setMarked(next: readonly MarkedFile[]) {
      marked = next
      notify()
    },
    flush: () => Promise.resolve(true),
    isReadOnly: () => isReadOnly,
    setReadOnly(next: boolean) {
      isReadOnly = next
      notify()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
type Owner = Parameters<typeof createMarkStore>[1]

async function openMarks({ outbox }: { outbox: Outbox }, owner: Owner) {
  const marks = createMarkStore(outbox, owner, Date.now)
  await marks.loading
  return { outbox, marks, read: () => readMarks(marks) }
}
const readMarks = (marks: ReturnType<typeof createMarkStore>) =>
  getPageMarks(marks.getFile(page1.id).history, 0).map(mark => 'points' in mark && mark.points[0])

const countRows = async (browser: Browser) => {
  const ids = await queryTable(browser, 'files', store => store.getAllKeys())
  return Array.isArray(ids) ? ids.length : undefined
}

describe('the marks of a draft', () => {
  test('are stored one by one, and read again after a crash', async ({ browser, reload }) => {
    const owner = createOwner()
    const { marks } = await openMarks(await reload(), owner)
    for (const x of [1, 2, 3]) marks.apply(page1, add(x))
    marks.apply(page1, { type: 'erase', ids: [1] })
    await settle()
    expect(await countRows(browser)).toBe(4)
    expect(marks.getFile(page1.id).status).toBe('saved')
    // The browser kills the page, so the store is not closed.
    const after = await openMarks(await reload(), owner)
    expect(after.read()).toEqual([1, 3])
    after.marks.apply(page1, { type: 'undo' })
    await settle()
    expect((await openMarks(await reload(), owner)).read()).toEqual([1, 2, 3])
  })

  test('write one row for a stroke, and change the draft only for the first', async ({ reload }) => {
    const owner = createOwner()
    const setMarked = vi.spyOn(owner, 'setMarked')
    const { outbox, marks } = await openMarks(await reload(), owner)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    for (let x = 0; x < 20; x += 1) marks.apply(page1, add(x))
    expect(await flushMarks(outbox, owner.getMarked()[0]?.log ?? '')).toBe(true)
    expect(put).toHaveBeenCalledTimes(20)
    expect(setMarked).toHaveBeenCalledTimes(1)
  })

  test('are saved when the draft that refers to them is stored, too', async ({ browser, reload }) => {
    const owner = createOwner()
    const stored = Promise.withResolvers<boolean>()
    const { marks } = await openMarks(await reload(), { ...owner, flush: () => stored.promise })
    marks.apply(page1, add(1))
    await settle()
    expect(await countRows(browser)).toBe(1)
    expect(marks.getFile(page1.id).status).toBe('saving')
    stored.resolve(true)
    await settle()
    expect(marks.getFile(page1.id).status).toBe('saved')
  })

  test('remain in memory while storage is full, and are stored later', async ({ reload }) => {
    const owner = createOwner()
    const { outbox, marks, read } = await openMarks(await reload(), owner)
    marks.apply(page1, add(1))
    await settle()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    marks.apply(page1, add(2))
    await settle()
    const log = owner.getMarked()[0]?.log ?? ''
    expect(marks.getFile(page1.id).status).toBe('failed')
    expect(await flushMarks(outbox, log)).toBe(false)
    expect(read()).toEqual([1, 2])
    put.mockRestore()
    await advanceTime(10_500)
    expect(marks.getFile(page1.id).status).toBe('saved')
    expect((await openMarks(await reload(), owner)).read()).toEqual([1, 2])
  })

  test('can be changed by one tab only, which reads them again when it takes over', async ({ reload }) => {
    const [one, other] = [createOwner(), createOwner()]
    const first = await openMarks(await reload(), one)
    first.marks.apply(page1, add(1))
    await settle()
    other.setMarked(one.getMarked())
    other.setReadOnly(true)
    const second = await openMarks(await reload(), other)
    second.marks.apply(page1, add(99))
    expect(second.read()).toEqual([1])
    first.marks.apply(page1, add(2))
    await settle()
    one.setReadOnly(true)
    other.setReadOnly(false)
    await settle()
    expect(second.read()).toEqual([1, 2])
    // A stroke that the first tab ended at the same time remains.
    one.setReadOnly(false)
    first.marks.apply(page1, add(3))
    second.marks.apply(page1, add(4))
    await settle()
    expect((await openMarks(await reload(), other)).read().toSorted()).toEqual([1, 2, 3, 4])
  })

  test('are shown in another tab as soon as they are stored', async ({ browser, reload }) => {
    const [one, other] = [createOwner(), createOwner()]
    const first = await openMarks(await reload(), one)
    first.marks.apply(page1, add(1))
    await settle()
    other.setMarked(one.getMarked())
    other.setReadOnly(true)
    const second = await openMarks({ outbox: await browser.tab({ kinds: [] }) }, other)
    expect(second.read()).toEqual([1])
    first.marks.apply(page1, add(2))
    first.marks.apply(page1, add(3))
    await vi.waitFor(() => expect(second.read()).toEqual([1, 2, 3]))
    first.marks.apply(page1, { type: 'undo' })
    await vi.waitFor(() => expect(second.read()).toEqual([1, 2]))
  })

  test('disappear with the draft, and return with it', async ({ reload }) => {
    const owner = createOwner()
    const { marks, read } = await openMarks(await reload(), owner)
    marks.apply(page1, add(1))
    await settle()
    const marked = owner.getMarked()
    owner.setMarked([])
    await settle()
    expect(read()).toEqual([])
    owner.setMarked(marked)
    await settle()
    expect(read()).toEqual([1])
  })

  test('are not listed once all are undone, and make an earlier copy invalid', async ({ reload }) => {
    const owner = createOwner()
    const { marks } = await openMarks(await reload(), owner)
    marks.apply(page1, add(1))
    marks.apply(page1, { type: 'undo' })
    expect(owner.getMarked()).toEqual([])
    marks.apply(page1, { type: 'redo' })
    const [file] = owner.getMarked()
    const copy = { id: 'c', name: 'page1-marked.jpg', type: 'image/jpeg', size: 3 }
    owner.setMarked(file ? [{ ...file, copy }] : [])
    marks.apply(page1, add(2))
    expect(owner.getMarked()[0]?.copy).toBeNull()
  })
})

describe('the marks of a stored draft', () => {
  const markedDraft = {
    name: 'marked',
    value: z.object({ marked: z.array(MarkedFile) }),
    isEmpty: ({ marked }: { marked: MarkedFile[] }) => marked.length === 0,
  }
  async function openStoredMarks(reload: Reload) {
    const { outbox } = await reload()
    const draft = await outbox.drafts.open(markedDraft, '1')
    const owner = {
      getMarked: () => draft.state().value?.marked ?? [],
      setMarked: (marked: readonly MarkedFile[]) => draft.set({ marked: [...marked] }),
      flush: draft.flush,
      isReadOnly: () => draft.state().isReadOnly,
      subscribe: draft.subscribe,
    }
    return openMarks({ outbox }, owner)
  }

  test('are stored in a new log if all were erased meanwhile, because unused logs are deleted', async ({
    browser,
    reload,
  }) => {
    const { outbox, marks } = await openStoredMarks(reload)
    marks.apply(page1, add(1))
    marks.apply(page1, add(2))
    await outbox.drafts.flush()
    await settle()
    marks.eraseAll(page1)
    await outbox.drafts.flush()
    await settle()
    const rowsBefore = (await countRows(browser)) ?? 0
    marks.apply(page1, { type: 'undo' })
    await outbox.drafts.flush()
    await settle()
    expect(await countRows(browser)).toBe(rowsBefore + 4)
    expect((await openStoredMarks(reload)).read()).toEqual([1, 2])
  })
})

test('marks that were not stored yet reappear when the pupil is opened again', async ({ reload }) => {
  const owner = createOwner()
  const { outbox, marks } = await openMarks(await reload(), owner)
  marks.apply(page1, add(1))
  await settle()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  marks.apply(page1, add(2))
  await settle()
  marks.close()
  const again = await openMarks({ outbox }, owner)
  expect(again.read()).toEqual([1, 2])
  expect(again.marks.getFile(page1.id).status).toBe('failed')
  put.mockRestore()
  await advanceTime(10_500)
  expect(again.marks.getFile(page1.id).status).toBe('saved')
  expect((await openMarks(await reload(), owner)).read()).toEqual([1, 2])
})

test('removes the rows of a log that no draft refers to', async ({ browser, reload }) => {
  const { outbox } = await reload()
  const log = outbox.drafts.logs.newId()
  await outbox.drafts.logs.append(log, 0, add(1))
  const draft = await outbox.drafts.open(
    { name: 'log', value: z.object({ log: z.string() }), isEmpty: () => false },
    '1',
  )
  draft.set({ log })
  await outbox.drafts.flush()
  expect(await countRows(browser)).toBe(1)
  await draft.discard()
  await settle()
  expect(await countRows(browser)).toBe(0)
})

describe('stored operations', () => {
  test('are validated', () => {
    const changes = ['replace', 'amend'].map(type => ({ type, id: 0, mark: stroke(2) }))
    expect(parseOperations(changes).operations).toEqual(changes)
    expect(parseOperations([add(1), { type: 'fly' }, null])).toEqual({ operations: [add(1)], invalid: 2 })
  })
})
