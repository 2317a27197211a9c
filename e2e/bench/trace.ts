/** Event of a Chromium trace. Times are in µs. `tdur` is thread time, which other processes do not extend. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

/** Categories for `browser.startTracing`. */
export const traceCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing', 'loading']

/**
 * Returns the thread time of the longest main-thread task after the mark, in ms. Nested events are not counted as
 * tasks. Throws if the trace has no such mark.
 */
export function longestTask(trace: Buffer, mark: string): number {
  const events = parseTrace(trace)
  const from = events.find(({ name }) => name === mark)
  if (!from) throw new Error(`the trace has no mark ${mark}`)
  const tasks = tasksOfThread(events, from).filter(({ ts, dur = 0 }) => ts + dur > from.ts)
  if (tasks.length === 0) throw new Error('the trace has no tasks')
  return Math.max(...tasks.map(threadTime)) / 1000
}

/** Returns the thread time of the main thread until the mark, in ms. Throws if the trace has no such mark. */
export function cpuUntil(trace: Buffer, mark: string): number {
  const events = parseTrace(trace)
  const end = events.find(({ name }) => name === mark)
  if (!end) throw new Error(`the trace has no mark ${mark}`)
  const tasks = tasksOfThread(events, end).filter(({ ts }) => ts < end.ts)
  return tasks.reduce((sum, task) => sum + threadTime(task), 0) / 1000
}

const parseTrace = (trace: Buffer) =>
  (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents

const tasksOfThread = (events: readonly TraceEvent[], { pid, tid }: TraceEvent) =>
  events.filter(
    event => event.ph === 'X' && event.name === 'RunTask' && event.pid === pid && event.tid === tid,
  )

const threadTime = ({ tdur, dur = 0 }: TraceEvent) => tdur ?? dur
