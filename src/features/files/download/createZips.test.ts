import { expect, it } from 'vitest'
import { createApi } from '../../../api/createApi.ts'
import type { Document } from '../../../contract/documents.ts'
import { readZip } from '../../../testing/readZip.ts'
import { createZips } from './createZips.ts'
import type { ZipEntry } from './zipPlan.ts'

const document = (id: number, url = ''): Document => ({
  ...{ id, name: `${id}`, content_type: 'text/plain', size: 5, related_to: '', uploaded: null, url },
  ...{ preview_url: null, download_url: '', can_delete: false, hash: '', sha1_checksum: '', human_size: '' },
})
const createdAt = '2026-11-18 08:00:00'
const file = (path: string, id: number, url?: string): ZipEntry => ({
  kind: 'file',
  ...{ path, document: document(id, url), createdAt },
})

/** Creates zips from bytes by document ID. A number is the HTTP status of a refusal. Others get no response. */
function createTestZips(responses: Record<number, Uint8Array<ArrayBuffer> | number>) {
  const requestedIds: number[] = []
  const counts = { pending: 0, maxPending: 0 }
  const api = createApi({
    fetch: async path => {
      const id = Number(path.split('/').at(-2))
      requestedIds.push(id)
      counts.pending += 1
      counts.maxPending = Math.max(counts.maxPending, counts.pending)
      await Promise.resolve()
      counts.pending -= 1
      const response = responses[id]
      if (response === undefined) throw new TypeError('no network')
      if (typeof response !== 'number') return new Response(response)
      return Response.json({ error: { message: 'no', name: 'no', code: response } }, { status: response })
    },
  })
  api.queryClient.setDefaultOptions({
    queries: { ...api.queryClient.getDefaultOptions().queries, retry: false },
  })
  const saved: { name: string; blob: Blob }[] = []
  const zips = createZips(api.queryClient, (blob, name) => void saved.push({ name, blob }))
  const createZip = (entries: ZipEntry[]) =>
    zips.start({
      name: 'Maths',
      plan: { entries, files: entries.filter(({ kind }) => kind === 'file').length, size: 10 },
      parseTime: () => Date.UTC(2026, 10, 18, 7),
      describeMissing: missing => ({ name: 'not in here.txt', text: missing.map(({ path }) => path).join() }),
    })
  return { zips, createZip, saved, requestedIds, counts }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const readBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
const allBytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)

it('contains all files and empty folders, requested one by one', async () => {
  const { zips, createZip, saved, requestedIds, counts } = createTestZips({
    1: bytes('one'),
    2: allBytes,
    3: bytes(''),
  })
  await createZip([
    file('Maths/ü 1.txt', 1),
    { kind: 'folder', path: 'Maths/Empty', createdAt },
    file('Maths/Tests/all.bin', 2),
    file('nothing', 3),
  ])
  const [zip] = saved
  if (!zip) throw new Error('no zip was saved')
  expect(zip.name).toBe('Maths.zip')
  expect(readZip(await readBytes(zip.blob))).toEqual(
    new Map([
      ['Maths/ü 1.txt', bytes('one')],
      ['Maths/Empty/', bytes('')],
      ['Maths/Tests/all.bin', allBytes],
      ['nothing', bytes('')],
    ]),
  )
  expect([requestedIds, counts.maxPending]).toEqual([[1, 2, 3], 1])
  expect(zips.getAll()).toMatchObject([{ stage: 'done', done: 3, files: 3, loaded: 70_003, missing: [] }])
})

it('skips files that can’t be loaded, and lists them', async () => {
  const { zips, createZip, saved, requestedIds } = createTestZips({ 1: bytes('one'), 2: 404 })
  const external = file('c', 3, 'https://elsewhere.example/c')
  const empty: ZipEntry = { kind: 'file', path: 'd', document: null, createdAt }
  await createZip([file('b', 2), external, file('not in here.txt', 1), empty])
  const found = readZip(await readBytes(saved[0]?.blob ?? new Blob()))
  expect([...found.keys()]).toEqual(['not in here.txt', '_not in here.txt'])
  expect(new TextDecoder().decode(found.get('_not in here.txt'))).toBe('b,c,d')
  // A file on another host is never requested.
  expect(requestedIds).toEqual([2, 1])
  expect(zips.getAll()).toMatchObject([
    { stage: 'done', done: 4, missing: [{ path: 'b' }, { path: 'c' }, { path: 'd' }] },
  ])
})

it('is not saved without files, or after three network errors', async () => {
  const { zips, createZip, saved, requestedIds } = createTestZips({})
  await createZip([1, 2, 3, 4, 5].map(id => file(`${id}`, id)))
  expect([saved, requestedIds]).toEqual([[], [1, 2, 3]])
  expect(zips.getAll()).toMatchObject([{ stage: 'empty', missing: { length: 5 } }])
  zips.dismiss(zips.getAll()[0]?.id ?? 0)
  expect(zips.getAll()).toEqual([])
})

it('is not saved when cancelled', async () => {
  const { zips, createZip, saved, requestedIds } = createTestZips({ 1: bytes('one'), 2: bytes('two') })
  zips.subscribe(() => {
    const [zip] = zips.getAll()
    if (zip?.done === 1) zips.cancel(zip.id)
  })
  await createZip([file('a', 1), file('b', 2)])
  expect([saved, requestedIds, zips.getAll()]).toEqual([[], [1], []])
})
