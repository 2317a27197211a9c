/** One entry of a Chromium trace; times in µs. `tdur` is the thread's own time, which a busy machine does not stretch. */
type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

/** Wanted of `browser.startTracing`. */
export const traceCategories = ['disabled-by-default-devtools.timeline', 'blink.user_timing']

/**
 * Milliseconds of the longest task the page's main thread did after the mark, in its own time: the parts of one task are
 * no task. Throws where the trace has no such mark.
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
