/** Resolves after `wait` ms; rejects with the signal's reason when it is aborted first. */
export function later(wait: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, wait)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
