import { ApiError, isNotExecuted, isNotFound, isResponseLost } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input } from '../../contract/endpoint.ts'
import { idempotencyMs, keyReused } from '../../contract/idempotency.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { StorageError } from '../storage/Store.ts'
import type { DeliverableEndpoint, Entry, FileToMake, StoredError } from './Entry.ts'
import type { EntryStore } from './entryStore.ts'
import { isTransient, unexpectedError } from './requestErrors.ts'
import { hasFileToMake, MissingFileError, makeFiles, resolveInput } from './resolveInput.ts'

/** The service stores a key for 24 hours by its own clock. */
const maxKeyAgeMs = idempotencyMs - 60 * 60_000

export type SendOptions = {
  entries: EntryStore
  call: Call
  /** Whether the service supports `Idempotency-Key`. */
  supportsKeys: () => boolean
  endpoints: ReadonlyMap<string, DeliverableEndpoint>
  clock: () => number
  getFile: (id: string) => Promise<File | undefined>
  /** Makes and stores a file. Resolves to its ID. An error may have a `fileName` and a `reason`. */
  makeFile: (file: FileToMake['madeFile']) => Promise<string>
  isLeader: () => boolean
  /** Called in the sending tab after each step, with its resolved input. */
  onStepDone: (entry: Entry, step: SentStep, response: unknown) => void
}

/** `sentAt` is in Unix ms. */
export type SentStep = { endpoint: Endpoint; input: Input<Endpoint>; sentAt: number }

/** `again`: at once, or at `retryAt` (Unix ms), or with a backoff. */
export type SendResult = { kind: 'settled' | 'again' | 'backoff' } | { kind: 'later'; retryAt: number }

class EntryChangedError extends Error {}

const settled: SendResult = { kind: 'settled' }

/**
 * Sends the next step of an entry (rules 22 to 24). After a lost response it is sent again with the same
 * `Idempotency-Key` for up to a day. Without keys, the user decides.
 */
export async function sendStep(entry: Entry, options: SendOptions, signal: AbortSignal): Promise<SendResult> {
  const { entries, clock } = options
  const { key, results, steps } = entry
  const step = steps[results.length]
  if (!step) return finish(entry)
  const deliverable = options.endpoints.get(step.endpoint)
  if (!deliverable) return decide('failed', unexpectedError)
  const { endpoint, findConflict } = deliverable
  const wasSent = entry.state === 'sending'
  if (wasSent && !isRepeatable()) return decide('uncertain', entry.error)
  let input: Input<Endpoint>
  try {
    if (hasFileToMake(step.input)) {
      const made = { ...step, input: await makeFiles(step.input, options.makeFile) }
      await entries.change(entry, { steps: steps.with(results.length, made) })
      return { kind: 'again' }
    }
    input = (await resolveInput(step.input, { results, getFile: options.getFile })) as Input<Endpoint>
    // After a lost response, the service's version may be our own.
    const remote =
      wasSent || step.base === undefined ? undefined : await findConflict?.(input, step.base, options.call)
    if (remote !== undefined) {
      await entries.change(entry, { state: 'conflict', remote })
      return settled
    }
  } catch (error) {
    if (error instanceof MissingFileError)
      return decide('failed', { ...unexpectedError, kind: 'notFound', fields: { file: '' } })
    if (isMakerError(error))
      return decide('failed', { ...unexpectedError, fields: { file: error.fileName, notMade: error.reason } })
    return handleUnsent(error)
  }

  let started: Entry | undefined
  const sentAt = Date.now()
  const stepKey = hasFreshKey() && key ? key : { value: randomUuid(), at: clock() }
  try {
    const response = await options.call(endpoint, input, {
      priority: entry.isBulk ? 'background' : 'user',
      signal,
      key: stepKey.value,
      async onBeforeSend() {
        if (options.isLeader())
          started = await entries.change(entry, { state: 'sending', sentAt, key: stepKey })
        if (!started) throw new EntryChangedError()
      },
    })
    options.onStepDone(entry, { endpoint, input, sentAt }, response)
    return await finish(started ?? entry, response)
  } catch (error) {
    if (signal.aborted) return settled
    return started ? handleFailure(error, started) : handleUnsent(error)
  }

  function isRepeatable(): boolean {
    if (endpoint.method === 'DELETE') return true
    return options.supportsKeys() && hasFreshKey()
  }

  function hasFreshKey(): boolean {
    return key !== undefined && clock() - key.at < maxKeyAgeMs
  }

  async function finish(from: Entry, ...responses: unknown[]): Promise<SendResult> {
    const all = [...from.results, ...responses]
    const isDone = all.length >= from.steps.length
    await entries.change(from, {
      results: all,
      key: undefined,
      error: undefined,
      ...(isDone ? { state: 'done', doneAt: clock() } : { state: 'waiting' }),
    })
    return { kind: isDone ? 'settled' : 'again' }
  }

  async function decide(state: 'failed' | 'uncertain', error: StoredError | undefined): Promise<SendResult> {
    await entries.change(entry, { state, error })
    return settled
  }

  /** The request was not sent. An earlier one may have been. */
  async function handleUnsent(error: unknown): Promise<SendResult> {
    if (signal.aborted) return settled
    if (error instanceof EntryChangedError || error instanceof StorageError) return { kind: 'backoff' }
    if (!(error instanceof ApiError)) return decide(wasSent ? 'uncertain' : 'failed', unexpectedError)
    if (!isTransient(error)) return decide(wasSent ? 'uncertain' : 'failed', toStoredError(error))
    if (entry.error?.kind !== error.kind) await entries.change(entry, { error: toStoredError(error) })
    return retryLater(error)
  }

  async function handleFailure(error: unknown, sent: Entry): Promise<SendResult> {
    if (!(error instanceof ApiError) || isResponseLost(error)) {
      const known = error instanceof ApiError ? error : undefined
      await entries.change(sent, { error: known ? toStoredError(known) : unexpectedError })
      return retryLater(known)
    }
    if (isNotExecuted(error)) {
      await entries.change(sent, { state: entry.state, error: toStoredError(error) })
      return retryLater(error)
    }
    // Somebody else has deleted it, or an earlier request did.
    if (endpoint.method === 'DELETE' && isNotFound(error)) {
      options.onStepDone(entry, { endpoint, input, sentAt }, undefined)
      return finish(sent, null)
    }
    const isKeyUseless = error.problem === keyReused
    await entries.change(sent, {
      state: isKeyUseless ? 'uncertain' : 'failed',
      error: toStoredError(error),
      ...(isKeyUseless && { key: undefined }),
    })
    return settled
  }
}

const isMakerError = (error: unknown): error is { fileName: string; reason: string } =>
  error instanceof Error && 'fileName' in error && 'reason' in error

const retryLater = (error: ApiError | undefined): SendResult =>
  error?.retryAt === undefined ? { kind: 'backoff' } : { kind: 'later', retryAt: error.retryAt }

export const toStoredError = ({
  kind,
  status,
  serviceMessage,
  fields,
  scope,
  retryAt,
}: StoredError): StoredError => ({
  kind,
  status,
  serviceMessage,
  fields,
  scope,
  retryAt,
})
