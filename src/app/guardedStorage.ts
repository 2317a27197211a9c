/**
 * Browser storage that may be blocked, full or private. In that case a copy in memory is used until the page closes.
 */
export type GuardedStorage = {
  get: (key: string) => string | undefined
  set: (key: string, text: string) => void
  remove: (key: string) => void
  keys: () => string[]
  /** False after a failed access. Settings are then lost when the page closes. */
  kept: () => boolean
}

/** `open` returns the storage. It throws if the browser blocks even the access to it. */
export function guardedStorage(open: () => Storage): GuardedStorage {
  const memory = new Map<string, string>()
  let kept = true
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(open())
    } catch {
      kept = false
      return undefined
    }
  }
  return {
    get: key => memory.get(key) ?? attempt(storage => storage.getItem(key)) ?? undefined,
    set: (key, text) => {
      memory.delete(key)
      const written = attempt(storage => {
        storage.setItem(key, text)
        return true
      })
      if (!written) memory.set(key, text)
    },
    remove: key => {
      memory.delete(key)
      attempt(storage => storage.removeItem(key))
    },
    keys: () => [...new Set([...memory.keys(), ...(attempt(storage => Object.keys(storage)) ?? [])])],
    kept: () => kept,
  }
}
