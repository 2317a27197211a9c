const queue: (() => void)[] = []

/** One waiter per iteration, so that the work of several does not add up to a long task. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise(resolve => {
    queue.push(resolve)
    if (queue.length === 1) schedule()
  })
}

function resumeNext() {
  queue.shift()?.()
  if (queue.length > 0) schedule()
}

/** `setImmediate` exists in Node only. Browsers use a message, because timers wait 4 ms. */
const schedule =
  typeof setImmediate === 'function' ? () => setImmediate(resumeNext) : createMessageScheduler()

/** In ms. No user notices shorter work. */
const maxWorkMs = 4

/** Await the returned function in each round of a long loop. It yields after `maxMs`. */
export function createYielder(maxMs = maxWorkMs): () => Promise<void> | undefined {
  let startedAt = performance.now()
  return () => {
    if (performance.now() - startedAt < maxMs) return undefined
    return yieldToEventLoop().then(() => {
      startedAt = performance.now()
    })
  }
}

function createMessageScheduler() {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = resumeNext
  return () => port2.postMessage(null)
}
