/** Measurements of one process of simulated pages. Times are in ms. */
export type Figures = {
  /** Duration of each request. */
  took: number[]
  /** Number of errors by request and status or socket error. */
  errors: Record<string, number>
  requests: Record<string, number>
  /** Time from sending a message to its event, and to its fetch, for each user with the chat open. */
  toEvent: number[]
  toRead: number[]
  events: number
  /** Streams that are open now, and number of streams that ended. */
  streams: number
  broken: number
}

export type Book = ReturnType<typeof createBook>

/** Creates a recorder of everything between `begin` and `end`. */
export function createBook() {
  const empty = (): Figures => ({
    took: [],
    errors: {},
    requests: {},
    toEvent: [],
    toRead: [],
    events: 0,
    streams: 0,
    broken: 0,
  })
  let figures = empty()
  let isCounting = false
  let streams = 0
  let waiting = 0
  return {
    /** Number of pending requests. */
    waiting: () => waiting,
    asked() {
      waiting += 1
    },
    over() {
      waiting -= 1
    },
    begin() {
      figures = empty()
      isCounting = true
    },
    end(): Figures {
      isCounting = false
      return { ...figures, streams }
    },
    answered(what: string, ms: number) {
      if (!isCounting) return
      figures.took.push(ms)
      figures.requests[what] = (figures.requests[what] ?? 0) + 1
    },
    // Count errors before `begin`, too, because a run with errors while pages are opened is invalid.
    failed(what: string) {
      figures.errors[what] = (figures.errors[what] ?? 0) + 1
    },
    event() {
      if (isCounting) figures.events += 1
    },
    told(ms: number) {
      if (isCounting) figures.toEvent.push(ms)
    },
    read(ms: number) {
      if (isCounting) figures.toRead.push(ms)
    },
    stream(change: 1 | -1) {
      streams += change
      if (change < 0 && isCounting) figures.broken += 1
    },
  }
}

export function percentile(sample: readonly number[], part: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
