/** Browser storage that may be blocked, full or private: then a copy in memory serves until the page closes. */
export type GuardedStorage = {
  get: (key: string) => string | undefined
  set: (key: string, text: string) => void
  remove: (key: string) => void
  keys: () => string[]
  /** False once something could not be written: what is chosen is forgotten with the page. */
  kept: () => boolean
}

/** `open` gives the storage; it throws where a browser blocks even naming it. */
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
