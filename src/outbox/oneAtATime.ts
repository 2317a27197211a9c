const turns = new Map<string, Promise<unknown>>()

/** Runs tasks of the same name one after the other: in all tabs with Web Locks, otherwise in this page only. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Web Locks are missing in jsdom, in old browsers and on plain http.
  const locks: LockManager | undefined = navigator.locks
  const before = turns.get(name) ?? Promise.resolve()
  const mine = before.then(() => (locks ? locks.request(name, work) : work()))
  const over = mine.catch(() => undefined)
  turns.set(name, over)
  void over.then(() => turns.get(name) === over && turns.delete(name))
  return mine
}
