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
export const traceCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing']

/**
 * Returns the thread time of the longest main-thread task after the mark, in ms. Nested events are not counted as
 * tasks. Throws if the trace has no such mark.
 */
export function longestTask(trace: Buffer, mark: string): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const from = traceEvents.find(({ name }) => name === mark)
  if (!from) throw new Error(`the trace has no mark ${mark}`)
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid, ts, dur = 0 }) =>
      ph === 'X' && name === 'RunTask' && pid === from.pid && tid === from.tid && ts + dur > from.ts,
  )
  if (tasks.length === 0) throw new Error('the trace has no tasks')
  return Math.max(...tasks.map(({ tdur, dur = 0 }) => tdur ?? dur)) / 1000
}
