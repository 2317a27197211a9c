import type { ClassFile } from '../../../src/contract/files.ts'

/** What each candidate offers the bench. Showing may be asynchronous; `bench.ts` tells when it stands. */
export type Candidate = {
  /** The rows are here, as the service sends them; what a candidate makes of them is part of opening. */
  prepare(rows: readonly ClassFile[]): void
  /** Starts an app in which the files are not shown yet: React runs, the list does not. */
  start(root: HTMLElement): Promise<void> | void
  /** Shows the topmost folder of what was prepared. */
  open(): void
  /** The same for an answer that has just arrived: the JSON of `GET /course/:id/files`. */
  receive(answer: Response): void
  /** Goes into the big folder. */
  enter(root: HTMLElement): void
  /** Sorts the open folder by name, the last first. */
  sortDown(root: HTMLElement): void
  /** The row of an entry where it is in the document. */
  row(root: HTMLElement, entry: ClassFile): Element | null | undefined
}
