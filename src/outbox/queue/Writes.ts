import type { z } from 'zod/mini'
import type { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'
import type { EntryRow, Step } from '../storage/Store.ts'

/**
 * Time after which a request without a response can no longer arrive, in ms. Only later reads prove that it was not
 * executed.
 */
export const settleMs = 5000

/**
 * Result of comparing a write with the resource on the service. `conflict`: another user has changed it. `unknown`:
 * reading can't decide (rule 23).
 */
export type Verdict = 'send' | 'done' | 'conflict' | 'unknown'

/**
 * A kind of write: its endpoint, and how it is compared with the resource on the service (`Seen`). `name` is stored and
 * never changes.
 */
export type WriteKind<E extends Endpoint = Endpoint, Seen = unknown> = {
  name: string
  endpoint: E
  /**
   * Reads the resource after a lost response, and before the first send unless `begin` returns a value. Without it,
   * there is no comparison.
   */
  fetchRemote?(input: Input<E>, call: Call, opened?: Seen): Promise<Seen>
  /** Schema of the stored results of `fetchRemote`, `begin` and `end`. */
  seen?: z.ZodMiniType<Seen>
  /**
   * Returns the state before the first send if it is known locally, with ages in ms. If it returns undefined,
   * `fetchRemote` is called.
   */
  begin?(known: {
    input: Input<E>
    opened: Seen | undefined
    last: Seen | undefined
    ages: { opened: number; last: number }
  }): Seen | undefined
  /**
   * Returns the state after the write, for the next write of its lane. It comes from the response `answer`, or from the
   * state `now` that was read.
   */
  end?(ended: {
    input: Input<E>
    opened: Seen | undefined
    before: Seen | undefined
    answer: Output<E> | undefined
    now: Seen | undefined
  }): Seen | undefined
  /**
   * Returns the results of the write for the `ResultRef`s of its group. Undefined means that they can't be determined,
   * and the user has to decide.
   */
  made?(done: {
    input: Input<E>
    before: Seen | undefined
    answer: Output<E> | undefined
    now: Seen | undefined
  }): Made | undefined
  /**
   * One of many similar writes. At most three are sent at a time, in addition to other writes. All other requests have
   * priority.
   */
  bulk?: true
  /**
   * Name of the kind of write in the same group that this kind prepares. If that write is cancelled, this one is
   * removed.
   */
  serves?: string
  /**
   * Whether the write replaces content that another user may have changed. It is compared with the resource before each
   * request, also if the service supports keys (rule 24).
   */
  overwrites?: true
  /** Whether repeating the request has no further effect. After a lost response, it is sent again without a check. */
  repeatable?: true
  /**
   * Compares the write with the resource. `opened` is the state that the user saw, `before` the state before the first
   * send. `userId` is the author of the write.
   */
  reconcile?(compared: {
    input: Input<E>
    opened: Seen | undefined
    before: Seen | undefined
    now: Seen
    userId: number
  }): Verdict
}

/**
 * `waiting`: queued, offline, signed out or before `notBefore`. `sending`: in flight or being verified. `conflict`: the
 * service has `theirs`. While an entry is `uncertain`, `conflict` or `failed`, the rest of its lane is paused.
 */
export type WriteState = EntryRow['state']

export type StoredError = Pick<ApiError, 'kind' | 'status' | 'said' | 'fields' | 'scope' | 'retryAt'>

export type Write<E extends Endpoint = Endpoint, Seen = unknown> = Omit<
  EntryRow,
  'position' | 'stamp' | 'content' | 'progress'
> & {
  input: Stored<Input<E>>
  opened: Seen | undefined
  before?: Seen | undefined
  /** Error because of which it failed or is delayed. After a reload it has no cause. */
  error: StoredError | undefined
  theirs: Seen | undefined
  after: Seen | undefined
  /** Time at which its last request was sent, in Unix ms by `Date.now()`, like the times in the cache. */
  sentAt?: number | undefined
  /** Whether the user cancelled it in flight. It is removed once its outcome is known. */
  givenUp?: true | undefined
}

/** Results of a write by name: `{ id: 12, relation: 'file.12' }`. */
export type Made = Readonly<Record<string, string | number>>

/**
 * Placeholder in an input for a result of an earlier write of the same group. The write is delayed until that one is
 * done.
 */
export type ResultRef = { madeBy: string; part: string }

export type NewWrite<E extends Endpoint, Seen> = {
  /** An ID from `newId`, if another entry refers to this one. */
  id?: string
  /** Files are replaced by the IDs of stored files: `{ body: { related_to, file: { keptFile: id } } }`. */
  input: Stored<Input<E>>
  lane: string
  group?: string
  opened?: Seen
  notBefore?: number
}

/** An input as stored: files are replaced by their IDs in the outbox, and results of other writes by references. */
export type Stored<T> = T extends File | Blob
  ? { keptFile: string }
  : T extends string | number
    ? T | ResultRef
    : T extends object
      ? { [Key in keyof T]: Stored<T[Key]> }
      : T

/** Change in the same transaction that stores entries, for example of the draft from which they are created. */
export type Beside = {
  /**
   * Returns false to cancel the transaction. It may await only the given step, and change only drafts.
   */
  change(step: Step): Promise<boolean>
  /** Called directly after the transaction has completed. */
  done(): void
}

export type Writes = {
  /** Stores the entries in order, in one transaction. Resolves when they are on disk. Throws `StorageError`. */
  add<E extends Endpoint, Seen>(kind: WriteKind<E, Seen>, ...entries: NewWrite<E, Seen>[]): Promise<string[]>
  /**
   * Stores entries of several kinds in one transaction: uploads, and then the correction that refers to them. Resolves
   * to an empty array if `beside` cancelled it.
   */
  addAll(
    entries: { kind: WriteKind; entry: NewWrite<Endpoint, unknown> }[],
    beside?: Beside,
  ): Promise<string[]>
  /**
   * Returns the entries of this user, oldest first, except those that were completed long ago. The array is the same
   * until an entry changes.
   */
  list(): readonly Write[]
  subscribe(listener: () => void): () => void
  /**
   * Calls the listener in every tab. The input contains the results of other writes. `answer` is undefined if the
   * outcome was verified by reading.
   */
  onDone(listener: (write: Write, answer: unknown) => void): () => void
  /**
   * Sends an entry again. A `failed` or `uncertain` entry does not overwrite changes of other users. A `conflict` entry
   * overwrites `theirs`, but no later change.
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
  abandon(id: string): Promise<boolean>
  newId(): string
}
