import { ApiError, isResponseLost } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { idempotencyMs, keyReused } from '../../contract/idempotency.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { MissingFileError, resolveFiles } from '../storage/fileStore.ts'
import { StorageError, type Transaction } from '../storage/Store.ts'
import type { Entries } from './entries.ts'
import {
  type Entry,
  earlierOf,
  MissingRef,
  type Progress,
  resultOf,
  storedError,
  withResults,
} from './entry.ts'
import { isOutage, isPassing, unexpected } from './requestErrors.ts'
import type { SentWrite, WriteKind } from './Writes.ts'

/** Maximum number of internal errors after which a write is sent again by itself. Then the user decides. */
const maxLosses = 5

/**
 * Maximum age of a key with which a write is sent again, in ms. The service stores it for 24 hours by its own clock.
 */
const maxKeyAgeMs = idempotencyMs - 60 * 60_000

const unknownKindRetryMs = 60 * 60_000
/** Delay after another tab was faster or storage was full, in ms. Enough to find the cause. */
const shortDelayMs = 1000

/**
 * Result of a step. `again`: repeat after `wait` ms. `failed`: repeat with a backoff. `needsDecision`: the user has to
 * decide. `dropped`: cancelled and removed.
 */
export type Advanced =
  | { kind: 'done'; entry: Entry; answer: unknown }
  | { kind: 'again'; wait: number }
  | { kind: 'failed' }
  | { kind: 'needsDecision' }
  | { kind: 'dropped'; entry: Entry }

export type AdvanceNeeds = {
  entries: Entries
  call: Call
  /** Whether the service executes a write with the same `Idempotency-Key` only once, as far as it is known. */
  supportsKeys: () => boolean
  kinds: ReadonlyMap<string, WriteKind>
  userId: number
  clock: () => number
  file: (id: string) => Promise<File | undefined>
  /** Checks whether this tab may still start a request, in the transaction that stores it. */
  allow: (transaction: Transaction) => Promise<boolean>
  signal: AbortSignal
}

class Overtaken extends Error {}

/**
 * Advances the first entry of a lane by one step: checks and sends it, or finds out what became of it after a lost
 * response (rules 22 to 24). A service with `Idempotency-Key` receives the same request again. Otherwise `wasApplied`
 * reads the resource. If that does not find the write, the entry is `uncertain`.
 */
