/**
 * Ends when everything that waited before has had its turn: input and output too, which a promise alone never lets
 * through. `setImmediate` is Node's; in a browser a message to oneself, since timers of a page wait 4 ms.
 */
export const turn: () => Promise<void> =
  typeof setImmediate === 'function' ? () => new Promise(resolve => setImmediate(resolve)) : turnByMessage()

/** Milliseconds of work that nobody minds waiting for. */
const unnoticed = 6

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

function turnByMessage() {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise<void>(resolve => {
      waiting.push(resolve)
      port2.postMessage(null)
    })
}
