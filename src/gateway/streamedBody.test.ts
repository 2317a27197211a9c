import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRequestUpstream, type Upstream } from './upstream.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** The test sends the chunks. */
function controlledBody() {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      control = controller
    },
  })
  return {
    stream,
    send: (text: string) => control?.enqueue(new TextEncoder().encode(text)),
    end: () => control?.close(),
    fail: () => control?.error(new Error('gone')),
  }
}

/** `read` contains the chunks that the service has read. */
function startUpload(
  body: ReadableStream<Uint8Array>,
  length: string | null = null,
  respond = async () => new Response('kept'),
) {
  const read: string[] = []
  let request: Request | undefined
  const upstream: Upstream = async upstreamRequest => {
    request = upstreamRequest
    const reader = upstreamRequest.body?.getReader()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      read.push(new TextDecoder().decode(next.value))
    return respond()
  }
  const requestUpstream = createRequestUpstream({
    upstream,
    serviceUrl: 'https://school.example',
    version: '1',
  })
  const response = requestUpstream({
    method: 'POST',
    path: '/api/v2/documents',
    headers: {},
    body: { stream: body, length },
  })
  return { read, response, request: () => request }
}

it('an upload passes on each chunk at once, with Content-Length', async () => {
  const { stream, send, end } = controlledBody()
  const { read, response, request } = startUpload(stream, '6')
  send('one')
  await expect.poll(() => read).toEqual(['one'])
  send('two')
  end()
  expect((await response).status).toBe(200)
  expect(read).toEqual(['one', 'two'])
  expect(request()?.headers.get('content-length')).toBe('6')
})

it('the timeout of an upload starts after its last chunk', async () => {
  const { stream, send, end } = controlledBody()
  const { read, response } = startUpload(stream, null, () => new Promise<Response>(() => undefined))
  for (let piece = 1; piece <= 5; piece += 1) {
    send('x')
    await expect.poll(() => read).toHaveLength(piece)
    vi.advanceTimersByTime(60_000)
  }
  expect(vi.getTimerCount()).toBe(0)
  end()
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(120_000)
  await expect(response).rejects.toThrow('took too long')
})

it('a page that disconnects ends the request to the service', async () => {
  const { stream, send, fail } = controlledBody()
  const { read, response } = startUpload(stream)
  send('one')
  await expect.poll(() => read).toEqual(['one'])
  fail()
  await expect(response).rejects.toThrow('cannot be reached')
})

it('reads the rest of an upload that was refused early', async () => {
  const { stream, send, end } = controlledBody()
  const upstream: Upstream = async request => {
    await request.body?.cancel()
    return new Response('too large', { status: 413 })
  }
  const requestUpstream = createRequestUpstream({
    upstream,
    serviceUrl: 'https://school.example',
    version: '1',
  })
  let status: number | undefined
  const body = { stream, length: null }
  const response = requestUpstream({ ...{ method: 'POST', path: '/', headers: {} }, body }).then(result => {
    ;({ status } = result)
  })
  send('one')
  send('two')
  await new Promise(resolve => setImmediate(resolve))
  expect(status).toBeUndefined()
  end()
  await response
  expect(status).toBe(413)
})
