import { describe, expect, it } from 'vitest'
import { toBase64Url } from '../lib/encoding.ts'
import { type TestGateway, testGateway } from '../testing/testGateway.ts'
import { withDocumentPasses } from './documentPasses.ts'

const service = 'https://school.example'
const documentOf = (urls: Record<string, unknown>) => ({ id: 3, name: 'a.pdf', ...urls })

/** `urls` are the document's URLs at the service. */
async function signInWithDocument(urls: Record<string, unknown>, path = '/api/v2/todos/1/submissions') {
  const before = await testGateway()
  const id = await before.signIn()
  const document = await fetchDocument(before, id, urls, path)
  before.upstreamRequests.length = 0
  return { ...before, id, document }
}

async function fetchDocument(
  { call, responses }: TestGateway,
  id: string,
  urls: Record<string, unknown>,
  path = '/api/v2/todos/1/submissions',
): Promise<Record<string, unknown>> {
  responses.api = () => Response.json([{ submission: { files: [documentOf(urls)] } }])
  const [entry] = await (await call('GET', path, { id })).response.json()
  return entry.submission.files[0]
}

const bytes = new Uint8Array([0xff, 0xd8, 0, 1, 2, 0xfe, 0xff])

describe('document URLs on the service’s host', () => {
  it('are replaced by gateway URLs with a sandbox CSP', async () => {
    const { document, upstreamRequests, responses, call, id } = await signInWithDocument({
      url: `${service}/files/9/a%20b.pdf?v=2#page`,
      preview_url: `${service}/thumbs/9`,
      download_url: '/files/9/raw',
    })
    for (const [name, expectedPath] of [
      ['url', '/files/9/a%20b.pdf?v=2'],
      ['preview_url', '/thumbs/9'],
      ['download_url', '/files/9/raw'],
    ] as const) {
      expect(document[name]).toMatch(/^\/session\/document\?pass=[\w.-]+$/)
      responses.api = () =>
        new Response(bytes, {
          headers: {
            'Content-Type': 'text/html',
            'Content-Disposition': 'inline; filename="x.html"',
            'Content-Security-Policy': "script-src 'unsafe-inline'",
            'Set-Cookie': 'a=b',
          },
        })
      const parts = { 'If-None-Match': '"1"', 'If-Range': '"2"', Range: 'bytes=0-1' }
      const headers = { Cookie: 'c=d', ...parts }
      const { response, route } = await call('GET', String(document[name]), { id, headers })
      expect(route).toBe('/session/document')
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
      expect(upstreamRequests.at(-1)?.path).toBe(expectedPath)
      expect(Object.fromEntries(upstreamRequests.at(-1)?.headers ?? [])).toEqual({
        accept: '*/*',
        authorization: 'Bearer access-1',
        'if-none-match': '"1"',
        'if-range': '"2"',
        range: 'bytes=0-1',
        'user-agent': 'Staffroom/1.2.3',
        'x-client': 'Staffroom/1.2.3',
      })
      expect(Object.fromEntries(response.headers)).toEqual({
        'cache-control': 'no-store',
        'content-disposition': 'attachment',
        'content-security-policy': "sandbox; default-src 'none'",
        'content-type': 'text/html',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      })
    }
    expect(upstreamRequests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
  })

  it('are replaced with escaped slashes, but not inside strings', async () => {
    const { call, responses, id } = await signInWithDocument({})
    const text = String.raw`[{"text":"\"url\":\"https:\/\/school.example\/x\"","url" : "https:\/\/school.example\/x","n":{"avatar_url":"https://school.example/x","url":null},"file":{"url":7}}]`
    responses.api = () => new Response(text, { headers: { 'Content-Type': 'application/json' } })
    const body = await (await call('GET', '/api/v2/chats/1/messages', { id })).response.text()
    expect(body.replace(/"\/session\/document\?pass=[\w.-]+"/, '(a pass)')).toBe(
      text.replace(String.raw`"https:\/\/school.example\/x","n"`, '(a pass),"n"'),
    )
    expect(body).not.toBe(text)
  })

  it.each([
    'https://files.example/9',
    'https://school.example.evil.example/9',
    'http://school.example/9',
    'https://school.example:8443/9',
    'https://user:word@school.example/9',
    'https://user@school.example/9',
    '//evil.example/9',
    'javascript:alert(1)',
    '',
    `${service}/api/v2/documents/3/content`,
    `${service}/api/v2/documents/3/content?preview=1`,
    `${service}/api/v2/me`,
    `${service}/api/v2/me/access_token`,
    `${service}/API/v2/Me/Access_Token`,
    `${service}/api/v2/me%2faccess_token`,
    `${service}/api/v2/%6de/access_token`,
    `${service}/api/v2/x/%2e%2e/me`,
    `${service}/api/v2/x/..%2fme`,
    `${service}/api/v2/x%5c..%5cme`,
    `${service}/api/v2//me`,
    `${service}//evil.example/`,
    `${service}/files/..;/api/v2/me/access_token`,
    `${service}/files/..;x=1/api/v2/me/access_token`,
    `${service}/files/..%3b/api/v2/me/access_token`,
    `${service}/files/%2e%2e%3B/api/v2/me/access_token`,
    `${service}/files/..;`,
    `${service}/files/.;/9`,
    `${service}/files/;/9`,
    `${service}/files/..%20/api/v2/me/access_token`,
    `${service}/api/v2/me;x/access_token`,
    `${service}/api;x/v2/me%3bx`,
    `${service}/api/v2/me%20/access_token`,
    `${service}/api/v2/me./access_token`,
    `${service}/auth;x/oauth2/authorize`,
    `${service}/api/v2/personal_access_tokens`,
    `${service}/api/v2/oauth2/token`,
    `${service}/api/v2/chats/1/messages`,
    `${service}/auth/oauth2/authorize?client_id=staffroom`,
    `${service}/x%00`,
    `${service}/%ff`,
    `${service}/${'x'.repeat(5000)}`,
  ])('are kept on another host, on API and auth paths, or if ambiguous: %s', async url => {
    expect((await signInWithDocument({ url })).document.url).toBe(url)
  })

  it.each(['a;b.pdf', 'a%3Bb.pdf', '..a;b.pdf', 'a.', '9;version=2/page/1'])(
    'are replaced if a path parameter does not change the path: %s',
    async name => {
      const { url } = (await signInWithDocument({ url: `${service}/files/${name}` })).document
      expect(url).toMatch(/^\/session\/document\?pass=/)
    },
  )

  it('are not replaced in responses without documents', async () => {
    const { call, responses, id } = await signInWithDocument({})
    const chat = { id: 1, url: `${service}/chats/1` }
    responses.api = () => Response.json([chat])
    expect(await (await call('GET', '/api/v2/chats', { id })).response.json()).toEqual([chat])
  })
})

describe('a document pass', () => {
  const url = `${service}/files/9`

  it('that is forged or of another session is refused', async () => {
    const gateway = await signInWithDocument({ url })
    const { document, upstreamRequests, call, id } = gateway
    const address = String(document.url)
    const [mac = ''] = /(?<=pass=)[^.]+/.exec(address) ?? []
    const encoded = (path: string) => toBase64Url(new TextEncoder().encode(path))
    gateway.responses.api = () => Response.json({ id: 7, name: 'Jana Albrecht' })
    const other = await gateway.signIn()
    upstreamRequests.length = 0
    const statusOf = async (path: string, signedInAs: string | null = id) =>
      (await call('GET', path, { id: signedInAs })).response.status
    for (const forgedPass of [
      '/session/document',
      '/session/document?pass=',
      '/session/document?pass=.',
      `/session/document?pass=${mac}`,
      `/session/document?pass=${mac}.${encoded('/files/10')}`,
      `/session/document?pass=${mac}.${encoded('https://evil.example/')}`,
      `/session/document?pass=${mac}.${encoded('/api/v2/me/access_token')}`,
      `/session/document?pass=${mac.slice(0, -1)}.${encoded('/files/9')}`,
      `/session/document?pass=.${encoded('/files/9')}`,
      `/session/document?pass=${'A'.repeat(22)}.${encoded('/files/9')}`,
      `${address}.x`,
      `${address}%00`,
      `/session/document?pass=${'A'.repeat(100_000)}`,
    ]) {
      expect([forgedPass.slice(0, 80), await statusOf(forgedPass)]).toEqual([forgedPass.slice(0, 80), 410])
    }
    expect(await statusOf(address, other)).toBe(410)
    expect(await statusOf(address, null)).toBe(401)
    expect(await statusOf(address, 'A'.repeat(43))).toBe(401)
    expect((await call('POST', address, { id })).response.status).toBe(404)
    expect((await call('DELETE', address, { id })).response.status).toBe(404)
    expect(upstreamRequests).toEqual([])
    expect(await statusOf(address)).toBe(200)
  })

  it('expires with its session, and works in another process', async () => {
    const { document, call, id, advance, createSecond, upstreamRequests } = await signInWithDocument({ url })
    const address = String(document.url)
    await call('POST', '/session/refresh', { id, body: {} })
    const { response } = await call('GET', address, { id })
    expect([response.status, upstreamRequests.at(-1)?.headers.get('authorization')]).toEqual([
      200,
      'Bearer access-2',
    ])
    const headers = { 'X-Staffroom': '1', 'Sec-Fetch-Site': 'same-origin' }
    const request = new Request(`https://staffroom.example${address}`, { headers })
    expect((await createSecond().fetch(request, { id })).response.status).toBe(200)
    advance(61 * 60_000)
    upstreamRequests.length = 0
    expect((await call('GET', address, { id })).response.status).toBe(401)
    expect(upstreamRequests.filter(({ path }) => path.startsWith('/files'))).toEqual([])
  })

  it('is refused with 403 unless a page of the app sends it', async () => {
    const { document, gateway, id, upstreamRequests } = await signInWithDocument({ url })
    for (const headers of [{}, { 'X-Staffroom': '1', 'Sec-Fetch-Site': 'cross-site' }]) {
      const request = new Request(`https://staffroom.example${document.url}`, { headers })
      expect((await gateway.fetch(request, { id })).response.status).toBe(403)
    }
    expect(upstreamRequests).toEqual([])
  })
})

describe('a document fetched with a pass', () => {
  const fetchDocument = async (respond: () => Response | Promise<Response>) => {
    const { document, responses, call, id } = await signInWithDocument({ url: `${service}/files/9` })
    responses.api = respond
    return (await call('GET', String(document.url), { id })).response
  }

  it('follows no redirects and returns 502', async () => {
    for (const status of [301, 302, 307, 308]) {
      const headers = { Location: 'https://evil.example/' }
      const response = await fetchDocument(() => new Response(null, { status, headers }))
      expect([response.status, response.headers.get('Location')]).toEqual([502, null])
    }
  })

  it('is refused or aborted above the size limit', async () => {
    const text = await fetchDocument(() => new Response('x', { headers: { 'Content-Length': '500000001' } }))
    expect([text.status, (await text.json()).error.name]).toEqual([413, 'too_large'])
    let pullCount = 0
    const endless = new ReadableStream({
      pull(controller) {
        pullCount += 1
        controller.enqueue(new Uint8Array(4_000_000))
      },
    })
    const response = await fetchDocument(() => new Response(endless))
    await expect(response.arrayBuffer()).rejects.toThrow()
    expect(pullCount).toBeLessThan(140)
  })

  it('keeps the service’s error responses', async () => {
    for (const status of [401, 403, 404, 429, 500]) {
      const response = await fetchDocument(() => Response.json({ error: { message: 'No.' } }, { status }))
      expect([response.status, await response.json()]).toEqual([status, { error: { message: 'No.' } }])
    }
    expect((await fetchDocument(() => Promise.reject(new TypeError('away')))).status).toBe(503)
  })
})

describe('replacing URLs in a chunked response', () => {
  const text = JSON.stringify(
    Array.from({ length: 40 }, (_, id) => ({
      id,
      name: 'Ünïcödé "url": \\ 👩‍🏫',
      url: `/files/${id}`,
      preview_url: id % 2 ? null : `/thumbs/${id}`,
      download_url: `/files/${id}`,
      last: 'url',
    })),
  )
  const rewriteInChunks = async (size: number) => {
    const all = new TextEncoder().encode(text)
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < all.length; at += size) controller.enqueue(all.slice(at, at + size))
        controller.close()
      },
    })
    const replacedText = withDocumentPasses(pieces, url => Promise.resolve(`/to${url}`))
    return new Response(replacedText).text()
  }
  it.each([1, 2, 3, 7, 16, 61, 1000, 100_000])('works with chunks of %i bytes', async size => {
    const expected = text.replaceAll('"/files/', '"/to/files/').replaceAll('"/thumbs/', '"/to/thumbs/')
    expect(await rewriteInChunks(size)).toBe(expected)
  })
})
