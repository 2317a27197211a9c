/** What one process of pages saw while it counted; all times in milliseconds. */
export type Figures = {
  /** Of each answer, from the asking on. */
  took: number[]
  /** How often each thing went wrong: a status, or what the socket said. */
  errors: Record<string, number>
  requests: Record<string, number>
  /** From a message's sending until an event told of it, and until it was read, at each who has its chat open. */
  toEvent: number[]
  toRead: number[]
  events: number
  /** Streams that are open now, and those that broke off. */
  streams: number
  broken: number
}

export type Book = ReturnType<typeof createBook>

/** Writes down what happens between `begin` and `end`. */
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
    /** Requests without an answer. */
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
    // Also before it counts: what goes wrong while pages are opened is no measurement at all.
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
