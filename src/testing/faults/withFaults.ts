import { listEndpoints } from '../../contract/allEndpoints.ts'
import { readRelation } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import type { Endpoint, Query } from '../../contract/endpoint.ts'
import { files } from '../../contract/files.ts'
import { me } from '../../contract/me.ts'
import { submissions } from '../../contract/submissions.ts'
import type { timeline } from '../../contract/timeline.ts'
import { notFound, Problem, problemResponse } from '../../http/problem.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { Service } from '../../service/app.ts'
import type { ReceivedFile } from '../../service/db/receiveFile.ts'
import type { Db } from '../../service/db/schema.ts'
import { maxId, readBody, readQuery } from '../../service/http/parse.ts'
import { readUpload } from '../../service/http/readUpload.ts'
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

type ParsedRequest = {
  endpoint: Endpoint
  params: Record<string, number>
  body: unknown
  request: Request
}

/** `headers` are the rate limit headers and others of the service. */
type Caller = { userId: number; headers: Headers }

/** Resolves after `ms` or when the signal aborts. With null only on abort. */
export type Wait = (ms: number | null, signal: AbortSignal) => Promise<void>

/**
 * Makes requests for the data of `addFaults` fail. Some writes are executed although their response fails.
 */
export function withFaults(
  service: Service,
  school: { db: Db; clock: () => number; timeZone: string; wait?: Wait },
): Service {
  const { db, clock, timeZone, wait = waitOrAbort } = school
  const refusedAt = new Map<string, number>()
  const counts = new Map<string, number>()
  /** Returns the count before this call. */
  const countAndIncrement = (...values: unknown[]): number => {
    const key = JSON.stringify(values)
    const count = counts.get(key) ?? 0
    if (counts.size >= 1000) counts.clear()
    counts.set(key, count + 1)
    return count
  }
  /** If not, stores this refusal. */
  const wasRefusedRecently = (userKey: string, now: number): boolean => {
    const lastRefusedAt = refusedAt.get(userKey)
    if (lastRefusedAt !== undefined && now - lastRefusedAt < 60_000) return true
    if (refusedAt.size >= 1000) refusedAt.clear()
    refusedAt.set(userKey, now)
    return false
  }

  async function respondForClass({ kind, value, id }: FaultClass, parsed: ParsedRequest, { userId }: Caller) {
    const { endpoint, params, request } = parsed
    const respondWithData = (dataKind: ClassFaultKind | 'fine') => {
      try {
        const query = readQuery(endpoint.query, request.url) as Query<typeof timeline.days>
        const body = faultyBody(dataKind, endpoint, { courseId: id, params, query, now: clock(), timeZone })
        return body === undefined ? problemResponse(notFound()) : Response.json(body)
      } catch (error) {
        if (error instanceof Problem) return problemResponse(error)
        throw error
      }
    }
    switch (kind) {
      case 'status':
        return errorResponse(Number(value))
      case 'busy':
        return busyResponse(Number(value), clock())
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
        // The client has disconnected. An exception would be logged.
        return request.signal.aborted ? errorResponse(503) : respondWithData('fine')
      case 'once401':
        return wasRefusedRecently(`${userId} ${id}`, clock()) ? respondWithData('fine') : errorResponse(401)
      case 'flaky':
        return countAndIncrement(userId, id, endpoint.method, endpoint.path) % 2 === 0
          ? errorResponse(503)
          : respondWithData('fine')
      default:
        return respondWithData(kind)
    }
  }

  async function respondToWrite(
    { kind, value }: WriteFault,
    { endpoint, params, body, request }: ParsedRequest,
    { userId }: Caller,
    passOn: () => Promise<Response>,
  ): Promise<Response> {
    // Another text about the same pupil counts as the same write.
    const values = endpoint.resource === 'submission' ? null : body
    const hasOccurred =
      kind.endsWith('First') && countAndIncrement(userId, endpoint.method, endpoint.path, params, values) > 0
    if (hasOccurred) return passOn()
    const outcome = kind.replace('First', '')
    if (outcome === 'fails') return errorResponse(Number(value))
    if (outcome === 'busy') return busyResponse(Number(value), clock())
    if (outcome === 'busyBare') return new Response(null, { status: 429 })
    if (outcome === 'cut') return brokenResponse()
    const response = await passOn()
    if (!response.ok) return response
    if (outcome === 'lost') return errorResponse(Number(value))
    if (outcome === 'broken') return brokenResponse()
    await wait(value, request.signal)
    return request.signal.aborted ? errorResponse(503) : response
  }

  return {
    sendDueMessages: () => service.sendDueMessages(),
    close: () => service.close(),
    async fetch(request, from) {
      const passOn = () => service.fetch(request, from)
      const parsed = await parseRequest(request)
      if (!parsed) return passOn()
      if (parsed.endpoint === me.memberships) return withoutFaultClasses(await passOn())
      if (isHostile(parsed)) return withHostileRenderings(await passOn())
      const classFault = faultClasses.find(
        ({ id, kind }) => id === parsed.params.course_id && kind !== 'writes',
      )
      const writeFault = await findWriteFault(parsed, db)
      const caller = (classFault || writeFault) && (await findCaller(service, request, from))
      // The service itself refuses unknown callers.
      if (!caller) return passOn()
      let response: Response
      if (writeFault) response = await respondToWrite(writeFault, parsed, caller, passOn)
      else if (classFault) response = await respondForClass(classFault, parsed, caller)
      else return passOn()
      // A bare 429 must not contain rate limit headers.
      const isBare = response.status === 429
      for (const [name, text] of caller.headers) {
        const isPresent = response.headers.has(name) || (isBare && name.startsWith('x-ratelimit'))
        if (!isPresent) response.headers.set(name, text)
      }
      return response
    },
  }
}

