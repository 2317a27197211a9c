import { describe, expect, it } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { appOrigin, testGateway } from '../testing/testGateway.ts'

const fromPage = { [pageHeader]: '1', 'Sec-Fetch-Site': 'same-origin' }

async function upload(body: FormData, headers: Record<string, string> = {}) {
  const { gateway, upstreamRequests, signIn } = await testGateway()
  const id = await signIn()
  upstreamRequests.length = 0
  const request = new Request(`${appOrigin}/api/v2/documents`, {
    method: 'POST',
    headers: { ...fromPage, ...headers },
    body,
  })
  return { response: (await gateway.fetch(request, { id })).response, upstreamRequests }
}

const formOf = (content: string) => {
  const form = new FormData()
  form.append('related_to', 'todo.1.user.2.submission')
  form.append('file', new File([content], 'page1.jpg', { type: 'image/jpeg' }))
  return form
}

describe('uploads through the proxy', () => {
  it('pass on the multipart body with its boundary and the token', async () => {
    const { response, upstreamRequests } = await upload(formOf('the photo'))
    expect(response.status).toBe(200)
    expect(upstreamRequests).toHaveLength(1)
    const type = upstreamRequests[0]?.headers.get('content-type') ?? ''
    expect(type).toMatch(/^multipart\/form-data; ?boundary=/)
    expect(upstreamRequests[0]?.headers.get('authorization')).toBe('Bearer access-1')
    const received = new Response(upstreamRequests[0]?.body ?? '', { headers: { 'Content-Type': type } })
    // biome-ignore lint/nursery/noJsRestrictedProperties: a small form of this test's own
    const arrived = await received.formData()
    expect(arrived.get('related_to')).toBe('todo.1.user.2.submission')
    const file = arrived.get('file')
    expect(file instanceof File && [file.name, await file.text()]).toEqual(['page1.jpg', 'the photo'])
  })

  it('may exceed the JSON limit, up to 50 MB', async () => {
    expect((await upload(formOf('x'.repeat(2_000_000)))).response.status).toBe(200)
    const { response, upstreamRequests } = await upload(formOf('x'), { 'Content-Length': '50000001' })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      error: { name: 'too_large' },
    })
    expect(upstreamRequests).toEqual([])
  })
})

it('passes Range, If-Range, Content-Range and ETag of documents', async () => {
  const { call, signIn, responses, upstreamRequests } = await testGateway()
  const id = await signIn()
  const of = { 'Content-Range': 'bytes 2-3/7', 'Accept-Ranges': 'bytes', ETag: '"1"' }
  responses.api = () => new Response('ab', { status: 206, headers: of })
  const headers = { Range: 'bytes=2-3', 'If-Range': '"1"' }
  const { response } = await call('GET', '/api/v2/documents/3/content', { id, headers })
  expect(Object.fromEntries(upstreamRequests.at(-1)?.headers ?? [])).toMatchObject({
    range: 'bytes=2-3',
    'if-range': '"1"',
  })
  expect([response.status, await response.text()]).toEqual([206, 'ab'])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-range': 'bytes 2-3/7',
    'accept-ranges': 'bytes',
    etag: '"1"',
    'content-disposition': 'attachment',
  })
})

it('aborts an upload without Content-Length at the size limit', async () => {
  const { gateway, signIn } = await testGateway()
  const id = await signIn()
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1_000_000
      controller.enqueue(new Uint8Array(1_000_000))
    },
  })
  const headers = { ...fromPage, 'Content-Type': 'multipart/form-data; boundary=x' }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const { response } = await gateway.fetch(new Request(`${appOrigin}/api/v2/documents`, init), { id })
  expect([response.status, (await response.json()).error.name]).toEqual([413, 'too_large'])
  expect(sent).toBeLessThan(54_000_000)
})

describe('downloads through the proxy', () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0, 1, 2, 0xfe, 0xff])
  const download = async (headers: Record<string, string>, query = '') => {
    const { call, signIn, responses, upstreamRequests } = await testGateway()
    const id = await signIn()
    responses.api = () => new Response(bytes, { headers })
    const { response } = await call('GET', `/api/v2/documents/3/content${query}`, { id })
    return { response, requestedPath: upstreamRequests.at(-1)?.path }
  }

  it('return bytes and file name unchanged, with a strict CSP', async () => {
    const { response, requestedPath } = await download(
      {
        'Content-Type': 'image/jpeg',
        'Content-Length': '7',
        'Content-Disposition': `attachment; filename="a.jpg"; filename*=UTF-8''a.jpg`,
        'Content-Security-Policy': "script-src 'unsafe-inline'",
      },
      '?preview=1',
    )
    expect(requestedPath).toBe('/api/v2/documents/3/content?preview=1')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '7',
      'content-disposition': `attachment; filename="a.jpg"; filename*=UTF-8''a.jpg`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  it('get a sandbox CSP and nosniff for inline HTML', async () => {
    const { response } = await download({ 'Content-Type': 'text/html', 'Content-Disposition': 'inline' })
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
