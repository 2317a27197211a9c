import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createRequestUpstream } from '../../gateway/upstream.ts'

it.each(['6', null])('streams an upload to a foreign service with Content-Length %j', async length => {
  const receivedRequests: unknown[] = []
  const service = createServer((request, response) => {
    receivedRequests.push(request.headers['content-length'], request.headers['transfer-encoding'])
    request.on('data', (bytes: Buffer) => receivedRequests.push(bytes.toString()))
    request.on('end', () => response.end('kept'))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const { port } = service.address() as AddressInfo
  const requestUpstream = createRequestUpstream({
    upstream: request => fetch(request),
    serviceUrl: `http://127.0.0.1:${port}`,
    version: '1',
  })
  let send = (_text: string) => {}
  let closeStream = () => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      send = text => controller.enqueue(new TextEncoder().encode(text))
      closeStream = () => controller.close()
    },
  })
  const response = requestUpstream({
    method: 'POST',
    path: '/',
    headers: {},
    body: { stream, length },
  })
  send('one')
  const framing = length === null ? [undefined, 'chunked'] : ['6', undefined]
  await expect.poll(() => receivedRequests).toEqual([...framing, 'one'])
  send('two')
  closeStream()
  expect((await response).status).toBe(200)
  expect(receivedRequests).toEqual([...framing, 'one', 'two'])
})
