import { z } from 'zod/mini'
import type { Beside } from '../queue/Writes.ts'

/** What kind of thing is being written. `name` is stored with every draft of it and never changes. */
export type DraftKind<T> = {
  name: string
  /** What is stored is read with it; a draft that no longer fits is set aside, not lost (cases 29). */
  value: z.ZodMiniType<T>
  /** Nothing worth keeping: such a draft is removed instead of stored. */
  isEmpty: (value: T) => boolean
  /** The page's own memory, nothing a person would miss: it is not counted among what a sign-out throws away. */
  memory?: true
}

/** A file a person chose and that is kept until it is sent. `id` is the outbox's own. */
export const KeptFile = z.object({ id: z.string(), name: z.string(), type: z.string(), size: z.number() })
export type KeptFile = z.output<typeof KeptFile>

export type SavedDraft<T> = {
  value: T
  savedAt: number
  revision: number
}

/** Of a tab that was overtaken, or of an older app that let two write: kept until a person uses or drops it. */
export type LateText<T> = { id: string; value: T; savedAt: number }

/** `kept` false: this browser blocks or has no room for storage, and drafts end with the page (cases 29). */
export type DraftState<T> = {
  /** What this tab has: as it was last set here, or else as it is saved. For the form to show. */
  value: T | undefined
  saved: SavedDraft<T> | undefined
  late: readonly LateText<T>[]
  /** Another tab writes it: here it is to be read. Never where the browser has no Web Locks. */
  elsewhere: boolean
  /** How often `value` became what another tab wrote, or a late text: what was copied from it is old then. */
  replaced: number
  saving: boolean
  kept: boolean
}

export type OpenDraft<T> = {
  state(): DraftState<T>
  subscribe(listener: () => void): () => void
  /** Stored within 500 ms, and at once when the page is hidden or left. */
  set(value: T): void
  /** Stores what is due now; resolves when it is on disk, or with false when it is not. More may be typed by then. */
  flush(): Promise<boolean>
  /** Makes this tab the one that writes; what the other one has typed is stored first, if that tab is awake. */
  takeOver(): Promise<void>
  /** Nobody shows it in this tab for now: what is typed is stored, and another tab may write. */
  rest(): Promise<void>
  /** Makes a late text the draft, and the draft a late text; it is written in this tab then. */
  takeLate(id: string): Promise<void>
  dropLate(id: string): Promise<void>
  /** Removes it and the files only it has. What another tab stored meanwhile stays, and so do late texts. */
  discard(): Promise<void>
  /**
   * Makes entries of `value`, which is the draft or its beginning, in one step. The draft is `left()` then, asked again
   * once stored: what was typed meanwhile stays. False where another tab changed or sent it: nothing was stored. Throws
   * `StorageError`.
   */
  submit(value: T, put: (beside: Beside) => Promise<unknown>, left: () => T): Promise<boolean>
  close(): void
}

export type Drafts = {
  /** `key` names what it is a draft of, e.g. `5/17` for a homework and a pupil. Resolves when it was read from disk. */
  open<T>(kind: DraftKind<T>, key: string): Promise<OpenDraft<T>>
  /** Every draft of a kind with its key, newest first; for "Return all drafts". */
  list<T>(kind: DraftKind<T>): Promise<{ key: string; draft: SavedDraft<T> }[]>
  subscribe(listener: () => void): () => void
  /** Keeps a file until the draft or the write that names it is gone. Throws `StorageError` where there is no room. */
  putFile(file: File): Promise<KeptFile>
  file(id: string): Promise<File | undefined>
  quarantined(): Promise<number>
  flush(): Promise<void>
  count(): Promise<number>
}