export async function advance(entry: Entry, needs: AdvanceNeeds): Promise<Advanced> {
  const { entries, kinds, clock, signal } = needs
  const { row, progress } = entry
  const kind = kinds.get(row.kind)
  // A newer release created it. Keep it for that release.
  if (!kind) return { kind: 'again', wait: unknownKindRetryMs }
  const lost = row.state === 'sending'
  if (progress.givenUp && !(lost && kind.wasApplied)) return drop()
  let input: SentWrite['input']
  try {
    const known = withResults(entry.content.input, id => resultOf(entries, id))
    input = await resolveFiles(known, needs.file)
  } catch (error) {
    const fields = error instanceof MissingFileError ? { file: error.id } : {}
    if (!(error instanceof MissingFileError || error instanceof MissingRef)) throw error
    return markForDecision(lost ? 'uncertain' : 'failed', {
      error: { ...unexpected, kind: 'notFound', fields },
    })
  }

  const hasFreshKey = progress.key !== undefined && clock() - progress.key.at < maxKeyAgeMs
  // DELETE is idempotent. A cancelled entry is not sent again, because that would execute it.
  const isRepeatable = () =>
    hasFreshKey &&
    !progress.givenUp &&
    (progress.losses ?? 0) < maxLosses &&
    (needs.supportsKeys() || kind.endpoint.method === 'DELETE')
  const mayBeApplied = lost || progress.mayBeApplied === true
  try {
    const readsFirst = mayBeApplied
      ? !isRepeatable() || progress.shouldRead || kind.findConflict !== undefined || kind.checksFirst
      : kind.checksFirst
    if (readsFirst) {
      const applied = await kind.wasApplied?.(sentWrite(), needs.call)
      if (applied !== undefined && applied !== false) return done({ result: applied })
    }
    if (progress.givenUp) return drop()
    if (lost && !isRepeatable()) return markForDecision('uncertain', {})
    const theirs = await kind.findConflict?.(sentWrite(), needs.call)
    if (theirs !== undefined) return markForDecision('conflict', { theirs })
  } catch (error) {
    const failed = await handleReadFailure(error)
    if (failed) return failed
  }
  return send(kind)

  function sentWrite(): SentWrite {
    const opened = progress.over ? progress.over.theirs : entry.content.opened
    return {
      input,
      opened: kind?.opened ? kind.opened.safeParse(opened).data : opened,
      earlier: earlierOf(entries, row),
      createdAt: row.createdAt,
      firstSentAt: progress.key?.at ?? clock(),
      userId: needs.userId,
    }
  }

  /** Removes a cancelled entry. */
  async function drop(): Promise<Advanced> {
    const dropped = await entries.remove([row.id], [row.state])
    return dropped ? { kind: 'dropped', entry } : { kind: 'again', wait: 0 }
  }

  async function markForDecision(
    state: 'failed' | 'uncertain' | 'conflict',
    learned: Progress,
  ): Promise<Advanced> {
    // A cancelled entry needs no decision.
    if (progress.givenUp) return drop()
    const changed = await entries.change(entry, { state, progress: { ...progress, ...learned } })
    return changed ? { kind: 'needsDecision' } : { kind: 'again', wait: 0 }
  }

  async function done(
    { answer, result }: { answer?: unknown; result?: unknown },
    from: Entry = entry,
  ): Promise<Advanced> {
    const { error: _, ...progress } = from.progress
    const changed = await entries.change(from, {
      state: 'done',
      progress: { ...progress, ...(result !== undefined && { result }) },
      doneAt: clock(),
    })
    return changed ? { kind: 'done', entry: changed, answer } : { kind: 'again', wait: 0 }
  }

  /** Returns undefined if the write is sent although the service can't read the resource. */
  async function handleReadFailure(error: unknown): Promise<Advanced | undefined> {
    if (signal.aborted) return { kind: 'again', wait: 0 }
    if (!(error instanceof ApiError)) {
      return markForDecision(mayBeApplied ? 'uncertain' : 'failed', { error: unexpected })
    }
    if (isPassing(error)) {
      await note(error)
      return again(error)
    }
    const isUnsupported = error.kind === 'unsupported' || error.status === 501
    if (isUnsupported && (!lost || isRepeatable())) return undefined
    return markForDecision(mayBeApplied ? 'uncertain' : 'failed', { error: storedError(error) })
  }

  /** Stores the reason of a delay for all tabs, if it has changed. */
  async function note(error: ApiError): Promise<void> {
    if (progress.error?.kind === error.kind && progress.error.retryAt === error.retryAt) return
    await entries.change(entry, { state: row.state, progress: { ...progress, error: storedError(error) } })
  }

  function again({ retryAt = 0 }: Pick<Partial<ApiError>, 'retryAt'>): Advanced {
    const wait = retryAt - clock()
    return wait > 0 ? { kind: 'again', wait } : { kind: 'failed' }
  }

  async function send(kind: WriteKind): Promise<Advanced> {
    const key = progress.key && hasFreshKey ? progress.key : { value: randomUuid(), at: clock() }
    let started: Entry | undefined
    const onBeforeSend = async () => {
      // The clock of the cache, because it is compared with the times of responses there.
      const sentAt = Date.now()
      started = await entries.change(
        entry,
        { state: 'sending', progress: { ...progress, sentAt, key, mayBeApplied } },
        needs.allow,
      )
      if (!started) throw new Overtaken()
    }
    try {
      const priority = kind.bulk ? 'background' : 'user'
      const answer = await needs.call(kind.endpoint, input, {
        priority,
        signal,
        onBeforeSend,
        key: key.value,
      })
      return await done({ answer, result: kind.toResult?.(answer) }, started ?? entry)
    } catch (error) {
      if (signal.aborted) return { kind: 'again', wait: 0 }
      return started ? afterFailure(error, started) : neverLeft(error)
    }
  }

  function neverLeft(error: unknown): Advanced | Promise<Advanced> {
    if (error instanceof Overtaken || error instanceof StorageError)
      return { kind: 'again', wait: shortDelayMs }
    if (error instanceof ApiError && isPassing(error)) return again(error)
    // An earlier request may have been executed.
    return markForDecision(mayBeApplied ? 'uncertain' : 'failed', {
      error: error instanceof ApiError ? storedError(error) : unexpected,
    })
  }

  async function afterFailure(error: unknown, started: Entry): Promise<Advanced> {
    const learned = error instanceof ApiError ? { error: storedError(error) } : {}
    if (!(error instanceof ApiError) || isResponseLost(error)) return afterLoss(error, started, learned)
    if (error.problem === keyReused) {
      const { key: _, ...progress } = started.progress
      await entries.change(started, { state: 'uncertain', progress: { ...progress, ...learned } })
      return { kind: 'needsDecision' }
    }
    // 401, 429 and refusals mean that this request was not executed. An earlier one may have been.
    const passing = error.kind === 'busy' || error.kind === 'signedOut'
    await entries.change(started, {
      state: passing ? row.state : 'failed',
      progress: { ...started.progress, ...learned },
    })
    return passing ? again(error) : { kind: 'needsDecision' }
  }

  async function afterLoss(error: unknown, started: Entry, learned: Progress): Promise<Advanced> {
    const losses = (started.progress.losses ?? 0) + (isOutage(error) ? 0 : 1)
    await entries.change(started, {
      state: 'sending',
      // If the repetition is lost, too, or the response was unreadable, a further one may not help.
      progress: { ...started.progress, ...learned, losses, shouldRead: mayBeApplied || !isOutage(error) },
    })
    const retryAt = error instanceof ApiError ? error.retryAt : undefined
    // The next step follows at once after the first loss, then with a backoff.
    return mayBeApplied || retryAt !== undefined ? again({ retryAt }) : { kind: 'again', wait: 0 }
  }
}
