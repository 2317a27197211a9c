/**
 * Takes messages back one after another: in all tabs of this person where the browser can, in this tab always. Else two
 * tabs would put one message into the field twice.
 */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  // jsdom and old browsers have no locks.
  const locks: LockManager | undefined = navigator.locks
  const mine = turn.then(() => (locks ? locks.request('staffroom:send-messages', work) : work()))
  turn = mine.catch(() => undefined)
  return mine
}
let turn: Promise<unknown> = Promise.resolve()
