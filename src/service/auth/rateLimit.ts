import { Problem, problemResponse } from '../answers/problem.ts'

const minute = 60_000

/**
 * Lets an address make `limit` requests a minute (api.md § Limits), says on every answer what is left, and answers 429
 * past it. Every request counts, refused ones and the token endpoint's too.
 */
export function createRateLimit(limit: number, clock: () => number) {
  const window = createFixedWindow({ limit, windowMs: minute, clock })
  return async (address: string, answer: () => Promise<Response>): Promise<Response> => {
    const { allowed, remaining, resetsAt } = window.add(address)
    const response = allowed ? await answer() : tooMany(Math.ceil((resetsAt - clock()) / 1000))
    response.headers.set('X-RateLimit-Limit', String(limit))
    response.headers.set('X-RateLimit-Remaining', String(remaining))
    response.headers.set('X-RateLimit-Reset', String(Math.ceil(resetsAt / 1000)))
    return response
  }
}

function tooMany(seconds: number): Response {
  const wait = String(Math.max(1, seconds))
  const message = `Too many requests from this address. Please wait ${wait} s.`
  return problemResponse(new Problem(429, 'too_many_requests', message, undefined, { 'Retry-After': wait }))
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
}) {
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
    /** `remaining` is 0 at the last one allowed; `resetsAt` in Unix ms. */
    add(key: string) {
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
    /** Unix ms at which a key that has used up its limit may go on; undefined while there is room. */
    fullUntil(key: string) {
      const window = windows.get(key)
      const now = clock()
      const open = window && window.resetsAt > now && window.resetsAt <= now + windowMs
      return open && window.count >= limit ? window.resetsAt : undefined
    },
    /** Takes one count back. */
    undo(key: string) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count -= 1
    },
    /** Takes the key's count back to nothing. */
    forget: (key: string) => void windows.delete(key),
  }
}
