import { expect, it } from 'vitest'
import { Document } from '../contract/document.ts'
import { files } from '../contract/files.ts'
import { bytesQuery, getExternalAddress, previewQuery } from './cache/documentBytes.ts'
import { query } from './cache/query.ts'
import { createApi } from './createApi.ts'

const document = (urls: Record<string, unknown>) =>
  Document.parse({ id: 7, name: 'a.pdf', content_type: 'application/pdf', size: 10, ...urls })
const hostOf = (url: string, download_url = '') => getExternalAddress(document({ url, download_url }))?.host
const passUrl = (pass: string) => `/session/document?pass=${pass}`

it('getExternalAddress returns the host of a document on another host', () => {
  expect([
    hostOf('http://localhost:3000/api/v2/documents/7/content'),
    hostOf(''),
    hostOf('javascript:alert(1)'),
    hostOf('/relative'),
    hostOf('file:///etc/passwd'),
    hostOf(passUrl('a.b')),
    hostOf('https://files.example/7', passUrl('a.b')),
  ]).toEqual(Array(7).fill(undefined))
  expect([
    hostOf('https://files.example/7'),
    hostOf('https://files.example/api/v2/documents/8/content'),
    hostOf('https://files.example/api/v2/documents/7/content/../../evil'),
    hostOf('javascript:alert(1)', 'https://files.example/x'),
  ]).toEqual(Array(4).fill('files.example'))
  expect(() => bytesQuery(document({ url: 'https://files.example/7' }))).toThrow()
  expect(previewQuery(document({ url: 'https://files.example/7' }))).toBeUndefined()
})

it('fetches a document by the pass in its URL, else by its ID', async () => {
  const requests: string[] = []
  const { queryClient } = createApi({
    async fetch(path) {
      requests.push(path)
      return new Response('bytes')
    },
  })
  const load = async (options: ReturnType<typeof previewQuery>) =>
    options && (await queryClient.fetchQuery(options)).text()
  const passes = { url: passUrl('u.1'), download_url: passUrl('d.1'), preview_url: passUrl('p.1') }
  expect(await load(bytesQuery(document(passes)))).toBe('bytes')
  await load(bytesQuery(document({ url: passUrl('u.2') })))
  await load(bytesQuery(document({})))
  await load(previewQuery(document(passes)))
  await load(previewQuery(document({ url: passUrl('u.3') })))
  await load(previewQuery(document({})))
  expect(previewQuery(document({ url: passUrl('u.4'), size: 5_000_000 }))).toBeUndefined()
  await load(bytesQuery(document(passes)))
  expect(requests).toEqual([
    passUrl('d.1'),
    passUrl('u.2'),
    '/api/v2/documents/7/content',
    passUrl('p.1'),
    passUrl('u.3'),
    '/api/v2/documents/7/content?preview=true',
  ])
})

it('refetches lists without an ETag if a pass belongs to an earlier session', async () => {
  let generation = 1
  const requests: string[] = []
  const { queryClient } = createApi({
    async fetch(path, { headers } = {}) {
      const tag = new Headers(headers).get('If-None-Match')
      requests.push(tag ? `${path} ${tag}` : path)
      if (!path.startsWith('/api')) {
        return path === passUrl(`x.${generation}`)
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
      const body = [{ ...file, document: { id: 7, name: 'a', url: passUrl(`x.${generation}`) } }]
      return Response.json(body, { headers: { ETag: '"1"' } })
    },
  })
  const list = query(files.list, { course_id: 1 })
  const shown = async () =>
    (await queryClient.fetchQuery({ ...list, staleTime: Number.POSITIVE_INFINITY })).rows[0]?.document
  const before = await shown()
  generation = 2
  await expect(
    queryClient.fetchQuery({ ...bytesQuery(before ?? document({})), retry: false }),
  ).rejects.toThrow()
  const after = await shown()
  expect(await (await queryClient.fetchQuery(bytesQuery(after ?? document({})))).text()).toBe('bytes')
  expect(requests).toEqual([
    '/api/v2/course/1/files',
    passUrl('x.1'),
    '/api/v2/course/1/files',
    passUrl('x.2'),
  ])
})
