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
import { spool } from './spool.ts'

/**
 * Time limits in ms: for connecting, until a response begins, for the upload of a large file, and until an idle
 * connection counts as dead.
 */
const patience = { connect: 5_000, answer: 15_000, put: 110_000, idle: 300_000 }
/** Maximum number of connections. Each download holds one until its client has read everything. */
const connections = 1000
const silent = () => undefined

/**
 * Stores documents as objects of a bucket, named by their SHA-256. An upload is first written to a temporary file,
 * because its name is known only at the end. It is then sent in one request with length and hash, which every S3
 * service accepts and verifies.
 */
export function createS3Store(settings: S3Settings): ObjectStore & { close(): void } {
  const { endpoint, region, bucket: Bucket, prefix, accessKeyId, secretAccessKey } = settings
  const clientOf = (agent: { keepAlive: boolean; maxSockets: number }) =>
    new S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 2,
      // The thrown errors contain the same information.
      logger: { debug: silent, info: silent, warn: silent, error: silent },
      // Amazon's checksums are sent as trailers, which not all other services support.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: patience.connect,
        socketTimeout: patience.idle,
        httpAgent: new HttpAgent(agent),
        httpsAgent: new HttpsAgent(agent),
      },
    })
  const client = clientOf({ keepAlive: true, maxSockets: connections })
  // Health checks must not wait for a connection behind downloads.
  const probe = clientOf({ keepAlive: true, maxSockets: 4 })
  /** Key of an object that always exists. A client that can read it can read documents. */
  const marker = `${prefix}staffroom`
  let isProven = false

  const orAway = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (cause) {
      throw new StoreUnavailable(sentenceOfS3(settings, cause), cause)
    }
  }
  const soon = () => ({ abortSignal: AbortSignal.timeout(patience.answer) })

  return {
    receive() {
      const file = spool(unnamedFile)
      return {
        write: piece => orAway(file.write(piece)),
        async put(key) {
          const { file: from, size } = await orAway(file.whole())
          const broken = new AbortController()
          // The SDK pipes the stream without handling its errors.
          const read = () =>
            from.createReadStream({ start: 0, autoClose: false }).on('error', error => broken.abort(error))
          const command = new PutObjectCommand({
            ...{ Bucket, Key: prefix + key, ContentLength: size },
            ContentType: 'application/octet-stream',
            Body: size === 0 ? new Uint8Array() : read(),
          })
          // The request is signed with the hash, so that the service refuses incomplete or other content.
          command.middlewareStack.add(withHash(key), { step: 'build', name: 'contentHash' })
          const abortSignal = AbortSignal.any([broken.signal, AbortSignal.timeout(patience.put)])
          await orAway(client.send(command, { abortSignal }))
          await file.close()
        },
        discard: () => file.close().catch(() => undefined),
      }
    },

    async read(key, { start, end }) {
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(new Error('no answer')), patience.answer)
      const command = new GetObjectCommand({ Bucket, Key: prefix + key, Range: `bytes=${start}-${end}` })
      const asked = client.send(command, { abortSignal: late.signal }).finally(() => clearTimeout(timer))
      const { Body } = await orAway(asked)
      if (!Body) throw new StoreUnavailable('S3 gave no bytes')
      return asAsked(Body as Readable)
    },

    remove: async key => {
      await orAway(client.send(new DeleteObjectCommand({ Bucket, Key: prefix + key }), soon()))
    },

    async check() {
      if (isProven) {
        await orAway(probe.send(new HeadObjectCommand({ Bucket, Key: marker }), soon()))
        return
      }
      const mark = 'Documents of Staffroom, each named by its SHA-256.\n'
      await orAway(client.send(new PutObjectCommand({ Bucket, Key: marker, Body: mark }), soon()))
      const { Body } = await orAway(client.send(new GetObjectCommand({ Bucket, Key: marker }), soon()))
      if ((await orAway(textOf(Body as Readable))) !== mark) {
        throw new StoreUnavailable(`${nameOf(settings)} gives back something else than was put there.`)
      }
      // Deleting a missing object succeeds, but is refused without the right to delete.
      const nothing = new DeleteObjectCommand({ Bucket, Key: `${prefix}${randomUUID()}` })
      await orAway(client.send(nothing, soon()))
      isProven = true
    },

    // An interrupted upload leaves no object, and its temporary file has no name.
    sweep: async () => undefined,
    close() {
      client.destroy()
      probe.destroy()
    },
  }
}

/** Converts the body to a stream that reads only on demand. Node's own conversion reads ahead. */
function asAsked(body: Readable): ReadableStream<Uint8Array> {
  // The iterator has no error listener before its first read. That read still throws an earlier error.
  body.on('error', () => undefined)
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/**
 * Opens a temporary file without a name. No other process can open it, and it disappears when this process ends, even
 * after a crash.
 */
async function unnamedFile() {
  const path = join(tmpdir(), `staffroom-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

type Headers = { request: { headers: Record<string, string> } }
const withHash =
  (hash: string) =>
  <Given extends object, Output>(next: (given: Given) => Promise<Output>) =>
  (given: Given): Promise<Output> => {
    const { headers } = (given as Given & Headers).request
    headers['x-amz-content-sha256'] = hash
    return next(given)
  }

async function textOf(body: Readable): Promise<string> {
  let text = ''
  for await (const piece of body) text += String(piece)
  return text
}

const nameOf = ({ bucket, endpoint }: S3Settings) =>
  `DOCUMENTS: the bucket ${bucket} at ${new URL(endpoint).host}`

/** Returns a sentence for the operator about an S3 store that can't be read or written. */
function sentenceOfS3(settings: S3Settings, cause: unknown): string {
  const { host } = new URL(settings.endpoint)
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const code = 'code' in error ? String(error.code) : ''
  const status = statusOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no room for what is uploaded in ${tmpdir()}: make some, or name another folder by TMPDIR.`
  if (/^(?:ECONNRESET|EPIPE|ERR_STREAM)/.test(code) || error.message === 'aborted')
    return `${nameOf(settings)} breaks off in the middle: look at it, and at what is between.`
  if (/^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUN|ENETUN)/.test(code) || /Timeout|Abort/.test(error.name))
    return `S3_ENDPOINT: no S3 answers at ${host}. Is it running, and is that its address?`
  if (error.name === 'NoSuchBucket') return `${nameOf(settings)} is not there: create it first.`
  if (status === 401 || status === 403)
    return `${nameOf(settings)} refuses S3_ACCESS_KEY_ID (403): look at the key, its secret, and that it may read, write and delete objects.`
  if (status === 301 || status === 307 || error.name === 'AuthorizationHeaderMalformed')
    return `${nameOf(settings)} is in another region: set S3_REGION or S3_ENDPOINT to where it is.`
  if (/SSL|TLS|CERT/i.test(code)) return `S3_ENDPOINT: the encrypted connection to ${host} failed (${code}).`
  if (status !== undefined && status >= 500)
    return `S3 at ${host} answers ${status}, which it should only for a moment: start again when it is well.`
  return `${nameOf(settings)} cannot be used: ${code || error.name}${status ? ` (${status})` : ''}.`
}

function statusOf(error: Error): number | undefined {
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}
