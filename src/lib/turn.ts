const waiting: (() => void)[] = []

/** All that waited has its turn, input too. One at a time: the work of five that share does not add up. */
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

/** `setImmediate` is Node's; in a browser it is a message to oneself, since timers of a page wait 4 ms. */
const later = typeof setImmediate === 'function' ? () => setImmediate(oneTurn) : laterByMessage()

/** Milliseconds of work that nobody minds waiting for. */
const unnoticed = 4

/** For a loop that may be long: to be awaited in each of its rounds, gives a turn where one is due. */
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
