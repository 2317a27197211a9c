import type { z } from 'zod/mini'
import type { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'
import type { EntryRow, Transaction } from '../storage/Store.ts'

/** A write that may have been executed, although no response arrived. */
export type SentWrite<E extends Endpoint = Endpoint, Base = unknown, Result = unknown> = {
  input: Input<E>
  /** Version that the user saw first, or decided to overwrite. */
  base: Base | undefined
  earlier: readonly EarlierWrite<Result>[]
  createdAt: number
  /** Time of its first request, in Unix ms. */
  firstSentAt: number
  userId: number
}

/**
 * A write of the same kind and lane that was completed in the last ten minutes. `result` is undefined for a cancelled
 * write that may have been executed.
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
   * For a service without `Idempotency-Key`: reads the resource after a lost response (rule 23). If the write was
   * executed, resolves to its result, or true without one. False: not executed. Undefined: unknown.
   */
  wasApplied?(sent: SentWrite<E, Base, Result>, call: Call): Promise<Result | boolean | undefined>
  /** Calls `wasApplied` before the first request, too, because another write may have had the same effect. */
  checksBeforeSending?: true
  /**
   * Reads the content that the write replaces, before each request (rule 24). Resolves to the version of the service if
   * the user has not seen it.
   */
  findConflict?(
    sent: Omit<SentWrite<E, Base, Result>, 'earlier' | 'firstSentAt'>,
    call: Call,
  ): Promise<Base | undefined>
  /** One of many similar writes. At most three are sent at a time, with low priority. */
  isBulk?: true
  /** Kind of write in the same group that this kind prepares. If that write is cancelled, this one is removed. */
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
  /** Version that the user saw first. */
  base: unknown
  /** Reason of a failure or delay. */
  error: StoredError | undefined
  /** For `conflict`: version of the service that the user has not seen. */
  remote: unknown
  /** From `toResult` or `wasApplied`. */
  result: unknown
  /** Time of its first request, in Unix ms. */
  firstSentAt?: number | undefined
  /** Time of its last request, in Unix ms by `Date.now()`, like the times in the cache. */
  sentAt?: number | undefined
  /** Cancelled in flight. It is removed once its outcome is known. */
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

/** Change of the draft from which entries are created, in the transaction that stores them. */
export type DraftChange = {
  /** Returns false to roll back. May await only the transaction, and change only drafts. */
  apply(transaction: Transaction): Promise<boolean>
  onCommitted(): void
}

export type Writes = {
  /** Stores the entries in order, in one transaction. Resolves when they are on disk. Throws `StorageError`. */
  add<E extends Endpoint, Base>(
    kind: Pick<WriteKind<E, Base>, 'name' | 'endpoint' | 'base'>,
    ...entries: NewWrite<E, Base>[]
  ): Promise<string[]>
  /**
   * Like `add`, for several kinds, e.g. uploads and the correction that refers to them. Resolves to an empty array if
   * `draftChange` rolled back.
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
   * Like `cancel`, but also aborts a request in flight. If the request was executed anyway, the entry becomes done.
   * Resolves to false if it is done already.
   */
  abort(id: string): Promise<boolean>
  newId(): string
}
