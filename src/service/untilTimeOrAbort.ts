/** Resolves after `ms`, never for null, and in any case when the signal aborts. */
export type Wait = (ms: number | null, signal: AbortSignal) => Promise<void>

export const untilTimeOrAbort: Wait = (ms, signal) =>
  new Promise(resolve => {
    const timer = ms === null ? undefined : setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
