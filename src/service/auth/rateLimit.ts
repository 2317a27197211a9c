import { Problem, problemResponse } from '../http/problem.ts'
import type { FixedWindow } from './fixedWindow.ts'

const minute = 60_000

/** api.md § Limits. */
export function createRateLimit(
  limit: number,
  clock: () => number,
  windows: (name: string, options: { limit: number; windowMs: number }) => FixedWindow,
) {
  const window = windows('asked', { limit, windowMs: minute })
  return async (address: string, handle: () => Promise<Response>): Promise<Response> => {
    const { allowed, remaining, resetsAt } = await window.add(address)
    const response = allowed ? await handle() : tooManyRequests(Math.ceil((resetsAt - clock()) / 1000))
    response.headers.set('X-RateLimit-Limit', String(limit))
    response.headers.set('X-RateLimit-Remaining', String(remaining))
    response.headers.set('X-RateLimit-Reset', String(Math.ceil(resetsAt / 1000)))
    return response
  }
}

function tooManyRequests(seconds: number): Response {
  const wait = String(Math.max(1, seconds))
  const message = `Too many requests from this address. Please wait ${wait} s.`
  return problemResponse(new Problem(429, 'too_many_requests', message, undefined, { 'Retry-After': wait }))
}
