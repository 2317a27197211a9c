import { readRelation } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import type { Endpoint, Query } from '../../contract/endpoint.ts'
import { eachEndpoint } from '../../contract/everything.ts'
import { files } from '../../contract/files.ts'
import { me } from '../../contract/me.ts'
import { submissions } from '../../contract/submissions.ts'
import type { timeline } from '../../contract/timeline.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Service } from '../../service/app.ts'
import type { ReceivedFile } from '../../service/db/receiveFile.ts'
import type { Db } from '../../service/db/schema.ts'
import { maxId, readBody, readQuery } from '../../service/http/parse.ts'
import { notFound, Problem, problemResponse } from '../../service/http/problem.ts'
import { readUpload } from '../../service/routes/readUpload.ts'
import {
  type ClassFaultKind,
  type FaultClass,
  faultChats,
  faultClasses,
  faultFolderIds,
  faultFolders,
  faultHomework,
  faultHomeworkClass,
  hostileChat,
  hostileHomework,
  type WriteFault,
} from './faults.ts'
import { faultyBody } from './faultyBody.ts'
import { withHostileRenderings } from './hostile.ts'

/** The parts of a request that faults depend on. */
type Asked = {
  endpoint: Endpoint
  params: Record<string, number>
  body: unknown
  request: Request
}

/** The caller according to the service, and the headers of its response, such as the rate limit. */
type Caller = { userId: number; headers: Headers }

/** Resolves after `ms` or when the signal aborts. With null it resolves only on abort. */
export type Wait = (ms: number | null, signal: AbortSignal) => Promise<void>

/**
 * Wraps a service so that responses about the data of faults.json fail. Depending on the fault, a write is executed
 * although its response fails. It remembers first writes until the service stops. `db` must contain the data of
 * `addFaults`.
 */
export function withFaults(
  service: Service,
  school: { db: Db; clock: () => number; timeZone: string; wait?: Wait },
): Service {
  const { db, clock, timeZone, wait = untilTimeOrAbort } = school
  const refusedAt = new Map<string, number>()
  const counts = new Map<string, number>()
  /** Returns how often this was counted before. */
  const countOf = (...what: unknown[]): number => {
    const key = JSON.stringify(what)
    const count = counts.get(key) ?? 0
    if (counts.size >= 1000) counts.clear()
    counts.set(key, count + 1)
    return count
  }
  /** Returns whether this user was refused within the last minute. If not, stores the refusal. */
  const refusedLately = (who: string, now: number): boolean => {
    const before = refusedAt.get(who)
    if (before !== undefined && now - before < 60_000) return true
    if (refusedAt.size >= 1000) refusedAt.clear()
    refusedAt.set(who, now)
    return false
  }

  async function classAnswer({ kind, value, id }: FaultClass, asked: Asked, { userId }: Caller) {
    const { endpoint, params, request } = asked
    const data = (shown: ClassFaultKind | 'fine') => {
      try {
        const query = readQuery(endpoint.query, request.url) as Query<typeof timeline.days>
        const body = faultyBody(shown, endpoint, { courseId: id, params, query, now: clock(), timeZone })
        return body === undefined ? problemResponse(notFound()) : Response.json(body)
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error)
        throw error
      }
    }
    switch (kind) {
      case 'status':
        return failed(Number(value))
      case 'busy':
        return busy(Number(value), clock())
      case 'busyBare':
        return new Response(null, { status: 429 })
      case 'html':
        return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      case 'malformedJson':
        return json('[{"id": 1, "name": "Ma')
      case 'emptyBody':
        return json('')
      case 'slow':
        await wait(value, request.signal)
        // The client has gone. An error here would only fill the log.
        return request.signal.aborted ? failed(503) : data('fine')
      case 'once401':
        return refusedLately(`${userId} ${id}`, clock()) ? data('fine') : failed(401)
      case 'flaky':
        return countOf(userId, id, endpoint.method, endpoint.path) % 2 === 0 ? failed(503) : data('fine')
      default:
        return data(kind)
    }
  }

  async function writeAnswer(
    { kind, value }: WriteFault,
    { endpoint, params, body, request }: Asked,
    { userId }: Caller,
    right: () => Promise<Response>,
  ): Promise<Response> {
    // For submissions, another text about the same pupil counts as the same write.
    const what = endpoint.resource === 'submission' ? null : body
    const isOver = kind.endsWith('First') && countOf(userId, endpoint.method, endpoint.path, params, what) > 0
    if (isOver) return right()
    const way = kind.replace('First', '')
    if (way === 'fails') return failed(Number(value))
    if (way === 'busy') return busy(Number(value), clock())
    if (way === 'busyBare') return new Response(null, { status: 429 })
    if (way === 'cut') return brokenOff()
    const answer = await right()
    // The service refused the write, so there is no network fault.
    if (!answer.ok) return answer
    if (way === 'lost') return failed(Number(value))
    if (way === 'broken') return brokenOff()
    await wait(value, request.signal)
    return request.signal.aborted ? failed(503) : answer
  }

  return {
    close: () => service.close(),
    async fetch(request, from) {
      const right = () => service.fetch(request, from)
      const asked = await readAsked(request)
      if (!asked) return right()
      if (asked.endpoint === me.memberships) return withoutFaultClasses(await right())
      if (isHostile(asked)) return withHostileRenderings(await right())
      const ofClass = faultClasses.find(({ id, kind }) => id === asked.params.course_id && kind !== 'writes')
      const ofWrite = await writeFaultOf(asked, db)
      const caller = (ofClass || ofWrite) && (await callerOf(service, request, from))
      // The service refuses unknown callers itself.
      if (!caller) return right()
      let answer: Response
      if (ofWrite) answer = await writeAnswer(ofWrite, asked, caller, right)
      else if (ofClass) answer = await classAnswer(ofClass, asked, caller)
      else return right()
      // Copy the headers of other responses. A 429 must not say when to try again unless it does so itself.
      const isBare = answer.status === 429
      for (const [name, text] of caller.headers) {
        const isSaid = answer.headers.has(name) || (isBare && name.startsWith('x-ratelimit'))
        if (!isSaid) answer.headers.set(name, text)
      }
      return answer
    },
  }
}

