import type { z } from 'zod/mini'
import type { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'
import type { EntryRow, Step } from '../storage/Store.ts'

/** A request whose answer was lost may still arrive: only what is read this long afterwards says "not done", ms. */
export const settling = 5000

/** Given what the service has now. `conflict`: somebody else changed it. `unknown`: reading can't tell (cases 23). */
export type Verdict = 'send' | 'done' | 'conflict' | 'unknown'

/** One call, and how it is compared with what the service has (`Seen`). `name` is stored and never changes. */
export type WriteKind<E extends Endpoint = Endpoint, Seen = unknown> = {
  name: string
  endpoint: E
  /** After a lost answer, and before the first send unless `begin` knows enough. Without it nothing is compared. */
  fetchRemote?(input: Input<E>, call: Call, opened?: Seen): Promise<Seen>
  /** What `fetchRemote`, `begin` and `end` gave, as it is stored. */
  seen?: z.ZodMiniType<Seen>
  /**
   * What was there before the first send, as far as is known here (ages in ms); `undefined`: `fetchRemote` is asked.
   */
  begin?(known: {
    input: Input<E>
    opened: Seen | undefined
    last: Seen | undefined
    ages: { opened: number; last: number }
  }): Seen | undefined
  /** What it left, for the next of its lane: from its `answer`, or from what was read back (`now`). */
  end?(ended: {
    input: Input<E>
    opened: Seen | undefined
    before: Seen | undefined
    answer: Output<E> | undefined
    now: Seen | undefined
  }): Seen | undefined
  /** What it made, for the `ResultRef`s of its group. `undefined`: nobody can tell, and a person decides. */
  made?(done: {
    input: Input<E>
    before: Seen | undefined
    answer: Output<E> | undefined
    now: Seen | undefined
  }): Made | undefined
  /** One of very many: three of these go at a time, beside the others, and every other request goes before them. */
  bulk?: true
  /** The kind of write, in its own group, that it is made for. With that taken back it is dropped. */
  serves?: string
  /** The service takes the same twice as once: after a lost answer it goes again, without a look. */
  repeatable?: true
  /** `opened`: what the person had before them; `before`: what was there at the first send; `userId`: who writes. */
  reconcile?(compared: {
    input: Input<E>
    opened: Seen | undefined
    before: Seen | undefined
    now: Seen
    userId: number
  }): Verdict
}

/**
 * `waiting`: for its turn, network, sign-in or `notBefore`. `sending`: under way, or being read back. `conflict`:
 * `theirs` is there now. The rest of its lane waits while it is `uncertain`, `conflict` or `failed`.
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
  /** Why it failed or waits: the call's error, without its cause after a reload. */
  error: StoredError | undefined
  theirs: Seen | undefined
  after: Seen | undefined
  /** When its last request left, Unix ms by `Date.now()`, as the cache dates its answers. */
  sentAt?: number | undefined
  /** It was given up while it was under way: it goes as soon as it is known what became of it. */
  givenUp?: true | undefined
}

/** What a write made, by name: `{ id: 12, relation: 'file.12' }`. */
export type Made = Readonly<Record<string, string | number>>

/** Stands in an input for what an earlier write of the same group makes. It waits until that one is done. */
export type ResultRef = { madeBy: string; part: string }

export type NewWrite<E extends Endpoint, Seen> = {
  /** From `newId`, where another entry names it. */
  id?: string
  /** A `KeptFile`'s id stands where the call takes a file: `{ body: { related_to, file: { keptFile: id } } }`. */
  input: Stored<Input<E>>
  lane: string
  group?: string
  opened?: Seen
  notBefore?: number
}

/** An input as it is stored: files by their id in the outbox, and what is not made yet by who makes it. */
export type Stored<T> = T extends File | Blob
  ? { keptFile: string }
  : T extends string | number
    ? T | ResultRef
    : T extends object
      ? { [Key in keyof T]: Stored<T[Key]> }
      : T

/** What goes into the very step that stores entries: a draft that becomes them. */
export type Beside = {
  /** False: nothing is stored. Awaits nothing but the step; no more than drafts and late texts. */
  change(step: Step): Promise<boolean>
  /** Called once the step is done, before anything else can happen. */
  done(): void
}

export type Writes = {
  /** Stores the entries, all or none, in order; resolves when they are on disk. Throws `StorageError` when they can't be. */
  add<E extends Endpoint, Seen>(kind: WriteKind<E, Seen>, ...entries: NewWrite<E, Seen>[]): Promise<string[]>
  /** Several kinds in one step: uploads, then the correction that names them. Answers none where `beside` forbade it. */
  addAll(
    entries: { kind: WriteKind; entry: NewWrite<Endpoint, unknown> }[],
    beside?: Beside,
  ): Promise<string[]>
  /** All entries of this person that are not long done, oldest first; the same array until something changes. */
  list(): readonly Write[]
  subscribe(listener: () => void): () => void
  /** In every tab, with what others made in its input. `answer` is absent when it was read back. */
  onDone(listener: (write: Write, answer: unknown) => void): () => void
  /** `failed` or `uncertain` goes again, but over nothing somebody else wrote; `conflict` over just `theirs`. */
  retry(id: string): Promise<void>
  /** Takes writes back that were not sent yet, or that stand still; all or none. False when it is too late for one. */
  cancel(...ids: string[]): Promise<boolean>
  /** As `cancel`, and one under way: where its request arrived it is done. False when done already. */
  abandon(id: string): Promise<boolean>
  newId(): string
}
