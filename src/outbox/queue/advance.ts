import { ApiError, isNotExecuted, isResponseLost } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { idempotencyMs, keyReused } from '../../contract/idempotency.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { MissingFileError, resolveFiles } from '../storage/fileStore.ts'
import { StorageError, type Transaction } from '../storage/Store.ts'
import type { Entries } from './entries.ts'
import {
  type Entry,
  findEarlierWrites,
  findResult,
  MissingResultError,
  type Progress,
  resolveResultRefs,
  toStoredError,
} from './entry.ts'
import { isOutage, isTransient, unexpectedError } from './requestErrors.ts'
import type { SentWrite, WriteKind } from './Writes.ts'

/** After this number, the user decides. */
const maxLostResponses = 5

/** The service stores a key for 24 hours by its own clock. */
const maxKeyAgeMs = idempotencyMs - 60 * 60_000

const unknownKindRetryMs = 60 * 60_000
/** After another tab was faster or storage was full. */
const shortDelayMs = 1000

/** `again`: call `advance` again after `waitMs`. `failed`: with a backoff. */
export type AdvanceResult =
  | { kind: 'done'; entry: Entry; response: unknown }
  | { kind: 'again'; waitMs: number }
  | { kind: 'failed' }
  | { kind: 'needsDecision' }
  | { kind: 'removed'; entry: Entry }

export type AdvanceOptions = {
  entries: Entries
  call: Call
  supportsKeys: () => boolean
  kinds: ReadonlyMap<string, WriteKind>
  userId: number
  clock: () => number
  getFile: (id: string) => Promise<File | undefined>
  /** Called in the transaction that marks the entry as sending. */
  confirmLeadership: (transaction: Transaction) => Promise<boolean>
  signal: AbortSignal
}

class EntryChangedError extends Error {}

/**
 * Sends the first entry of a lane. After a lost response (rules 22 to 24), repeats it with the same
 * `Idempotency-Key`, or calls `wasApplied`. If neither helps, the entry becomes `uncertain`.
 */
