import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import type { S3Settings } from '../server/documents/documentSettings.ts'
import { temporaryDirectory } from './testServer.ts'

/**
 * Behaviour of the connection to S3: `open` works, `refused` answers 403, `busy` answers 503. `half down` and `half up`
 * break off after half of the bytes of a download or upload.
 */
export type S3Way = 'open' | 'refused' | 'busy' | 'half down' | 'half up'

export type TestS3 = {
  settings: S3Settings
  /** The settings as environment variables. */
  environment: Record<string, string>
  /** Changes the behaviour for the following requests. */
  set(way: S3Way): void
  /** Returns the keys of the stored objects, without the one that marks the store. */
  keys(): string[]
}

/** Starts S3 on this machine until the end of the test. Its connection can simulate failures. */
export async function testS3(): Promise<TestS3> {
  const directory = temporaryDirectory()
  const bucket = 'school-files'
  const s3 = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: bucket }],
  })
  const { port } = await s3.run()
  let way: S3Way = 'open'
  const between = createServer((asked, answer) => pass(asked, answer, port, way))
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  onTestFinished(async () => {
    between.closeAllConnections()
    between.close()
    await s3.close()
  })
  const endpoint = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
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
    set(next) {
      way = next
    },
    keys: () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('._S3rver_object'))
        .map(name => name.replace(/^.*\//, '').replace('._S3rver_object', ''))
        .filter(key => key !== 'staffroom'),
  }
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number, way: S3Way): void {
  if (way === 'refused' || way === 'busy') {
    asked.resume()
    const [status, code] = way === 'refused' ? [403, 'AccessDenied'] : [503, 'SlowDown']
    answer.writeHead(status, { 'Content-Type': 'application/xml' })
    answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    return
  }
  const { method, url, headers } = asked
  const onward = request({ port, host: '127.0.0.1', method, path: url, headers }, response => {
    answer.writeHead(response.statusCode ?? 500, response.headers)
    const half = Number(response.headers['content-length'] ?? 0) / 2
    if (way !== 'half down' || half === 0) return void response.pipe(answer)
    let size = 0
    response.on('data', (bytes: Buffer) => {
      size += bytes.byteLength
      answer.write(bytes.subarray(0, Math.max(1, Math.floor(half))))
      if (size >= half) answer.destroy()
    })
  })
  onward.on('error', () => answer.destroy())
  asked.on('error', () => onward.destroy())
  if (way !== 'half up' || method !== 'PUT') return void asked.pipe(onward)
  let size = 0
  asked.on('data', (bytes: Buffer) => {
    size += bytes.byteLength
    onward.write(bytes)
    if (size < Number(headers['content-length']) / 2) return
    onward.destroy()
    answer.destroy()
  })
}
