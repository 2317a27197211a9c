import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { S3Settings } from '../server/settings.ts'
import { temporaryDirectory } from './testServer.ts'

/** `half down` and `half up` break off a download or upload after half of its bytes. */
export type S3Behaviour = 'open' | 'refused' | 'busy' | 'half down' | 'half up'

export type TestS3 = {
  settings: S3Settings
  environment: Record<string, string>
  setBehaviour(behaviour: S3Behaviour): void
  /** Without the object that marks the store. */
  keys(): string[]
}

/** S3 on this machine until the end of the test. */
export async function testS3(): Promise<TestS3> {
  const directory = temporaryDirectory()
  const bucket = 'school-files'
  const s3 = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await s3.run()
  let behaviour: S3Behaviour = 'open'
  const proxy = createServer((incoming, outgoing) => forward(incoming, outgoing, port, behaviour))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(async () => {
    proxy.closeAllConnections()
    proxy.close()
    await s3.close()
  })
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const settings: S3Settings = {
    ...{ kind: 's3', endpoint, region: 'us-east-1', bucket, prefix: 'documents/' },
    ...{ accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }
  return {
    settings,
    environment: {
      DOCUMENTS: `s3://${bucket}/documents`,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    setBehaviour(next) {
      behaviour = next
    },
    keys: () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('._S3rver_object'))
        .map(name => name.replace(/^.*\//, '').replace('._S3rver_object', ''))
        .filter(key => key !== 'staffroom'),
  }
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  behaviour: S3Behaviour,
): void {
  if (behaviour === 'refused' || behaviour === 'busy') {
    incoming.resume()
    const [status, code] = behaviour === 'refused' ? [403, 'AccessDenied'] : [503, 'SlowDown']
    outgoing.writeHead(status, { 'Content-Type': 'application/xml' })
    outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    return
  }
  const { method, url, headers } = incoming
  const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers }, response => {
    outgoing.writeHead(response.statusCode ?? 500, response.headers)
    const half = Number(response.headers['content-length'] ?? 0) / 2
    if (behaviour !== 'half down' || half === 0) return void response.pipe(outgoing)
    let size = 0
    response.on('data', (bytes: Buffer) => {
      size += bytes.byteLength
      outgoing.write(bytes.subarray(0, Math.max(1, Math.floor(half))))
      if (size >= half) outgoing.destroy()
    })
  })
  forwarded.on('error', () => outgoing.destroy())
  incoming.on('error', () => forwarded.destroy())
  if (behaviour !== 'half up' || method !== 'PUT') return void incoming.pipe(forwarded)
  let size = 0
  incoming.on('data', (bytes: Buffer) => {
    size += bytes.byteLength
    forwarded.write(bytes)
    if (size < Number(headers['content-length']) / 2) return
    forwarded.destroy()
    outgoing.destroy()
  })
}
