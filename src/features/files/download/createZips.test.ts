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

/** Creates an API with these bytes by document ID. A number is the HTTP status of a refusal. */
function open(answers: Record<number, Uint8Array<ArrayBuffer> | number | 'gone'>) {
  const asked: number[] = []
  const state = { under: 0, most: 0, discarded: 0 }
  const api = createApi({
    fetch: async path => {
      const id = Number(path.split('/').at(-2))
      asked.push(id)
      state.under += 1
      state.most = Math.max(state.most, state.under)
      await Promise.resolve()
      state.under -= 1
      const answer = answers[id]
      if (answer === 'gone' || answer === undefined) throw new TypeError('no network')
      if (typeof answer !== 'number') return new Response(answer)
      return Response.json({ error: { message: 'no', name: 'no', code: answer } }, { status: answer })
    },
  })
  api.queryClient.setDefaultOptions({
    queries: { ...api.queryClient.getDefaultOptions().queries, retry: false },
  })
  const zips = createZips(api.queryClient)
  const saved: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = []
  const make = (entries: ZipEntry[]) =>
    zips.start({
      name: 'Maths',
      plan: { entries, files: entries.filter(({ kind }) => kind === 'file').length, size: 10 },
      target: {
        save: async (zip, name) => void saved.push({ name, bytes: new Uint8Array(await zip.arrayBuffer()) }),
        discard: async () => {
          state.discarded += 1
        },
      },
      instant: () => Date.UTC(2026, 10, 18, 7),
      describe: missing => ({ name: 'not in here.txt', text: missing.map(({ path }) => path).join() }),
    })
  return { zips, make, saved, asked, state }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const all = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251)

it('contains each file under its path and empty folders, and requests one file at a time', async () => {
  const { zips, make, saved, asked, state } = open({ 1: bytes('one'), 2: all, 3: bytes('') })
  await make([
    file('Maths/ü 1.txt', 1),
    { kind: 'folder', path: 'Maths/Empty', createdAt },
    file('Maths/Tests/all.bin', 2),
    file('nothing', 3),
  ])
  const [zip] = saved
  if (!zip) throw new Error('no zip was saved')
  expect(zip.name).toBe('Maths.zip')
  expect(readZip(zip.bytes)).toEqual(
    new Map([
      ['Maths/ü 1.txt', bytes('one')],
      ['Maths/Empty/', bytes('')],
      ['Maths/Tests/all.bin', all],
      ['nothing', bytes('')],
    ]),
  )
  expect([asked, state.most]).toEqual([[1, 2, 3], 1])
  expect(zips.all()).toMatchObject([{ stage: 'done', done: 3, files: 3, loaded: 70_003, missing: [] }])
})

it('skips files that can’t be loaded, and lists them in a text file', async () => {
  const { zips, make, saved, asked } = open({ 1: bytes('one'), 2: 404 })
  const other = file('c', 3, 'https://elsewhere.example/c')
  const empty: ZipEntry = { kind: 'file', path: 'd', document: null, createdAt }
  await make([file('b', 2), other, file('not in here.txt', 1), empty])
  const found = readZip(saved[0]?.bytes ?? new Uint8Array())
  expect([...found.keys()]).toEqual(['not in here.txt', '_not in here.txt'])
  expect(new TextDecoder().decode(found.get('_not in here.txt'))).toBe('b,c,d')
  // A file on another host is never requested.
  expect(asked).toEqual([2, 1])
  expect(zips.all()).toMatchObject([
    { stage: 'done', done: 4, missing: [{ path: 'b' }, { path: 'c' }, { path: 'd' }] },
  ])
})

it('is not saved without any file, and stops requesting after three network errors', async () => {
  const { zips, make, saved, asked, state } = open({})
  await make([1, 2, 3, 4, 5].map(id => file(`${id}`, id)))
  expect([saved, asked, state.discarded]).toEqual([[], [1, 2, 3], 1])
  expect(zips.all()).toMatchObject([{ stage: 'nothing', missing: { length: 5 } }])
  zips.forget(zips.all()[0]?.id ?? 0)
  expect(zips.all()).toEqual([])
})

it('is discarded when it is cancelled', async () => {
  const { zips, make, saved, asked, state } = open({ 1: bytes('one'), 2: bytes('two') })
  zips.subscribe(() => {
    const [zip] = zips.all()
    if (zip?.done === 1) zips.cancel(zip.id)
  })
  await make([file('a', 1), file('b', 2)])
  expect([saved, asked, state.discarded, zips.all()]).toEqual([[], [1], 1, []])
})
