/** What each candidate offers the bench. Showing and stepping may be asynchronous; `bench.ts` tells when it stands. */
export type Candidate = {
  /** Starts an app in which the timetable is not shown yet: React runs, the screen does not. */
  start(root: HTMLElement): Promise<void> | void
  show(): void
  /** Shows the week after the one on screen, already loaded. */
  next(root: HTMLElement): void
  /** Whether the lessons of the given week (0 the first) are in the document. */
  shows(root: HTMLElement, week: number): boolean
}
