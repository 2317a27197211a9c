import { Problem, problemResponse } from '../../http/problem.ts'
import type { FixedWindow } from './fixedWindow.ts'
import type { StoredToken } from './storedToken.ts'

const minute = 60_000

/** api.md § Limits. */
export function createRateLimit(
  limit: number,
  clock: () => number,
  windows: (name: string, options: { limit: number; windowMs: number }) => FixedWindow,
) {
  const window = windows('asked', { limit, windowMs: minute })
  return async (
    address: string,
    readTokenHash: (() => Promise<string>) | undefined,
    handle: (token: StoredToken | null | undefined) => Promise<Response>,
  ): Promise<Response> => {
    const { allowed, remaining, resetsAt, token } = readTokenHash
      ? await window.addWithToken(address, readTokenHash)
      : { ...(await window.add(address)), token: undefined }
    const response = allowed ? await handle(token) : tooManyRequests(Math.ceil((resetsAt - clock()) / 1000))
    response.headers.set('X-RateLimit-Limit', String(limit))
    response.headers.set('X-RateLimit-Remaining', String(remaining))
    response.headers.set('X-RateLimit-Reset', String(Math.ceil(resetsAt / 1000)))
    return response
  }
}

function tooManyRequests(seconds: number): Response {
  const wait = String(Math.max(1, seconds))
  const message = `Too many requests from this address. Please wait ${wait} s.`
  return problemResponse(new Problem(429, 'too_many_requests', message, { 'Retry-After': wait }))
}
