const turns = new Map<string, Promise<unknown>>()

/** Does this in all tabs of this browser one after another where it has locks, in this page always. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  // jsdom, old browsers and pages without https have no locks.
  const locks: LockManager | undefined = navigator.locks
  const before = turns.get(name) ?? Promise.resolve()
  const mine = before.then(() => (locks ? locks.request(name, work) : work()))
  const over = mine.catch(() => undefined)
  turns.set(name, over)
  void over.then(() => turns.get(name) === over && turns.delete(name))
  return mine
}