export async function advance(entry: Entry, options: AdvanceOptions): Promise<AdvanceResult> {
  const { entries, kinds, clock, signal } = options
  const { row, progress } = entry
  const kind = kinds.get(row.kind)
  // Created by a newer release.
  if (!kind) return { kind: 'again', waitMs: unknownKindRetryMs }
  const isInterrupted = row.state === 'sending'
  if (progress.isAborted && !(isInterrupted && kind.wasApplied)) return removeAborted()
  let input: SentWrite['input']
  try {
    const inputWithResults = resolveResultRefs(entry.content.input, id => findResult(entries, id))
    input = await resolveFiles(inputWithResults, options.getFile)
  } catch (error) {
    const fields = error instanceof MissingFileError ? { file: error.id } : {}
    if (!(error instanceof MissingFileError || error instanceof MissingResultError)) throw error
    return markForDecision(isInterrupted ? 'uncertain' : 'failed', {
      error: { ...unexpectedError, kind: 'notFound', fields },
    })
  }

  const hasFreshKey = progress.key !== undefined && clock() - progress.key.at < maxKeyAgeMs
  // DELETE is idempotent. Repeating a cancelled entry would execute it.
  const isRepeatable = () =>
    hasFreshKey &&
    !progress.isAborted &&
    (progress.lossCount ?? 0) < maxLostResponses &&
    (options.supportsKeys() || kind.endpoint.method === 'DELETE')
  const mayBeApplied = isInterrupted || progress.mayBeApplied === true
  try {
    const shouldCheckFirst = mayBeApplied
      ? !isRepeatable() || progress.shouldRead || kind.findConflict !== undefined || kind.checksBeforeSending
      : kind.checksBeforeSending
    if (shouldCheckFirst) {
      const applied = await kind.wasApplied?.(toSentWrite(), options.call)
      if (applied !== undefined && applied !== false) return done({ result: applied })
    }
    if (progress.isAborted) return removeAborted()
    if (isInterrupted && !isRepeatable()) return markForDecision('uncertain', {})
    const remote = await kind.findConflict?.(toSentWrite(), options.call)
    if (remote !== undefined) return markForDecision('conflict', { remote })
  } catch (error) {
    const failed = await handleReadFailure(error)
    if (failed) return failed
  }
  return send(kind)

  function toSentWrite(): SentWrite {
    const base = progress.overwritten ? progress.overwritten.remote : entry.content.base
    return {
      input,
      base: kind?.base ? kind.base.safeParse(base).data : base,
      earlier: findEarlierWrites(entries, row),
      createdAt: row.createdAt,
      firstSentAt: progress.key?.at ?? clock(),
      userId: options.userId,
    }
  }

  async function removeAborted(): Promise<AdvanceResult> {
    const removed = await entries.remove([row.id], [row.state])
    return removed ? { kind: 'removed', entry } : { kind: 'again', waitMs: 0 }
  }

  async function markForDecision(
    state: 'failed' | 'uncertain' | 'conflict',
    newProgress: Progress,
  ): Promise<AdvanceResult> {
    if (progress.isAborted) return removeAborted()
    const changed = await entries.change(entry, { state, progress: { ...progress, ...newProgress } })
    return changed ? { kind: 'needsDecision' } : { kind: 'again', waitMs: 0 }
  }

  async function done(
    { response, result }: { response?: unknown; result?: unknown },
    from: Entry = entry,
  ): Promise<AdvanceResult> {
    const { error: _, ...progress } = from.progress
    const changed = await entries.change(from, {
      state: 'done',
      progress: { ...progress, ...(result !== undefined && { result }) },
      doneAt: clock(),
    })
    return changed ? { kind: 'done', entry: changed, response } : { kind: 'again', waitMs: 0 }
  }

  /** Undefined: send the write although the service can't read the resource. */
  async function handleReadFailure(error: unknown): Promise<AdvanceResult | undefined> {
    if (signal.aborted) return { kind: 'again', waitMs: 0 }
    if (!(error instanceof ApiError)) {
      return markForDecision(mayBeApplied ? 'uncertain' : 'failed', { error: unexpectedError })
    }
    if (isTransient(error)) {
      await storeDelayReason(error)
      return retryLater(error)
    }
    const isUnsupported = error.kind === 'unsupported' || error.status === 501
    if (isUnsupported && (!isInterrupted || isRepeatable())) return undefined
    return markForDecision(mayBeApplied ? 'uncertain' : 'failed', { error: toStoredError(error) })
  }

  /** Stored for all tabs. */
  async function storeDelayReason(error: ApiError): Promise<void> {
    if (progress.error?.kind === error.kind && progress.error.retryAt === error.retryAt) return
    await entries.change(entry, { state: row.state, progress: { ...progress, error: toStoredError(error) } })
  }

  function retryLater({ retryAt = 0 }: Pick<Partial<ApiError>, 'retryAt'>): AdvanceResult {
    const waitMs = retryAt - clock()
    return waitMs > 0 ? { kind: 'again', waitMs } : { kind: 'failed' }
  }

  async function send(kind: WriteKind): Promise<AdvanceResult> {
    const key = progress.key && hasFreshKey ? progress.key : { value: randomUuid(), at: clock() }
    let started: Entry | undefined
    const onBeforeSend = async () => {
      // The clock of the cache, because it is compared with times there.
      const sentAt = Date.now()
      started = await entries.change(
        entry,
        { state: 'sending', progress: { ...progress, sentAt, key, mayBeApplied } },
        options.confirmLeadership,
      )
      if (!started) throw new EntryChangedError()
    }
    try {
      const priority = kind.isBulk ? 'background' : 'user'
      const response = await options.call(kind.endpoint, input, {
        priority,
        signal,
        onBeforeSend,
        key: key.value,
      })
      return await done({ response, result: kind.toResult?.(response) }, started ?? entry)
    } catch (error) {
      if (signal.aborted) return { kind: 'again', waitMs: 0 }
      return started ? handleFailure(error, started) : handleUnsent(error)
    }
  }

  function handleUnsent(error: unknown): AdvanceResult | Promise<AdvanceResult> {
    if (error instanceof EntryChangedError || error instanceof StorageError)
      return { kind: 'again', waitMs: shortDelayMs }
    if (error instanceof ApiError && isTransient(error)) return retryLater(error)
    // An earlier request may have been executed.
    return markForDecision(mayBeApplied ? 'uncertain' : 'failed', {
      error: error instanceof ApiError ? toStoredError(error) : unexpectedError,
    })
  }

  async function handleFailure(error: unknown, started: Entry): Promise<AdvanceResult> {
    const newProgress = error instanceof ApiError ? { error: toStoredError(error) } : {}
    if (!(error instanceof ApiError) || isResponseLost(error))
      return handleLostResponse(error, started, newProgress)
    if (error.problem === keyReused) {
      const { key: _, ...progress } = started.progress
      await entries.change(started, { state: 'uncertain', progress: { ...progress, ...newProgress } })
      return { kind: 'needsDecision' }
    }
    // 401, 429 and refusals: this request was not executed. An earlier one may have been.
    const mayRetry = isNotExecuted(error)
    await entries.change(started, {
      state: mayRetry ? row.state : 'failed',
      progress: { ...started.progress, ...newProgress },
    })
    return mayRetry ? retryLater(error) : { kind: 'needsDecision' }
  }

  async function handleLostResponse(
    error: unknown,
    started: Entry,
    newProgress: Progress,
  ): Promise<AdvanceResult> {
    const lossCount = (started.progress.lossCount ?? 0) + (isOutage(error) ? 0 : 1)
    await entries.change(started, {
      state: 'sending',
      // After a second loss or an unreadable response, repeating may not help.
      progress: {
        ...started.progress,
        ...newProgress,
        lossCount,
        shouldRead: mayBeApplied || !isOutage(error),
      },
    })
    const retryAt = error instanceof ApiError ? error.retryAt : undefined
    // At once after the first loss, then with a backoff.
    return mayBeApplied || retryAt !== undefined ? retryLater({ retryAt }) : { kind: 'again', waitMs: 0 }
  }
}
