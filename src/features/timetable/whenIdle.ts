/** Runs the work once the page has nothing better to do, after at most two seconds. Returns what cancels it. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks; a timer at least lets the paint go first.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
