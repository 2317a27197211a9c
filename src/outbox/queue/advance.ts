import { ApiError, isResponseLost } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { idempotencyMs, keyReused } from '../../contract/idempotency.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { FileGone, withFiles } from '../storage/keptFiles.ts'
import { type Step, StorageError } from '../storage/Store.ts'
import type { Entries } from './entries.ts'
import { type Entry, MissingRef, madeIn, type Progress, storedError, withMade } from './entry.ts'
import { isOutage, isPassing, unexpected } from './requestErrors.ts'
import { settleMs, type Verdict, type WriteKind } from './Writes.ts'

/** Maximum number of lost responses of a write that was not executed. Then it is shown as failed. */
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
  allow: (step: Step) => Promise<boolean>
  /** Times at which this tab lost the response of an entry, in Unix ms, by ID. */
  lostAt: Map<string, number>
  signal: AbortSignal
}

class Overtaken extends Error {}

/**
 * Advances the first entry of a lane by one step: read, compare and send, or verify it after a lost response (rules 22
 * to 24).
 */
export async function advance(entry: Entry, needs: AdvanceNeeds): Promise<Advanced> {
  const { entries, kinds, clock, signal, lostAt } = needs
  const { row, progress } = entry
  const kind = kinds.get(row.kind)
  // A newer release created it. Keep it for that release.
  if (!kind) return { kind: 'again', wait: unknownKindRetryMs }
  const lost = row.state === 'sending'
  if (lost && !lostAt.has(row.id)) lostAt.set(row.id, clock())
  if (progress.givenUp && !(lost && kind.fetchRemote && kind.reconcile)) return drop(clock())
  let input: Parameters<WriteKind['fetchRemote'] & object>[0]
  try {
    const known = withMade(entry.content.input, id => madeIn(entries, id))
    input = await withFiles(known, needs.file)
  } catch (error) {
    const fields = error instanceof FileGone ? { file: error.id } : {}
    if (!(error instanceof FileGone || error instanceof MissingRef)) throw error
    return markForDecision(lost ? 'uncertain' : 'failed', {
      error: { ...unexpected, kind: 'notFound', fields },
    })
  }

  const hasFreshKey = progress.key !== undefined && clock() - progress.key.at < maxKeyAgeMs
  // A cancelled entry is verified instead, because sending it again would execute it.
  const canRepeat = () => lost && hasFreshKey && !progress.givenUp && needs.supportsKeys()
  // If the repetition was lost, too, or the response was unreadable, a read may show that it was executed.
  const readsFirst = kind.fetchRemote && kind.reconcile && (kind.overwrites || progress.shouldRead)
  if (canRepeat() && !readsFirst) return send(kind, progress.before)
  if (lost && kind.repeatable) return onceMore(clock())
  if (lost && !(kind.fetchRemote && kind.reconcile)) return markForDecision('uncertain', {})
  if (!lost && !progress.before && kind.begin) {
    const before = await begun(kind.begin)
    if (before !== undefined) return send(kind, { seen: before })
  }
  let now: unknown
  if (kind.fetchRemote && kind.reconcile) {
    const readAt = clock()
    try {
      now = await kind.fetchRemote(input, needs.call, read(entry.content.opened))
      if (kind.seen) now = kind.seen.parse(now)
    } catch (error) {
      return handleReadFailure(error)
    }
    const verdict = reconciled(kind, now)
    if (verdict === 'done') return done({ now })
    if (progress.givenUp) return drop(readAt)
    if (lost) {
      if (verdict === 'conflict') return markForDecision('conflict', { theirs: now })
      if (canRepeat()) return send(kind, progress.before)
      if (verdict === 'unknown') return markForDecision('uncertain', {})
      return onceMore(readAt)
    }
    // Before the first send, and after the user chose to send again, `unknown` does not prevent sending.
    if (verdict === 'conflict') {
      return isSeen(progress, now) ? send(kind, { seen: now }) : markForDecision('conflict', { theirs: now })
    }
  }
  return send(kind, progress.before ?? (kind.fetchRemote ? { seen: now } : undefined))

  function read(seen: unknown): unknown {
    if (seen === undefined || seen === null) return undefined
    return kind?.seen ? kind.seen.safeParse(seen).data : seen
  }

  function reconciled(kind: WriteKind, now: unknown): Verdict {
    const opened = read(entry.content.opened)
    const before = read(progress.before?.seen)
    return kind.reconcile?.({ input, opened, before, now, userId: needs.userId }) ?? 'unknown'
  }

  async function begun(begin: WriteKind['begin'] & object): Promise<unknown> {
    const last = await entries.last(row.lane)
    if (last.kind === 'unknown') return undefined
    const left = last.kind === 'left' ? last : { seen: undefined, at: Number.NEGATIVE_INFINITY }
    return begin({
      input,
      opened: read(entry.content.opened),
      last: read(left.seen),
      ages: { opened: clock() - row.createdAt, last: clock() - left.at },
    })
  }

  /**
   * Sends again after a lost response, if the write was not executed at `readAt` and the request can no longer arrive.
   */
  async function onceMore(readAt: number): Promise<Advanced> {
    const wait = settleMs - (readAt - (lostAt.get(row.id) ?? readAt))
    if (wait > 0) return { kind: 'again', wait }
    lostAt.delete(row.id)
    const often = (progress.losses ?? 0) >= maxLosses
    const changed = await entries.change(entry, {
      state: often ? 'failed' : 'waiting',
      progress: often ? { ...progress, losses: 0 } : progress,
    })
    return changed ? { kind: often ? 'needsDecision' : 'failed' } : { kind: 'again', wait: 0 }
  }

  /** Removes a cancelled entry once its last request can no longer arrive. */
  async function drop(readAt: number): Promise<Advanced> {
    const wait = lost ? settleMs - (readAt - (lostAt.get(row.id) ?? readAt)) : 0
    if (wait > 0) return { kind: 'again', wait }
    lostAt.delete(row.id)
    const dropped = await entries.remove([row.id], [row.state], () => kind?.begin !== undefined)
    return dropped ? { kind: 'dropped', entry } : { kind: 'again', wait: 0 }
  }

  async function markForDecision(
    state: 'failed' | 'uncertain' | 'conflict',
    learned: Progress,
  ): Promise<Advanced> {
    // A cancelled entry needs no decision.
    if (progress.givenUp) return drop(clock())
    lostAt.delete(row.id)
    const { over: _, ...rest } = progress
    const changed = await entries.change(entry, { state, progress: { ...rest, ...learned } })
    return changed ? { kind: 'needsDecision' } : { kind: 'again', wait: 0 }
  }

  async function done(
    { answer, now }: { answer?: unknown; now?: unknown },
    from: Entry = entry,
  ): Promise<Advanced> {
    lostAt.delete(row.id)
    const { error: _, ...rest } = from.progress
    const opened = read(entry.content.opened)
    const before = read(rest.before?.seen)
    const after = kind?.end?.({ input, opened, before, answer, now })
    const result = kind?.made?.({ input, before, answer, now })
    // The write succeeded, but writes that refer to its results can't continue.
    if (kind?.made && !result) return markForDecision('uncertain', {})
    const progress = { ...rest, ...(after !== undefined && { after }), ...(result && { made: result }) }
    const changed = await entries.change(from, { state: 'done', progress, doneAt: clock() })
    return changed ? { kind: 'done', entry: changed, answer } : { kind: 'again', wait: 0 }
  }

  async function handleReadFailure(error: unknown): Promise<Advanced> {
    if (signal.aborted) return { kind: 'again', wait: 0 }
    if (!(error instanceof ApiError)) {
      return markForDecision(lost ? 'uncertain' : 'failed', { error: unexpected })
    }
    if (isPassing(error)) {
      await note(error)
      return again(error)
    }
    if (lost) return markForDecision('uncertain', { error: storedError(error) })
    // The service can't read the resource, but may accept the write.
    if ((error.kind === 'unsupported' || error.status === 501) && kind)
      return send(kind, progress.before ?? { seen: undefined })
    return markForDecision('failed', { error: storedError(error) })
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

  async function send(kind: WriteKind, before: Progress['before']): Promise<Advanced> {
    const key = progress.key && hasFreshKey ? progress.key : { value: randomUuid(), at: clock() }
    let started: Entry | undefined
    const onBeforeSend = async () => {
      // The clock of the cache, because it is compared with the times of responses there.
      const sentAt = Date.now()
      started = await entries.change(
        entry,
        { state: 'sending', progress: { ...progress, ...(before && { before }), sentAt, key } },
        needs.allow,
      )
      if (!started) throw new Overtaken()
    }
    try {
      const priority = kind.bulk ? 'background' : 'user'
      const options = { priority, signal, onBeforeSend, key: key.value } as const
      const answer = await needs.call(kind.endpoint, input, options)
      return await done({ answer }, started ?? entry)
    } catch (error) {
      if (signal.aborted) return { kind: 'again', wait: 0 }
      return started ? afterFailure(error, started) : neverLeft(error)
    }
  }

  function neverLeft(error: unknown): Advanced | Promise<Advanced> {
    if (error instanceof Overtaken || error instanceof StorageError)
      return { kind: 'again', wait: shortDelayMs }
    if (error instanceof ApiError && isPassing(error)) return again(error)
    return markForDecision('failed', { error: error instanceof ApiError ? storedError(error) : unexpected })
  }

  async function afterFailure(error: unknown, started: Entry): Promise<Advanced> {
    const learned = error instanceof ApiError ? { error: storedError(error) } : {}
    if (!(error instanceof ApiError) || isResponseLost(error)) return afterLoss(error, started, learned)
    if (error.problem === keyReused) {
      const { key: _, ...progress } = started.progress
      await entries.change(started, { state: 'uncertain', progress: { ...progress, ...learned } })
      return { kind: 'needsDecision' }
    }
    const passing = error.kind === 'busy' || error.kind === 'signedOut'
    // An earlier request with this key may have been executed, and this one was refused before the key was compared.
    if (passing && canRepeat()) {
      await entries.change(started, { state: 'sending', progress: { ...started.progress, ...learned } })
      return again(error)
    }
    // 401, 429 and refusals mean that the request was not executed.
    const { before: _, ...rest } = started.progress
    // Not executed: if this attempt recorded the state before the first send, discard it, so that it is read again.
    const progress = { ...(entry.progress.before ? started.progress : rest), ...learned }
    const { over: __, ...refused } = progress
    await entries.change(started, {
      state: passing ? 'waiting' : 'failed',
      progress: passing ? progress : refused,
    })
    return passing ? again(error) : { kind: 'needsDecision' }
  }

  async function afterLoss(error: unknown, started: Entry, learned: Progress): Promise<Advanced> {
    lostAt.set(row.id, clock())
    const losses = (started.progress.losses ?? 0) + (needs.supportsKeys() && isOutage(error) ? 0 : 1)
    // An unreadable response would be unreadable again.
    const progress = { ...started.progress, ...learned, losses, shouldRead: lost || !isOutage(error) }
    if (needs.supportsKeys() && losses < maxLosses) {
      await entries.change(started, { state: 'sending', progress })
      const retryAt = error instanceof ApiError ? error.retryAt : undefined
      // The first repetition follows at once, the others with a backoff.
      return lost || retryAt !== undefined ? again({ retryAt }) : { kind: 'again', wait: 0 }
    }
    const canVerify = kind?.repeatable || (kind?.fetchRemote && kind.reconcile)
    const state = canVerify && !needs.supportsKeys() ? 'sending' : 'uncertain'
    await entries.change(started, {
      state,
      progress: { ...progress, ...(needs.supportsKeys() && { losses: 0 }) },
    })
    return state === 'uncertain' ? { kind: 'needsDecision' } : { kind: 'again', wait: 0 }
  }
}

/** Whether the user decided to overwrite exactly this state. Compared as JSON, like it is stored. */
const isSeen = ({ over }: Progress, now: unknown) =>
  over !== undefined && JSON.stringify(over.theirs) === JSON.stringify(now)
