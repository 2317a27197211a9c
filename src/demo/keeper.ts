/** Writes something down soon after it changed, one write at a time, the newest state each time. */
export type Keeper = {
  /** Settles once everything that had changed before the call is written, or could not be. */
  keep: () => Promise<void>
}

/**
 * `write` takes the state as it is when called. Calls during a write share the one write that follows it.
 * `failed` hears of each write that did not work; nothing else happens, the next change tries again.
 */
export function createKeeper(write: () => Promise<void>, failed: (error: unknown) => void): Keeper {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const start = () => {
    next = undefined
    running = write()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    keep() {
      if (!running) return start()
      next ??= running.then(start)
      return next
    },
  }
}