/** Whether the request reads hostile messages or submissions. */
const isHostile = ({ endpoint: { method, resource }, params }: Asked): boolean =>
  method === 'GET' &&
  ((resource === 'message' && params.chat_id === hostileChat) ||
    (resource === 'submission' && Object.values<unknown>(hostileHomework).includes(params.todo_id)))

const known = eachEndpoint().map(({ endpoint }) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.base}${endpoint.path.replace(/:(\w+)/g, String.raw`(?<$1>\d+)`)}$`),
}))

/** Returns the endpoint and input of a request, or undefined if it is not in the contract or can't be parsed. */
async function readAsked(request: Request): Promise<Asked | undefined> {
  const { pathname } = new URL(request.url)
  for (const { endpoint, pattern } of known) {
    const match = endpoint.method === request.method && pattern.exec(pathname)
    if (!match) continue
    const ids = Object.entries(match.groups ?? {}).map(([name, id]) => [name, Number(id)] as const)
    try {
      const copy = request.clone()
      const body =
        endpoint.encoding === 'multipart'
          ? (await readUpload(endpoint, copy, { limit: Number.POSITIVE_INFINITY, receive: unkept })).body
          : await readBody(endpoint, copy)
      return { endpoint, params: Object.fromEntries(ids), body, request }
    } catch {
      return undefined
    }
  }
  return undefined
}

/** Returns a received file without its bytes, because only the name matters here. */
const unkept = (name: string): ReceivedFile => ({
  ...{ name, size: 0 },
  write: async () => undefined,
  complete: () => Promise.reject(new Error('this file is looked at only')),
  discard: async () => undefined,
})

/** Returns the fault of the homework, chat or folder that the request writes to. */
async function writeFaultOf({ endpoint, params, body }: Asked, db: Db): Promise<WriteFault | undefined> {
  const fields = isRecord(body) ? body : {}
  if (endpoint.resource === 'message' && endpoint.method !== 'GET') {
    return faultChats.find(({ id }) => id === params.chat_id)
  }
  if (endpoint === submissions.correct || endpoint === submissions.handIn) {
    return homeworkFault(db, params.todo_id, undefined)
  }
  if (endpoint === files.create && params.course_id === faultFolderIds.courseId) {
    return faultFolders.find(({ id, only }) => id === fields.parent_id && only === 'creation')
  }
  if (endpoint !== documents.upload) return undefined
  const relation = typeof fields.related_to === 'string' ? readRelation(fields.related_to) : undefined
  if (relation && 'userId' in relation) return homeworkFault(db, relation.todoId, 'upload')
  if (relation?.kind !== 'file' || relation.fileId > maxId) return undefined
  const file = await db
    .selectFrom('files')
    .select('parent_id')
    .where('id', '=', relation.fileId)
    .where('course_id', '=', faultFolderIds.courseId)
    .executeTakeFirst()
  return faultFolders.find(({ id, only }) => id === file?.parent_id && only === 'upload')
}

/** Returns the fault of a homework. Ordinary homework has the same ID if it is older than `addFaults`. */
async function homeworkFault(db: Db, todoId: number | undefined, only: 'upload' | undefined) {
  const fault = faultHomework.find(each => each.id === todoId && each.only === only)
  const found = db.selectFrom('homeworks').select('id').where('course_id', '=', faultHomeworkClass)
  return fault && (await found.where('id', '=', fault.id).executeTakeFirst()) ? fault : undefined
}

async function callerOf(
  service: Service,
  request: Request,
  from: Parameters<Service['fetch']>[1],
): Promise<Caller | undefined> {
  const headers = { Authorization: request.headers.get('authorization') ?? '' }
  const answer = await service.fetch(new Request(new URL('/api/v2/me', request.url), { headers }), from)
  if (!answer.ok) return undefined
  const { id }: { id: number } = await answer.json()
  answer.headers.delete('content-type')
  return { userId: id, headers: answer.headers }
}

/** Removes the fault classes from the memberships. Tests know their IDs. */
async function withoutFaultClasses(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const rows: { course_id: number }[] = await answer.json()
  const ordinary = rows.filter(({ course_id }) => !faultClasses.some(({ id }) => id === course_id))
  return Response.json(ordinary, { headers: answer.headers })
}

const page = '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>'
const json = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } })

/** Creates an error response with this status and the service's error body. */
const failed = (status: number): Response =>
  problemResponse(new Problem(status, 'fault', `This answers ${status}, on purpose.`))

/** Creates a 429 response that states when to try again. `now` is in Unix ms. */
const busy = (seconds: number, now: number): Response =>
  problemResponse(
    new Problem(429, 'too_many_requests', `Please wait ${seconds} s.`, undefined, {
      'Retry-After': String(seconds),
      'X-RateLimit-Limit': '300',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(now / 1000) + seconds),
    }),
  )

/** Creates a response that fails after its first bytes, like a broken connection. */
function brokenOff(): Response {
  const beginning = new TextEncoder().encode('{"user": {"id": ')
  const body = new ReadableStream({
    start: controller => controller.enqueue(beginning),
    async pull(controller) {
      // Wait until the host has sent the first bytes. Before that, it could still respond with an error of its own.
      await new Promise(resolve => setTimeout(resolve, 50))
      controller.error(new Error('broken off, on purpose'))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

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
