import type { z } from 'zod/mini'
import type { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'
import type { EntryRow, Transaction } from '../storage/Store.ts'

/** May have been executed, although no response arrived. */
export type SentWrite<E extends Endpoint = Endpoint, Base = unknown, Result = unknown> = {
  input: Input<E>
  /** Version that the user saw first, or decided to overwrite. */
  base: Base | undefined
  earlier: readonly EarlierWrite<Result>[]
  createdAt: number
  /** Unix ms. */
  firstSentAt: number
  userId: number
}

/**
 * Completed in the last ten minutes. `result` is undefined for a cancelled write that may have been executed.
 */
export type EarlierWrite<Result = unknown> = { result: Result | undefined; doneAt: number }

/** `name` is stored and never changes. */
export type WriteKind<E extends Endpoint = Endpoint, Base = unknown, Result = unknown> = {
  name: string
  endpoint: E
  /** An invalid stored `base` counts as missing. */
  base?: z.ZodMiniType<Base>
  toResult?(response: Output<E>): Result
  /**
   * Reads the resource after a lost response (rule 23), if the service lacks `Idempotency-Key`. Resolves to
   * the result or true if the write was executed, false if not, undefined if unknown.
   */
  wasApplied?(sent: SentWrite<E, Base, Result>, call: Call): Promise<Result | boolean | undefined>
  /** Another write may have had the same effect. */
  checksBeforeSending?: true
  /**
   * Reads the replaced content before each request (rule 24). Resolves to a version that the user has not
   * seen.
   */
  findConflict?(
    sent: Omit<SentWrite<E, Base, Result>, 'earlier' | 'firstSentAt'>,
    call: Call,
  ): Promise<Base | undefined>
  /** At most three at a time, with low priority. */
  isBulk?: true
  /** Kind in the same group that needs this write. This write is removed with it. */
  prepares?: string
}

/**
 * `waiting`: queued, offline, signed out or before `notBefore`. `sending`: in flight or being verified.
 * `uncertain`: the response was lost. `uncertain`, `conflict` and `failed` pause the rest of the lane.
 */
export type WriteState = EntryRow['state']

export type StoredError = Pick<
  ApiError,
  'kind' | 'status' | 'serviceMessage' | 'fields' | 'scope' | 'retryAt'
>

export type Write<E extends Endpoint = Endpoint> = Omit<
  EntryRow,
  'position' | 'stamp' | 'content' | 'progress'
> & {
  input: StoredInput<Input<E>>
  /** Version that the user saw first. */
  base: unknown
  /** Reason of a failure or delay. */
  error: StoredError | undefined
  /** The service's version of a `conflict`. */
  remote: unknown
  result: unknown
  /** Unix ms. */
  firstSentAt?: number | undefined
  /** Time of the last request, in Unix ms by `Date.now()`, like the times in the cache. */
  sentAt?: number | undefined
  /** Cancelled in flight. Removed after its outcome was read. */
  isAborted?: true | undefined
}

/** Placeholder for a part of the result of an earlier write of the same group. */
export type ResultRef = { madeBy: string; part: string }

export type NewWrite<E extends Endpoint, Base> = {
  /** From `newId`, if another entry refers to this one. */
  id?: string
  /** Files as `{ keptFile: id }`. */
  input: StoredInput<Input<E>>
  lane: string
  group?: string
  base?: Base
  notBefore?: number
  /** IDs of writes that are sent first. A refused or uncertain one does not block this write. */
  after?: readonly string[]
}

/** Files and results of other writes are replaced by references. */
export type StoredInput<T> = T extends File | Blob
  ? { keptFile: string }
  : T extends string | number
    ? T | ResultRef
    : T extends object
      ? { [Key in keyof T]: StoredInput<T[Key]> }
      : T

/** Change of the draft in the transaction that stores its entries. */
export type DraftChange = {
  /** Returns false to roll back. May await only the transaction. */
  apply(transaction: Transaction): Promise<boolean>
  onCommitted(): void
}

export type Writes = {
  /** In one transaction. Throws `StorageError`. */
  add<E extends Endpoint, Base>(
    kind: Pick<WriteKind<E, Base>, 'name' | 'endpoint' | 'base'>,
    ...entries: NewWrite<E, Base>[]
  ): Promise<string[]>
  /** Like `add`, for several kinds. Resolves to an empty array if `draftChange` rolled back. */
  addAll(
    entries: { kind: Pick<WriteKind, 'name'>; entry: NewWrite<Endpoint, unknown> }[],
    draftChange?: DraftChange,
  ): Promise<string[]>
  /** Oldest first. The array is the same until an entry changes. */
  list(): readonly Write[]
  subscribe(listener: () => void): () => void
  /** Completed writes of the same kind and lane, oldest first. */
  findEarlier(write: Pick<Write, 'id'>): readonly EarlierWrite[]
  /** Called in every tab. `response` is undefined if `wasApplied` found the outcome. */
  onDone(listener: (write: Write, response: unknown) => void): () => void
  /**
   * Overwrites `remote` of a `conflict`, but no other change of another user. An `uncertain` write is
   * verified first.
   */
  retry(id: string): Promise<void>
  /** Removes all or none. Resolves to false if it is too late for one of them. */
  cancel(...ids: string[]): Promise<boolean>
  /**
   * Also aborts a request in flight. Resolves to false if the entry is done already. If the request was
   * executed, the entry becomes done.
   */
  abort(id: string): Promise<boolean>
  newId(): string
}
