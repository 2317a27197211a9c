import { afterEach, describe, expect, vi } from 'vitest'
import { z } from 'zod/mini'
import type { Delivery } from '../../../delivery/Delivery.ts'
import {
  advanceTime,
  type Browser,
  queryTable,
  type Reload,
  settle,
  test,
} from '../../../testing/testDelivery.ts'
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
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
type Owner = Parameters<typeof createMarkStore>[1]

async function openMarks({ delivery }: { delivery: Delivery }, owner: Owner) {
  const marks = createMarkStore(delivery, owner, Date.now)
  await marks.loading
  return { delivery, marks, read: () => readMarks(marks) }
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
    const { delivery, marks } = await openMarks(await reload(), owner)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    for (let x = 0; x < 20; x += 1) marks.apply(page1, add(x))
    expect(await flushMarks(delivery, owner.getMarked()[0]?.log ?? '')).toBe(true)
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
    const { delivery, marks, read } = await openMarks(await reload(), owner)
    marks.apply(page1, add(1))
    await settle()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    marks.apply(page1, add(2))
    await settle()
    const log = owner.getMarked()[0]?.log ?? ''
    expect(marks.getFile(page1.id).status).toBe('failed')
    expect(await flushMarks(delivery, log)).toBe(false)
    expect(read()).toEqual([1, 2])
    put.mockRestore()
    await advanceTime(10_500)
    expect(marks.getFile(page1.id).status).toBe('saved')
    expect((await openMarks(await reload(), owner)).read()).toEqual([1, 2])
  })

  test('are shown in another tab as soon as they are stored', async ({ browser, reload }) => {
    const [one, other] = [createOwner(), createOwner()]
    const first = await openMarks(await reload(), one)
    first.marks.apply(page1, add(1))
    await settle()
    other.setMarked(one.getMarked())
    const second = await openMarks({ delivery: await browser.tab() }, other)
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

  test('are not listed once all are undone, and are sent again after a change', async ({ reload }) => {
    const owner = createOwner()
    const { marks } = await openMarks(await reload(), owner)
    marks.apply(page1, add(1))
    marks.apply(page1, { type: 'undo' })
    expect(owner.getMarked()).toEqual([])
    marks.apply(page1, { type: 'redo' })
    const [file] = owner.getMarked()
    owner.setMarked(file ? [{ ...file, isSent: true }] : [])
    marks.apply(page1, add(2))
    expect(owner.getMarked()[0]?.isSent).toBeUndefined()
  })
})

describe('the marks of a stored draft', () => {
  const markedDraft = {
    name: 'marked',
    value: z.object({ marked: z.array(MarkedFile) }),
    isEmpty: ({ marked }: { marked: MarkedFile[] }) => marked.length === 0,
  }
  async function openStoredMarks(reload: Reload) {
    const { delivery } = await reload()
    const draft = await delivery.drafts.open(markedDraft, '1')
    const owner = {
      getMarked: () => draft.state().value?.marked ?? [],
      setMarked: (marked: readonly MarkedFile[]) => draft.set({ marked: [...marked] }),
      flush: draft.flush,
      subscribe: draft.subscribe,
    }
    return openMarks({ delivery }, owner)
  }

  test('are stored in a new log if all were erased meanwhile, because unused logs are deleted', async ({
    browser,
    reload,
  }) => {
    const { delivery, marks } = await openStoredMarks(reload)
    marks.apply(page1, add(1))
    marks.apply(page1, add(2))
    await delivery.drafts.flush()
    await settle()
    marks.eraseAll(page1)
    await delivery.drafts.flush()
    await settle()
    const rowsBefore = (await countRows(browser)) ?? 0
    marks.apply(page1, { type: 'undo' })
    await delivery.drafts.flush()
    await settle()
    expect(await countRows(browser)).toBe(rowsBefore + 4)
    expect((await openStoredMarks(reload)).read()).toEqual([1, 2])
  })
})

test('marks that were not stored yet reappear when the pupil is opened again', async ({ reload }) => {
  const owner = createOwner()
  const { delivery, marks } = await openMarks(await reload(), owner)
  marks.apply(page1, add(1))
  await settle()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  marks.apply(page1, add(2))
  await settle()
  marks.close()
  const again = await openMarks({ delivery }, owner)
  expect(again.read()).toEqual([1, 2])
  expect(again.marks.getFile(page1.id).status).toBe('failed')
  put.mockRestore()
  await advanceTime(10_500)
  expect(again.marks.getFile(page1.id).status).toBe('saved')
  expect((await openMarks(await reload(), owner)).read()).toEqual([1, 2])
})

describe('stored operations', () => {
  test('are validated', () => {
    const changes = ['replace', 'amend'].map(type => ({ type, id: 0, mark: stroke(2) }))
    expect(parseOperations(changes)).toEqual(changes)
    expect(parseOperations([add(1), { type: 'fly' }, null])).toEqual([add(1)])
  })
})
