/** A few texts kept in a web storage. */
export type Kept = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/**
 * A storage that may be full, blocked or missing: what it refuses is kept for as long as the page lives. Enough for
 * a sign-in within the app; one that leaves for another site needs the storage.
 */
export function keptIn(storage: Storage | undefined): Kept {
  const memory = new Map<string, string>()
  const attempt = <T>(act: () => T, otherwise: T): T => {
    try {
      return act()
    } catch {
      return otherwise
    }
  }
  return {
    get: key => memory.get(key) ?? attempt(() => storage?.getItem(key) ?? null, null),
    set(key, value) {
      const stored = attempt(() => {
        storage?.setItem(key, value)
        return storage !== undefined
      }, false)
      if (stored) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      attempt(() => storage?.removeItem(key), undefined)
    },
  }
}
