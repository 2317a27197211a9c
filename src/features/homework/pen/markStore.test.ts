import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import type { Outbox } from '../../../outbox/Outbox.ts'
import {
  advanceTime,
  createReload,
  fakeTimers,
  queryTable,
  settle,
  testBrowser,
} from '../../../testing/testOutbox.ts'
import { getPageMarks, type Mark } from '../../../ui/marks/marks.ts'
import { MarkedFile, parseOperations } from './markedFile.ts'
import { createMarkStore, flushMarks } from './markStore.ts'

let browser: ReturnType<typeof testBrowser>
let reload: ReturnType<typeof createReload>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  reload = createReload(browser)
})
afterEach(() => {
  vi.restoreAllMocks()
  browser.close()
  vi.useRealTimers()
})

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

async function openMarks(owner: Owner, outbox?: Outbox) {
  const opened = outbox ?? (await reload()).outbox
  const marks = createMarkStore(opened, owner, Date.now)
  await marks.loading
  return { outbox: opened, marks, read: () => readMarks(marks) }
}
const readMarks = (marks: ReturnType<typeof createMarkStore>) =>
  getPageMarks(marks.getFile(page1.id).history, 0).map(mark => 'points' in mark && mark.points[0])

const countRows = async () => {
  const ids = await queryTable(browser, 'files', store => store.getAllKeys())
  return Array.isArray(ids) ? ids.length : undefined
}

describe('the marks of a draft', () => {
  it('are stored one by one, and read again after a crash', async () => {
    const owner = createOwner()
    const { marks } = await openMarks(owner)
    for (const x of [1, 2, 3]) marks.apply(page1, add(x))
    marks.apply(page1, { type: 'erase', ids: [1] })
    await settle()
    expect(await countRows()).toBe(4)
    expect(marks.getFile(page1.id).status).toBe('saved')
    // The browser kills the page, so the store is not closed.
    const after = await openMarks(owner)
    expect(after.read()).toEqual([1, 3])
    after.marks.apply(page1, { type: 'undo' })
    await settle()
    expect((await openMarks(owner)).read()).toEqual([1, 2, 3])
  })

  it('write one row for a stroke, and change the draft only for the first', async () => {
    const owner = createOwner()
    const setMarked = vi.spyOn(owner, 'setMarked')
    const { outbox, marks } = await openMarks(owner)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    for (let x = 0; x < 20; x += 1) marks.apply(page1, add(x))
    expect(await flushMarks(outbox, owner.getMarked()[0]?.log ?? '')).toBe(true)
    expect(put).toHaveBeenCalledTimes(20)
    expect(setMarked).toHaveBeenCalledTimes(1)
  })

  it('are saved when the draft that refers to them is stored, too', async () => {
    const owner = createOwner()
    const stored = Promise.withResolvers<boolean>()
    const { marks } = await openMarks({ ...owner, flush: () => stored.promise })
    marks.apply(page1, add(1))
    await settle()
    expect(await countRows()).toBe(1)
    expect(marks.getFile(page1.id).status).toBe('saving')
    stored.resolve(true)
    await settle()
    expect(marks.getFile(page1.id).status).toBe('saved')
  })

  it('remain in memory while storage is full, and are stored later', async () => {
    const owner = createOwner()
    const { outbox, marks, read } = await openMarks(owner)
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
    expect((await openMarks(owner)).read()).toEqual([1, 2])
  })

  it('can be changed by one tab only, which reads them again when it takes over', async () => {
    const [one, other] = [createOwner(), createOwner()]
    const first = await openMarks(one)
    first.marks.apply(page1, add(1))
    await settle()
    other.setMarked(one.getMarked())
    other.setReadOnly(true)
    const second = await openMarks(other)
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
    expect((await openMarks(other)).read().toSorted()).toEqual([1, 2, 3, 4])
  })

  it('are shown in another tab as soon as they are stored', async () => {
    const [one, other] = [createOwner(), createOwner()]
    const first = await openMarks(one)
    first.marks.apply(page1, add(1))
    await settle()
    other.setMarked(one.getMarked())
    other.setReadOnly(true)
    const second = await openMarks(other, await browser.tab({ kinds: [] }))
    expect(second.read()).toEqual([1])
    first.marks.apply(page1, add(2))
    first.marks.apply(page1, add(3))
    await vi.waitFor(() => expect(second.read()).toEqual([1, 2, 3]))
    first.marks.apply(page1, { type: 'undo' })
    await vi.waitFor(() => expect(second.read()).toEqual([1, 2]))
  })

  it('disappear with the draft, and return with it', async () => {
    const owner = createOwner()
    const { marks, read } = await openMarks(owner)
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

  it('are not listed once all are undone, and make an earlier copy invalid', async () => {
    const owner = createOwner()
    const { marks } = await openMarks(owner)
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
  async function openStoredMarks() {
    const { outbox } = await reload()
    const draft = await outbox.drafts.open(markedDraft, '1')
    const owner = {
      getMarked: () => draft.state().value?.marked ?? [],
      setMarked: (marked: readonly MarkedFile[]) => draft.set({ marked: [...marked] }),
      flush: draft.flush,
      isReadOnly: () => draft.state().isReadOnly,
      subscribe: draft.subscribe,
    }
    return openMarks(owner, outbox)
  }

  it('are stored in a new log if all were erased meanwhile, because unused logs are deleted', async () => {
    const { outbox, marks } = await openStoredMarks()
    marks.apply(page1, add(1))
    marks.apply(page1, add(2))
    await outbox.drafts.flush()
    await settle()
    marks.eraseAll(page1)
    await outbox.drafts.flush()
    await settle()
    const rowsBefore = (await countRows()) ?? 0
    marks.apply(page1, { type: 'undo' })
    await outbox.drafts.flush()
    await settle()
    expect(await countRows()).toBe(rowsBefore + 4)
    expect((await openStoredMarks()).read()).toEqual([1, 2])
  })
})

it('marks that were not stored yet reappear when the pupil is opened again', async () => {
  const owner = createOwner()
  const { outbox, marks } = await openMarks(owner)
  marks.apply(page1, add(1))
  await settle()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  marks.apply(page1, add(2))
  await settle()
  marks.close()
  const again = await openMarks(owner, outbox)
  expect(again.read()).toEqual([1, 2])
  expect(again.marks.getFile(page1.id).status).toBe('failed')
  put.mockRestore()
  await advanceTime(10_500)
  expect(again.marks.getFile(page1.id).status).toBe('saved')
  expect((await openMarks(owner)).read()).toEqual([1, 2])
})

it('removes the rows of a log that no draft refers to', async () => {
  const { outbox } = await reload()
  const log = outbox.drafts.logs.newId()
  await outbox.drafts.logs.append(log, 0, add(1))
  const draft = await outbox.drafts.open(
    { name: 'log', value: z.object({ log: z.string() }), isEmpty: () => false },
    '1',
  )
  draft.set({ log })
  await outbox.drafts.flush()
  expect(await countRows()).toBe(1)
  await draft.discard()
  await settle()
  expect(await countRows()).toBe(0)
})

describe('stored operations', () => {
  it('are validated', () => {
    const changes = ['replace', 'amend'].map(type => ({ type, id: 0, mark: stroke(2) }))
    expect(parseOperations(changes).operations).toEqual(changes)
    expect(parseOperations([add(1), { type: 'fly' }, null])).toEqual({ operations: [add(1)], invalid: 2 })
  })
})
