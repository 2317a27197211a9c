import { expect, it } from 'vitest'
import { Document } from '../contract/document.ts'
import { files } from '../contract/files.ts'
import { query } from './cache/query.ts'
import { bytesOf, elsewhere, pictureOf } from './client/documentBytes.ts'
import { createApi } from './createApi.ts'

const document = (urls: Record<string, unknown>) =>
  Document.parse({ id: 7, name: 'a.pdf', content_type: 'application/pdf', size: 10, ...urls })
const place = (url: string, download_url = '') => elsewhere(document({ url, download_url }))?.host
const given = (pass: string) => `/session/document?pass=${pass}`

it('is a link for what lies on another host, and nothing else', () => {
  expect([
    place('http://localhost:3000/api/v2/documents/7/content'),
    place(''),
    place('javascript:alert(1)'),
    place('/relative'),
    place('file:///etc/passwd'),
    place(given('a.b')),
    place('https://files.example/7', given('a.b')),
  ]).toEqual(Array(7).fill(undefined))
  expect([
    place('https://files.example/7'),
    place('https://files.example/api/v2/documents/8/content'),
    place('https://files.example/api/v2/documents/7/content/../../evil'),
    place('javascript:alert(1)', 'https://files.example/x'),
  ]).toEqual(Array(4).fill('files.example'))
  expect(() => bytesOf(document({ url: 'https://files.example/7' }))).toThrow()
  expect(pictureOf(document({ url: 'https://files.example/7' }))).toBeUndefined()
})

it('is asked for by the pass in its address, else by its number; a picture by its own', async () => {
  const asked: string[] = []
  const { queryClient } = createApi({
    async fetch(path) {
      asked.push(path)
      return new Response('bytes')
    },
  })
  const load = async (options: ReturnType<typeof pictureOf>) =>
    options && (await queryClient.fetchQuery(options)).text()
  const passes = { url: given('u.1'), download_url: given('d.1'), preview_url: given('p.1') }
  expect(await load(bytesOf(document(passes)))).toBe('bytes')
  await load(bytesOf(document({ url: given('u.2') })))
  await load(bytesOf(document({})))
  await load(pictureOf(document(passes)))
  await load(pictureOf(document({ url: given('u.3') })))
  await load(pictureOf(document({})))
  expect(pictureOf(document({ url: given('u.4'), size: 5_000_000 }))).toBeUndefined()
  // Again: the bytes behind an address never change.
  await load(bytesOf(document(passes)))
  expect(asked).toEqual([
    given('d.1'),
    given('u.2'),
    '/api/v2/documents/7/content',
    given('p.1'),
    given('u.3'),
    '/api/v2/documents/7/content?preview=true',
  ])
})

it('reads the lists anew, whole, where a pass is of another sign-in', async () => {
  let generation = 1
  const asked: string[] = []
  const { queryClient } = createApi({
    async fetch(path, { headers } = {}) {
      const tag = new Headers(headers).get('If-None-Match')
      asked.push(tag ? `${path} ${tag}` : path)
      if (!path.startsWith('/api')) {
        return path === given(`x.${generation}`)
          ? new Response('bytes')
          : Response.json({ error: { name: 'pass_over' } }, { status: 410 })
      }
      if (tag) return new Response(null, { status: 304 })
      const file = {
        id: 1,
        name: 'a',
        is_dir: false,
        parent_id: null,
        created_at: '2026-11-18',
        can_write: true,
      }
      const body = [{ ...file, document: { id: 7, name: 'a', url: given(`x.${generation}`) } }]
      return Response.json(body, { headers: { ETag: '"1"' } })
    },
  })
  const list = query(files.list, { course_id: 1 })
  const shown = async () =>
    (await queryClient.fetchQuery({ ...list, staleTime: Number.POSITIVE_INFINITY })).rows[0]?.document
  const before = await shown()
  generation = 2
  await expect(queryClient.fetchQuery({ ...bytesOf(before ?? document({})), retry: false })).rejects.toThrow()
  const after = await shown()
  expect(await (await queryClient.fetchQuery(bytesOf(after ?? document({})))).text()).toBe('bytes')
  expect(asked).toEqual(['/api/v2/course/1/files', given('x.1'), '/api/v2/course/1/files', given('x.2')])
})
