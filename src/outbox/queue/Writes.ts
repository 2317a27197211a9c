import type { z } from 'zod/mini'
import type { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'
import type { EntryRow, Transaction } from '../storage/Store.ts'

/** A write that may have been executed, although no response arrived. */
export type SentWrite<E extends Endpoint = Endpoint, Base = unknown, Result = unknown> = {
  input: Input<E>
  /** State that the user saw when they wrote it, or that they decided to overwrite. */
  base: Base | undefined
  earlier: readonly EarlierWrite<Result>[]
  createdAt: number
  /** Time of its first request, in Unix ms. */
  firstSentAt: number
  /** ID of its author. */
  userId: number
}

/**
 * A completed write of the same kind and lane. It is known for ten minutes. `result` is undefined if a write was
 * cancelled that may have been executed.
 */
export type EarlierWrite<Result = unknown> = { result: Result | undefined; doneAt: number }

/** A kind of write. `name` is stored and never changes. */
export type WriteKind<E extends Endpoint = Endpoint, Base = unknown, Result = unknown> = {
  name: string
  endpoint: E
  /** Schema of the stored `base`. An invalid value counts as missing. */
  base?: z.ZodMiniType<Base>
  /** Returns the part of the response that later writes need: for a `ResultRef`, or as `earlier`. */
  toResult?(answer: Output<E>): Result
  /**
   * For a service without `Idempotency-Key`: reads the resource after a lost response (rule 23). Resolves to the result,
   * or true if the kind has none, if the write was executed. False: it was not. Undefined: reading can't decide.
   */
  wasApplied?(sent: SentWrite<E, Base, Result>, call: Call): Promise<Result | boolean | undefined>
  /**
   * Whether `wasApplied` is also called before the first request, because another write may have had the same effect
   * already.
   */
  checksBeforeSending?: true
  /**
   * For a write that replaces content of other users: reads it before each request, also if the service supports keys
   * (rule 24). Resolves to the version of the service if the user has not seen it.
   */
  findConflict?(
    sent: Omit<SentWrite<E, Base, Result>, 'earlier' | 'firstSentAt'>,
    call: Call,
  ): Promise<Base | undefined>
  /**
   * One of many similar writes. At most three are sent at a time, in addition to other writes. All other requests have
   * priority.
   */
  isBulk?: true
  /**
   * Name of the kind of write in the same group that this kind prepares. If that write is cancelled, this one is
   * removed.
   */
  prepares?: string
}

/**
 * `waiting`: queued, offline, signed out or before `notBefore`. `sending`: in flight or being verified. `uncertain`: the
 * response was lost and `wasApplied` did not find it. `conflict`: the service has `remote`. While an entry is
 * `uncertain`, `conflict` or `failed`, the rest of its lane is paused.
 */
export type WriteState = EntryRow['state']

export type StoredError = Pick<ApiError, 'kind' | 'status' | 'said' | 'fields' | 'scope' | 'retryAt'>

export type Write<E extends Endpoint = Endpoint> = Omit<
  EntryRow,
  'position' | 'stamp' | 'content' | 'progress'
> & {
  input: StoredInput<Input<E>>
  /** State that the user saw when they wrote it. */
  base: unknown
  /** Error because of which it failed or is delayed. After a reload it has no cause. */
  error: StoredError | undefined
  /** Version of the service that the user has not seen, for `conflict`. */
  remote: unknown
  /** Result of a completed write, by `toResult` or `wasApplied`. */
  result: unknown
  /** Time at which its first request was sent, in Unix ms. */
  firstSentAt?: number | undefined
  /** Time at which its last request was sent, in Unix ms by `Date.now()`, like the times in the cache. */
  sentAt?: number | undefined
  /** Whether the user cancelled it in flight. It is removed once its outcome is known. */
  isAborted?: true | undefined
}

/**
 * Placeholder in an input for a part of the result of an earlier write of the same group, such as `id`. The write is
 * delayed until that one is done.
 */
export type ResultRef = { madeBy: string; part: string }

export type NewWrite<E extends Endpoint, Base> = {
  /** An ID from `newId`, if another entry refers to this one. */
  id?: string
  /** Files are replaced by the IDs of stored files: `{ body: { related_to, file: { keptFile: id } } }`. */
  input: StoredInput<Input<E>>
  lane: string
  group?: string
  base?: Base
  notBefore?: number
}

/** An input as stored: files are replaced by their IDs in the outbox, and results of other writes by references. */
export type StoredInput<T> = T extends File | Blob
  ? { keptFile: string }
  : T extends string | number
    ? T | ResultRef
    : T extends object
      ? { [Key in keyof T]: StoredInput<T[Key]> }
      : T

/** Change in the same transaction that stores entries, for example of the draft from which they are created. */
export type DraftChange = {
  /**
   * Returns false to cancel the transaction. It may await only the given transaction, and change only drafts.
   */
  apply(transaction: Transaction): Promise<boolean>
  /** Called directly after the transaction has completed. */
  onCommitted(): void
}

export type Writes = {
  /** Stores the entries in order, in one transaction. Resolves when they are on disk. Throws `StorageError`. */
  add<E extends Endpoint, Base>(
    kind: Pick<WriteKind<E, Base>, 'name' | 'endpoint' | 'base'>,
    ...entries: NewWrite<E, Base>[]
  ): Promise<string[]>
  /**
   * Stores entries of several kinds in one transaction: uploads, and then the correction that refers to them. Resolves
   * to an empty array if `beside` cancelled it.
   */
  addAll(
    entries: { kind: Pick<WriteKind, 'name'>; entry: NewWrite<Endpoint, unknown> }[],
    draftChange?: DraftChange,
  ): Promise<string[]>
  /**
   * Returns the entries of this user, oldest first, except those that were completed long ago. The array is the same
   * until an entry changes.
   */
  list(): readonly Write[]
  subscribe(listener: () => void): () => void
  /** Returns the completed writes of the same kind and lane that were added before a write, oldest first. */
  findEarlier(write: Pick<Write, 'id'>): readonly EarlierWrite[]
  /**
   * Calls the listener in every tab. The input contains the results of other writes. `answer` is undefined if the
   * outcome was found by `wasApplied`.
   */
  onDone(listener: (write: Write, answer: unknown) => void): () => void
  /**
   * Sends an entry again. An `uncertain` entry that has arrived in the meantime is only completed. A `failed` or
   * `uncertain` entry does not overwrite changes of other users. A `conflict` entry overwrites `remote`, but no later
   * change.
   */
  retry(id: string): Promise<void>
  /**
   * Removes entries that were not sent or need a decision, in one transaction. Resolves to false without a change if it
   * is too late for one of them.
   */
  cancel(...ids: string[]): Promise<boolean>
  /**
   * Like `cancel`, but also for an entry in flight. If its request was executed, the entry becomes done. Resolves to
   * false if it is done already.
   */
  abort(id: string): Promise<boolean>
  newId(): string
}