const isHostile = ({ endpoint: { method, resource }, params }: ParsedRequest): boolean =>
  method === 'GET' &&
  ((resource === 'message' && params.chat_id === hostileChat) ||
    (resource === 'submission' && Object.values<unknown>(hostileHomework).includes(params.todo_id)))

const knownRoutes = listEndpoints().map(({ endpoint }) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.base}${endpoint.path.replace(/:(\w+)/g, String.raw`(?<$1>\d+)`)}$`),
}))

/** Returns undefined if the request is not in the contract or can't be parsed. */
async function parseRequest(request: Request): Promise<ParsedRequest | undefined> {
  const { pathname } = new URL(request.url)
  for (const { endpoint, pattern } of knownRoutes) {
    const match = endpoint.method === request.method && pattern.exec(pathname)
    if (!match) continue
    const ids = Object.entries(match.groups ?? {}).map(([name, id]) => [name, Number(id)] as const)
    try {
      const copy = request.clone()
      const body =
        endpoint.encoding === 'multipart'
          ? (await readUpload(endpoint, copy, { limit: Number.POSITIVE_INFINITY, receive: withoutBytes }))
              .body
          : await readBody(endpoint, copy)
      return { endpoint, params: Object.fromEntries(ids), body, request }
    } catch {
      return undefined
    }
  }
  return undefined
}

const withoutBytes = (name: string): ReceivedFile => ({
  ...{ name, size: 0 },
  write: async () => undefined,
  complete: () => Promise.reject(new Error('this file is not stored')),
  discard: async () => undefined,
})

async function findWriteFault(
  { endpoint, params, body }: ParsedRequest,
  db: Db,
): Promise<WriteFault | undefined> {
  const fields = isRecord(body) ? body : {}
  if (endpoint.resource === 'message' && endpoint.method !== 'GET') {
    return faultChats.find(({ id }) => id === params.chat_id)
  }
  if (endpoint === submissions.correct || endpoint === submissions.handIn) {
    return findHomeworkFault(db, params.todo_id, undefined)
  }
  if (endpoint === files.create && params.course_id === faultFolderIds.courseId) {
    return faultFolders.find(({ id, only }) => id === fields.parent_id && only === 'creation')
  }
  if (endpoint !== documents.upload) return undefined
  const relation = typeof fields.related_to === 'string' ? readRelation(fields.related_to) : undefined
  if (relation && 'userId' in relation) return findHomeworkFault(db, relation.todoId, 'upload')
  if (relation?.kind !== 'file' || relation.fileId > maxId) return undefined
  const file = await db
    .selectFrom('files')
    .select('parent_id')
    .where('id', '=', relation.fileId)
    .where('course_id', '=', faultFolderIds.courseId)
    .executeTakeFirst()
  return faultFolders.find(({ id, only }) => id === file?.parent_id && only === 'upload')
}

/** Requires the fault class, because ordinary homework may have the same ID. */
async function findHomeworkFault(db: Db, todoId: number | undefined, only: 'upload' | undefined) {
  const fault = faultHomework.find(candidate => candidate.id === todoId && candidate.only === only)
  const inFaultClass = db.selectFrom('homeworks').select('id').where('course_id', '=', faultHomeworkClass)
  return fault && (await inFaultClass.where('id', '=', fault.id).executeTakeFirst()) ? fault : undefined
}

async function findCaller(
  service: Service,
  request: Request,
  from: Parameters<Service['fetch']>[1],
): Promise<Caller | undefined> {
  const headers = { Authorization: request.headers.get('authorization') ?? '' }
  const response = await service.fetch(new Request(new URL('/api/v2/me', request.url), { headers }), from)
  if (!response.ok) return undefined
  const { id }: { id: number } = await response.json()
  response.headers.delete('content-type')
  return { userId: id, headers: response.headers }
}

async function withoutFaultClasses(response: Response): Promise<Response> {
  if (!response.ok) return response
  const rows: { course_id: number }[] = await response.json()
  const ordinary = rows.filter(({ course_id }) => !faultClasses.some(({ id }) => id === course_id))
  return Response.json(ordinary, { headers: response.headers })
}

const page = '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>'
const json = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } })

const errorResponse = (status: number): Response =>
  problemResponse(new Problem(status, 'fault', `This answers ${status}, on purpose.`))

/** `now` is in Unix ms. */
const busyResponse = (seconds: number, now: number): Response =>
  problemResponse(
    new Problem(429, 'too_many_requests', `Please wait ${seconds} s.`, {
      'Retry-After': String(seconds),
      'X-RateLimit-Limit': '300',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(Math.ceil(now / 1000) + seconds),
    }),
  )

function brokenResponse(): Response {
  const firstBytes = new TextEncoder().encode('{"user": {"id": ')
  const body = new ReadableStream({
    start: controller => controller.enqueue(firstBytes),
    async pull(controller) {
      // Wait until the host has sent the first bytes. Before that it could still respond with an error.
      await new Promise(resolve => setTimeout(resolve, 50))
      controller.error(new Error('broken off, on purpose'))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

export const waitOrAbort: Wait = (ms, signal) =>
  new Promise(resolve => {
    const timer = ms === null ? undefined : setTimeout(resolve, ms)
    const finish = () => {
      clearTimeout(timer)
      resolve()
    }
    if (signal.aborted) finish()
    else signal.addEventListener('abort', finish, { once: true })
  })
