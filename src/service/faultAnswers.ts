import { Problem, problemResponse } from './problem.ts'

/** How a write goes wrong: every time, or only the first of its kind since the service started. */
export type Way = { how: 'lost' | 'broken' | 'fails' | 'busy' | 'busyBare' | 'late'; onlyFirst: boolean }

/** Answers that go out with the rate headers they have, or don't have, of their own: a broken service's. */
export const withoutRateHeaders = new WeakSet<Response>()

/** The error body with a status. */
export const failed = (status: number): Response =>
  problemResponse(new Problem(status, 'fault', `This answers ${status}, on purpose.`))

/** 429 that says when to come again. `now` in Unix milliseconds. */
export function busy(seconds: number, now: number): Response {
  const response = problemResponse(new Problem(429, 'too_many_requests', `Please wait ${seconds} s.`))
  response.headers.set('Retry-After', String(seconds))
  response.headers.set('X-RateLimit-Limit', '300')
  response.headers.set('X-RateLimit-Remaining', '0')
  response.headers.set('X-RateLimit-Reset', String(Math.ceil(now / 1000) + seconds))
  return unlimited(response)
}

/** Lets it go out with the rate headers it has. */
export function unlimited(response: Response): Response {
  withoutRateHeaders.add(response)
  return response
}
