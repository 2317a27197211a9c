import { Problem, problemResponse } from '../answers/problem.ts'
import type { Db } from '../db/schema.ts'

/** How a write goes wrong: every time, or only the first of its kind since the service started. */
export type Way = {
  how: 'lost' | 'broken' | 'cut' | 'fails' | 'busy' | 'busyBare' | 'late'
  onlyFirst: boolean
}

/** The ways by the names that records have. */
export const ways = {
  lostFirst: { how: 'lost', onlyFirst: true },
  brokenFirst: { how: 'broken', onlyFirst: true },
  failsFirst: { how: 'fails', onlyFirst: true },
  busyFirst: { how: 'busy', onlyFirst: true },
  busyBareFirst: { how: 'busyBare', onlyFirst: true },
  late: { how: 'late', onlyFirst: false },
  fails: { how: 'fails', onlyFirst: false },
} satisfies Record<string, Way>

/** Those of uploads. */
export const uploadWays = {
  lostFirstUpload: ways.lostFirst,
  failsFirstUpload: ways.failsFirst,
  brokenFirstUpload: ways.brokenFirst,
  cutFirstUpload: { how: 'cut', onlyFirst: true },
  busyFirstUpload: ways.busyFirst,
  failsUpload: ways.fails,
  lateUpload: ways.late,
} satisfies Record<string, Way>

/** Those of what is made in a folder. */
export const creationWays = {
  lostFirstCreation: ways.lostFirst,
  failsFirstCreation: ways.failsFirst,
} satisfies Record<string, Way>

/** What goes wrong with a write; `key` tells a first from a second. */
export type Fault = { way: Way; value: string | null; key: string }

/** A checked write, as far as a fault depends on it. */
export type FaultyWrite = {
  params: Record<string, number>
  body: unknown
  caller: { userId: number } | undefined
  db: Db
}

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
