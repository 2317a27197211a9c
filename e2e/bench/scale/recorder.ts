/** Measurements of one process of simulated pages. Times are in ms. */
export type Figures = {
  /** Duration of each request. */
  durations: number[]
  /** Number of errors by request and status or socket error. */
  errors: Record<string, number>
  requests: Record<string, number>
  /** Time from sending a message to its event, and to its fetch, for each user with the chat open. */
  eventDelays: number[]
  readDelays: number[]
}

export type Recorder = ReturnType<typeof createRecorder>

/** Creates a recorder of everything between `begin` and `end`. */
export function createRecorder() {
  const empty = (): Figures => ({
    durations: [],
    errors: {},
    requests: {},
    eventDelays: [],
    readDelays: [],
  })
  let figures = empty()
  let isCounting = false
  let pending = 0
  return {
    /** Number of pending requests. */
    getPending: () => pending,
    addRequest() {
      pending += 1
    },
    removeRequest() {
      pending -= 1
    },
    begin() {
      figures = empty()
      isCounting = true
    },
    end(): Figures {
      isCounting = false
      return figures
    },
    recordResponse(name: string, ms: number) {
      if (!isCounting) return
      figures.durations.push(ms)
      figures.requests[name] = (figures.requests[name] ?? 0) + 1
    },
    // Count errors before `begin`, too, because a run with errors while pages are opened is invalid.
    recordError(name: string) {
      figures.errors[name] = (figures.errors[name] ?? 0) + 1
    },
    recordEventDelay(ms: number) {
      if (isCounting) figures.eventDelays.push(ms)
    },
    recordReadDelay(ms: number) {
      if (isCounting) figures.readDelays.push(ms)
    },
  }
}

export function percentile(sample: readonly number[], part: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
