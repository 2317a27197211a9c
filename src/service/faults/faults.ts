import type { Endpoint, Query } from '../../contract/endpoint.ts'
import type { timeline } from '../../contract/timeline.ts'
import { notFound } from '../answers/problem.ts'
import type { Db } from '../db/schema.ts'
import { busy, failed, unlimited } from './faultAnswers.ts'
import { type FaultKind, firstFaultClass } from './faultClasses.ts'
import { createFaultyAccess, isFaultyAccess } from './faultyAccess.ts'
import { faultyBody } from './faultyBody.ts'

/** What a fault needs to know of a request whose caller is known. */
type Asked = {
  params: Record<string, number>
  query: unknown
  body?: unknown
  caller: { userId: number } | undefined
  db: Db
  clock: () => number
  timeZone: string
  request: Request
}

export type Faults = {
  /** The wrong answer where the request is about a class of faultClasses.ts, undefined for any other. */
  answer: (endpoint: Endpoint, asked: Asked) => Promise<Response | undefined>
}

/** Brings out the faults that a database records; holds what it must remember between requests. */
export function createFaults(wait: Wait = untilTimeOrAbort): Faults {
  const refusedAt = new Map<string, number>()
  const asks = new Map<string, number>()
  const faultyAccess = createFaultyAccess()

  /** Whether this person was refused within the last minute, and remembers that they are now. */
  const refusedLately = (who: string, now: number): boolean => {
    const before = refusedAt.get(who)
    if (before !== undefined && now - before < 60_000) return true
    refusedAt.set(who, now)
    return false
  }
  const countAsk = (what: string): number => {
    const count = (asks.get(what) ?? 0) + 1
    asks.set(what, count)
    return count
  }

  return {
    async answer(endpoint, asked) {
      const { params, caller, db, clock, request } = asked
      if (caller && isFaultyAccess(endpoint, asked) && (await isThere(db, 'access'))) {
        const { name } = await db
          .selectFrom('users')
          .select('name')
          .where('id', '=', caller.userId)
          .executeTakeFirstOrThrow()
        return Response.json(faultyAccess(endpoint, { ...asked, caller: { ...caller, name } }))
      }
      const courseId = params.course_id ?? 0
      if (!caller || courseId < firstFaultClass) return undefined
      const fault = await db
        .selectFrom('faults')
        .select(['kind', 'value'])
        .where('course_id', '=', courseId)
        .executeTakeFirst()
      if (!fault) return undefined
      const who = `${caller.userId} ${courseId}`
      const fine = () => dataAnswer('fine', endpoint, asked)

      switch (fault.kind) {
        case 'status':
          return failed(Number(fault.value))
        case 'busy':
          return busy(Number(fault.value), clock())
        case 'busyBare':
          return unlimited(new Response(null, { status: 429 }))
        case 'html':
          return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
        case 'malformedJson':
          return json('[{"id": 1, "name": "Ma')
        case 'emptyBody':
          return json('')
        case 'slow':
          await wait(fault.value === null ? null : Number(fault.value), request.signal)
          // Nobody reads it any more; an error here would only fill the log.
          return request.signal.aborted ? failed(503) : fine()
        case 'once401':
          return refusedLately(who, clock()) ? fine() : failed(401)
        case 'flaky':
          return countAsk(`${who} ${endpoint.method} ${endpoint.path}`) % 2 === 1 ? failed(503) : fine()
        case 'loose':
        case 'broken':
        case 'hostile':
        case 'large':
        case 'access':
          return dataAnswer(fault.kind, endpoint, asked)
        default:
          return undefined
      }
    },
  }
}

/** Whether the database has the class of this fault: without the seed school it has none. */
async function isThere(db: Db, kind: FaultKind): Promise<boolean> {
  return (
    (await db.selectFrom('faults').select('kind').where('kind', '=', kind).executeTakeFirst()) !== undefined
  )
}

const page = '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>'

function dataAnswer(kind: FaultKind | 'fine', endpoint: Endpoint, asked: Asked): Response {
  const body = faultyBody(kind, endpoint, {
    courseId: asked.params.course_id ?? 0,
    lessonId: asked.params.lesson_id ?? 0,
    homeworkId: asked.params.homework_id ?? 0,
    fileId: asked.params.file_id ?? -1,
    query: asked.query as Query<typeof timeline.days>,
    now: asked.clock(),
    timeZone: asked.timeZone,
  })
  if (body === undefined) throw notFound()
  return Response.json(body)
}

const json = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } })

/** Resolves after `ms`, never for null, and in any case when the signal aborts. */
export type Wait = (ms: number | null, signal: AbortSignal) => Promise<void>

export const untilTimeOrAbort: Wait = (ms, signal) =>
  new Promise(resolve => {
    const timer = ms === null ? undefined : setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
