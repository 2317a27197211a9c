import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { StoreUnavailable } from '../../service/db/documentStore.ts'
import type { ObjectStore } from '../../service/db/externalStore.ts'
import type { S3Settings } from './documentSettings.ts'
import { createSpool } from './spool.ts'

/** In ms. `response` is until it begins, and `idle` until the connection counts as dead. */
const timeoutsMs = { connect: 5_000, response: 15_000, upload: 110_000, idle: 300_000 }
/** A slow download occupies its connection. */
const maxConnections = 1000
const noop = () => undefined

/**
 * Files buffer uploads, because keys contain the SHA-256. One request sends length and hash, which every S3 service
 * verifies.
 */
export function createS3Store(settings: S3Settings): ObjectStore & { close(): void } {
  const { endpoint, region, bucket: Bucket, prefix, accessKeyId, secretAccessKey } = settings
  const createClient = (agent: { keepAlive: boolean; maxSockets: number }) =>
    new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 2,
      logger: { debug: noop, info: noop, warn: noop, error: noop },
      // Amazon sends its checksums as trailers, which some services do not support.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: timeoutsMs.connect,
        socketTimeout: timeoutsMs.idle,
        httpAgent: new HttpAgent(agent),
        httpsAgent: new HttpsAgent(agent),
      },
    })
  const client = createClient({ keepAlive: true, maxSockets: maxConnections })
  // Health checks must not wait behind downloads.
  const probeClient = createClient({ keepAlive: true, maxSockets: 4 })
  /** Always exists. A client that can read it can read documents. */
  const marker = `${prefix}staffroom`
  let isVerified = false

  const withStoreErrors = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (cause) {
      throw new StoreUnavailable(describeS3Error(settings, cause), cause)
    }
  }
  const withTimeout = () => ({ abortSignal: AbortSignal.timeout(timeoutsMs.response) })

  return {
    receive() {
      const file = createSpool(openUnnamedFile)
      return {
        write: chunk => withStoreErrors(file.write(chunk)),
        async put(key) {
          const { file: temporaryFile, size } = await withStoreErrors(file.finish())
          const readFailure = new AbortController()
          // The SDK ignores errors of the stream.
          const read = () =>
            temporaryFile
              .createReadStream({ start: 0, autoClose: false })
              .on('error', error => readFailure.abort(error))
          const command = new PutObjectCommand({
            ...{ Bucket, Key: prefix + key, ContentLength: size },
            ContentType: 'application/octet-stream',
            Body: size === 0 ? new Uint8Array() : read(),
          })
          // The service refuses content with another hash.
          command.middlewareStack.add(addHashHeader(key), { step: 'build', name: 'contentHash' })
          const abortSignal = AbortSignal.any([readFailure.signal, AbortSignal.timeout(timeoutsMs.upload)])
          await withStoreErrors(client.send(command, { abortSignal }))
          await file.close()
        },
        discard: () => file.close().catch(() => undefined),
      }
    },

    async read(key, { start, end }) {
      const timeout = new AbortController()
      const timer = setTimeout(() => timeout.abort(new Error('no answer')), timeoutsMs.response)
      const command = new GetObjectCommand({ Bucket, Key: prefix + key, Range: `bytes=${start}-${end}` })
      const pendingResponse = client
        .send(command, { abortSignal: timeout.signal })
        .finally(() => clearTimeout(timer))
      const { Body } = await withStoreErrors(pendingResponse)
      if (!Body) throw new StoreUnavailable('S3 gave no bytes')
      return toDemandStream(Body as Readable)
    },

    remove: async key => {
      await withStoreErrors(
        client.send(new DeleteObjectCommand({ Bucket, Key: prefix + key }), withTimeout()),
      )
    },

    async check() {
      if (isVerified) {
        await withStoreErrors(probeClient.send(new HeadObjectCommand({ Bucket, Key: marker }), withTimeout()))
        return
      }
      const markerText = 'Documents of Staffroom, each named by its SHA-256.\n'
      await withStoreErrors(
        client.send(new PutObjectCommand({ Bucket, Key: marker, Body: markerText }), withTimeout()),
      )
      const { Body } = await withStoreErrors(
        client.send(new GetObjectCommand({ Bucket, Key: marker }), withTimeout()),
      )
      if ((await withStoreErrors(readText(Body as Readable))) !== markerText) {
        throw new StoreUnavailable(`${describeBucket(settings)} returned other bytes than were stored.`)
      }
      // Succeeds for a missing object, but only with the right to delete.
      const deleteMissing = new DeleteObjectCommand({ Bucket, Key: `${prefix}${randomUUID()}` })
      await withStoreErrors(client.send(deleteMissing, withTimeout()))
      isVerified = true
    },

    sweep: async () => undefined,
    close() {
      client.destroy()
      probeClient.destroy()
    },
  }
}

/** Node's own conversion reads ahead. */
function toDemandStream(body: Readable): ReadableStream<Uint8Array> {
  // The iterator has no error listener before its first read, which throws an earlier error.
  body.on('error', () => undefined)
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/** Disappears when this process ends, even after a crash. */
async function openUnnamedFile() {
  const path = join(tmpdir(), `staffroom-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

type Headers = { request: { headers: Record<string, string> } }
const addHashHeader =
  (hash: string) =>
  <Given extends object, Output>(next: (args: Given) => Promise<Output>) =>
  (args: Given): Promise<Output> => {
    const { headers } = (args as Given & Headers).request
    headers['x-amz-content-sha256'] = hash
    return next(args)
  }

async function readText(body: Readable): Promise<string> {
  let text = ''
  for await (const chunk of body) text += String(chunk)
  return text
}

const describeBucket = ({ bucket, endpoint }: S3Settings) =>
  `DOCUMENTS: the bucket ${bucket} at ${new URL(endpoint).host}`

function describeS3Error(settings: S3Settings, cause: unknown): string {
  const { host } = new URL(settings.endpoint)
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const code = 'code' in error ? String(error.code) : ''
  const status = getStatus(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no space for uploads in ${tmpdir()}. Free some space, or set TMPDIR to another folder.`
  if (/^(?:ECONNRESET|EPIPE|ERR_STREAM)/.test(code) || error.message === 'aborted')
    return `${describeBucket(settings)} closed the connection during a transfer. Check it, and the network in between.`
  if (/^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUN|ENETUN)/.test(code) || /Timeout|Abort/.test(error.name))
    return `S3_ENDPOINT: S3 does not respond at ${host}. Check that it is running and that the address is right.`
  if (error.name === 'NoSuchBucket') return `${describeBucket(settings)} does not exist. Create it first.`
  if (status === 401 || status === 403)
    return `${describeBucket(settings)} refused S3_ACCESS_KEY_ID (403). Check the key and its secret, and that it may read, write and delete objects.`
  if (status === 301 || status === 307 || error.name === 'AuthorizationHeaderMalformed')
    return `${describeBucket(settings)} is in another region. Set S3_REGION or S3_ENDPOINT to that region.`
  if (/SSL|TLS|CERT/i.test(code)) return `S3_ENDPOINT: the encrypted connection to ${host} failed (${code}).`
  if (status !== undefined && status >= 500)
    return `S3 at ${host} responded with ${status}, which is usually temporary. Start Staffroom again when S3 works.`
  return `${describeBucket(settings)} cannot be used: ${code || error.name}${status ? ` (${status})` : ''}.`
}

function getStatus(error: Error): number | undefined {
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}
