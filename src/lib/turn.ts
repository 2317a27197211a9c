const waiting: (() => void)[] = []

/**
 * Yields to the event loop, including user input. Only one waiter resumes per turn, so that the work of several does
 * not add up to a long task.
 */
export function turn(): Promise<void> {
  return new Promise(resolve => {
    waiting.push(resolve)
    if (waiting.length === 1) later()
  })
}

function oneTurn() {
  waiting.shift()?.()
  if (waiting.length > 0) later()
}

/** `setImmediate` exists in Node only. Browsers use a message, because timers of a page wait 4 ms. */
const later = typeof setImmediate === 'function' ? () => setImmediate(oneTurn) : laterByMessage()

/** Work that no user notices, in ms. */
const unnoticed = 4

/**
 * Returns a function to be awaited in each round of a long loop. It yields to the event loop if `every` ms of work have
 * passed.
 */
export function takeTurns(every = unnoticed): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < every) return undefined
    return turn().then(() => {
      since = performance.now()
    })
  }
}

function laterByMessage() {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = oneTurn
  return () => port2.postMessage(null)
}
