/** Browser storage that may be blocked, full or private. Then a copy in memory is used until the page closes. */
export type GuardedStorage = {
  get: (key: string) => string | undefined
  set: (key: string, text: string) => void
  remove: (key: string) => void
  keys: () => string[]
  /** False after a failed access. */
  isPersistent: () => boolean
}

/** `open` throws if the browser blocks even the access to the storage. */
export function createGuardedStorage(open: () => Storage | undefined): GuardedStorage {
  const memory = new Map<string, string>()
  let isPersistent = true
  const tryStorage = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      const storage = open()
      if (!storage) throw new Error('blocked')
      return action(storage)
    } catch {
      isPersistent = false
      return undefined
    }
  }
  return {
    get: key => memory.get(key) ?? tryStorage(storage => storage.getItem(key)) ?? undefined,
    set: (key, text) => {
      memory.delete(key)
      const isWritten = tryStorage(storage => {
        storage.setItem(key, text)
        return true
      })
      if (!isWritten) memory.set(key, text)
    },
    remove: key => {
      memory.delete(key)
      tryStorage(storage => storage.removeItem(key))
    },
    keys: () => [...new Set([...memory.keys(), ...(tryStorage(storage => Object.keys(storage)) ?? [])])],
    isPersistent: () => isPersistent,
  }
}
