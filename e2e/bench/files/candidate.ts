import type { ClassFile } from '../../../src/contract/files.ts'

/** Interface of each candidate. Rendering may be asynchronous, because `bench.ts` waits for the result. */
export type Candidate = {
  /** Receives the rows as the service sends them. Their conversion belongs to `open`. */
  prepare(rows: readonly ClassFile[]): void
  /** Starts an app without open files: React runs, and the list is not rendered. */
  start(root: HTMLElement): Promise<void> | void
  /** Opens the top folder of the prepared rows. */
  open(): void
  /** Opens the top folder with the response, which has the JSON of `GET /course/:id/files`. */
  receive(response: Response): void
  /** Opens the folder with 5,000 files. */
  enter(root: HTMLElement): void
  /** Sorts the open folder by name in descending order. */
  sortDown(root: HTMLElement): void
  /** Returns the row of an entry, if it is rendered. */
  row(root: HTMLElement, entry: ClassFile): Element | null | undefined
}
