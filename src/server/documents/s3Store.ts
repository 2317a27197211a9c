import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { StoreUnavailable } from '../../service/db/documentStore.ts'
import type { S3Settings } from '../settings.ts'
import { type HostStore, markerName, markerText } from './hostStore.ts'
import { streamFile } from './streamFile.ts'

/** In ms, until the response begins. */
const responseTimeoutMs = 15_000
const uploadTimeoutMs = 110_000

type S3Request = { method: string; headers?: Record<string, string>; body?: BodyInit; duplex?: 'half' }

/**
 * Uploads are buffered in a file, because their names are their SHA-256. The request sends length and hash, which
 * every S3 service verifies.
 */
export function createS3Store({ endpoint, region, bucket, prefix, ...credentials }: S3Settings): HostStore {
  const client = new AwsClient({ ...credentials, region, service: 's3' })

  /** Throws `StoreUnavailable`. Limits the time until the response begins, not that of its body. */
  async function send(name: string, init: S3Request, timeoutMs = responseTimeoutMs): Promise<Response> {
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error('no response')), timeoutMs)
    const describe = (reason: unknown) =>
      `DOCUMENTS: the bucket ${bucket} at ${new URL(endpoint).host} cannot be used (${reason}).`
    try {
      const signed = await client.sign(`${endpoint}/${bucket}/${prefix}${name}`, init)
      const response = await fetch(signed, { signal: timeout.signal })
      if (response.ok) return response
      const [, code = ''] = /<Code>(\w+)</.exec(await response.text()) ?? []
      throw new StoreUnavailable(describe(`${response.status} ${code}`.trim()))
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
      throw new StoreUnavailable(describe(cause instanceof Error ? cause.message : cause), error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    receive() {
      let file: FileHandle | undefined
      let size = 0
      return {
        async write(chunk) {
          try {
            file ??= await openUnnamedFile()
            await file.writeFile(chunk)
            size += chunk.byteLength
          } catch (cause) {
            throw new StoreUnavailable(`The folder ${tmpdir()} (TMPDIR) cannot be used for uploads.`, cause)
          }
        },
        async put(hash) {
          const headers = { 'Content-Length': String(size), 'X-Amz-Content-Sha256': hash }
          const body = file ? streamFile(file, { start: 0, end: size - 1 }) : new Uint8Array()
          await send(hash, { method: 'PUT', headers, body, duplex: 'half' }, uploadTimeoutMs)
        },
        async discard() {
          await file?.close().catch(() => undefined)
        },
      }
    },

    async read(hash, { start, end }) {
      const response = await send(hash, { method: 'GET', headers: { Range: `bytes=${start}-${end}` } })
      return response.body ?? new Uint8Array()
    },

    async remove(hash) {
      await send(hash, { method: 'DELETE' })
    },

    async create() {
      await send(markerName, { method: 'PUT', body: markerText })
    },

    async check() {
      await send(markerName, { method: 'HEAD' })
    },

    deleteInterrupted: async () => undefined,
  }
}

/** Disappears when this process ends, even after a crash. */
async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `staffroom-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}
