/** What each candidate offers the bench. Mounting and stepping may be asynchronous; `painted` tells when it shows. */
export type Candidate = {
  mount(root: HTMLElement): void
  /** Shows the week after the one on screen, already loaded. */
  next(): void
  /** Whether the lessons of the given week (0 the first) are in the document. */
  shows(root: HTMLElement, week: number): boolean
}
