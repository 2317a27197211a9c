/** Interface of each candidate. `show` and `next` may be asynchronous, because `bench.ts` waits for the result. */
export type Candidate = {
  /** Starts an app without the timetable: React runs, and the screen is not rendered. */
  start(root: HTMLElement): Promise<void> | void
  show(props: object): void
  /** Shows the next week, which is already loaded. */
  next(root: HTMLElement): void
  /** Whether the lessons of a week are rendered. 0 is the first week. */
  shows(root: HTMLElement, week: number): boolean
}
