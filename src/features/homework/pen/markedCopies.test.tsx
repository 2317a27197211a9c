import { afterEach, expect, vi } from 'vitest'
import { type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { strokeAt } from '../../../testing/storeMarks.ts'
import { stubCanvas } from '../../../testing/stubCanvas.ts'
import { type Browser, screenTest as test } from '../../../testing/testOutbox.ts'
import { maxCopySize } from '../../../ui/markedCopy/createMarkedCopy.ts'
import { createMarkedCopies } from './markedCopies.ts'
import type { MarkedFile } from './markedFile.ts'
import { createMarkStore } from './markStore.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const page1 = toDocumentFile({
  ...{
    id: 12,
    name: 'page1.jpg',
    content_type: 'image/jpeg',
    type: 'image',
    size: 5,
    hash: '',
    related_to: '',
  },
  ...{
    sha1_checksum: '',
    url: '/api/v2/documents/12/content',
    download_url: '',
    uploaded: '',
    human_size: '',
  },
} as unknown as Parameters<typeof toDocumentFile>[0])

async function openMarks(browser: Browser) {
  const outbox: Outbox = await browser.tab({ kinds: [] })
  let marked: MarkedFile[] = []
  const owner = {
    getMarked: () => marked,
    setMarked: (next: readonly MarkedFile[]) => {
      marked = [...next]
    },
    flush: () => Promise.resolve(true),
    isReadOnly: () => false,
    subscribe: () => () => undefined,
  }
  const marks = createMarkStore(outbox, owner, Date.now)
  await marks.loading
  const draw = (x: number) => marks.apply(page1, { type: 'add', mark: strokeAt(x) })
  const load = vi.fn(async () => new Blob(['bytes']))
  const create = (files: readonly DocumentFile[] = [page1]) =>
    createMarkedCopies(outbox, owner, { files, load, takenNames: [] })
  return { outbox, owner, marks, draw, load, create }
}

test('a copy is created once, and again after its marks have changed', async ({ browser }) => {
  const { created } = stubCanvas()
  const { owner, draw, create } = await openMarks(browser)
  draw(1)
  const first = await create()
  expect(first).toEqual(owner.getMarked())
  expect(await create()).toEqual(first)
  expect(created).toHaveLength(1)
  draw(2)
  expect(await create()).not.toEqual(first)
  expect(created).toHaveLength(2)
})

test('a copy has the strokes that were drawn while it was created', async ({ browser }) => {
  const { drawn, created } = stubCanvas()
  const { draw, load, create } = await openMarks(browser)
  draw(1)
  load.mockImplementationOnce(async () => {
    draw(2)
    return new Blob(['bytes'])
  })
  const [file] = await create()
  expect(created).toHaveLength(2)
  expect(drawn).toEqual(['picture', 'stroke', 'picture', 'stroke', 'stroke'])
  expect(file?.copy.name).toBe('page1-marked.jpg')
})

test.for([
  ['removed', []],
  ['tooLarge', [{ ...page1, size: maxCopySize + 1 }]],
] as const)('no copy is created and nothing is loaded: %s', async ([reason, files], { browser }) => {
  stubCanvas()
  const { owner, draw, load, create } = await openMarks(browser)
  draw(1)
  await expect(create(files)).rejects.toMatchObject({
    name: 'MarkedCopyError',
    reason,
    fileName: 'page1.jpg',
  })
  expect(load).not.toHaveBeenCalled()
  expect(owner.getMarked()).toMatchObject([{ copy: null }])
})

test('no copy is created without the marks that the draft refers to', async ({ browser }) => {
  stubCanvas()
  const { outbox, owner, create } = await openMarks(browser)
  owner.setMarked([{ document: 12, name: 'page1.jpg', log: outbox.drafts.logs.newId(), copy: null }])
  await expect(create()).rejects.toMatchObject({ name: 'MarkedCopyError', reason: 'noMarks' })
})

test('no copy is created while storage is full', async ({ browser }) => {
  stubCanvas()
  const { owner, draw, create } = await openMarks(browser)
  draw(1)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(create()).rejects.toMatchObject({ name: 'MarkedCopyError', reason: 'notStored' })
  expect(owner.getMarked()).toMatchObject([{ copy: null }])
})
