/** What a window says after one more: `remaining` is 0 at the last one allowed; `resetsAt` in Unix ms. */
export type Count = { allowed: boolean; remaining: number; resetsAt: number }

export type FixedWindow = {
  add: (key: string) => Count
  /** Unix ms at which a key that has used up its limit may go on; undefined while there is room. */
  fullUntil: (key: string) => number | undefined
  /** Takes one count back. */
  undo: (key: string) => void
  /** Takes the key's count back to nothing. */
  forget: (key: string) => void
}

/**
 * Counts by key in windows of fixed length, the first count of a key opening its window. `keys` bounds the memory: past
 * it the closed windows go first, then those opened longest ago.
 */
export function createFixedWindow(options: {
  limit: number
  windowMs: number
  clock: () => number
  keys?: number
}): FixedWindow {
  const { limit, windowMs, clock, keys = 50_000 } = options
  // In the order the windows were opened, so that the first entry is the oldest.
  const windows = new Map<string, { count: number; resetsAt: number }>()

  function tidy(now: number) {
    for (const [key, window] of windows) {
      if (window.resetsAt > now && windows.size < keys) break
      windows.delete(key)
    }
  }

  return {
    add(key) {
      const now = clock()
      let window = windows.get(key)
      // A clock set back must not lock anybody out for longer than one window.
      if (!window || window.resetsAt <= now || window.resetsAt > now + windowMs) {
        windows.delete(key)
        tidy(now)
        window = { count: 0, resetsAt: now + windowMs }
        windows.set(key, window)
      }
      // Counting stops one past the limit: the number says nothing more and must not grow for ever.
      window.count = Math.min(window.count + 1, limit + 1)
      return {
        allowed: window.count <= limit,
        remaining: Math.max(0, limit - window.count),
        resetsAt: window.resetsAt,
      }
    },
    fullUntil(key) {
      const window = windows.get(key)
      const now = clock()
      const open = window && window.resetsAt > now && window.resetsAt <= now + windowMs
      return open && window.count >= limit ? window.resetsAt : undefined
    },
    undo(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
    forget: key => {
      windows.delete(key)
    },
  }
}
