const queues = new Map<string, Promise<unknown>>()

/** Runs tasks of one name one after the other, in all tabs if there are Web Locks. */
export function runExclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Missing in jsdom, in old browsers and on plain http.
  const locks: LockManager | undefined = navigator.locks
  const previous = queues.get(name) ?? Promise.resolve()
  const result = previous.then(() => (locks ? locks.request(name, work) : work()))
  const settled = result.catch(() => undefined)
  queues.set(name, settled)
  void settled.then(() => queues.get(name) === settled && queues.delete(name))
  return result
}
