import type { Body, Endpoint, Params, Query, Wire } from '../../contract/endpoint.ts'
import { writeIdHeader } from '../../contract/events.ts'
import { acceptsIdempotencyHeader, idempotencyHeader } from '../../contract/idempotency.ts'
import { lacksScope } from '../../http/problem.ts'
import { authenticate } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { transact } from '../db/dialects.ts'
import { type ReceivedFile, receiveFile } from '../db/receiveFile.ts'
import type { Db } from '../db/schema.ts'
import { readBody, readParams, readQuery } from '../http/parse.ts'
import { readUpload } from '../http/readUpload.ts'
import { jsonRows, pageSize, streamResponse } from '../http/streamRows.ts'
import { type KeyedWrite, readKeyedWrite } from '../idempotency.ts'
import { type ChangeLog, createChangeLog } from '../live/changes.ts'
import type { RequestContext, ServiceContext } from '../requestContext.ts'
import type { SerializeContext } from '../serialize/documents.ts'

export type RouteContext<E extends Endpoint> = RequestContext & {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** Deleted after the request unless a document refers to it. */
  file: ReceivedFile | undefined
  caller: E['auth'] extends 'none' ? undefined : Caller
  request: Request
  /** Undefined without an `Idempotency-Key`. */
  keyedWrite: KeyedWrite | undefined
  serializeContext: SerializeContext
}

/** A `Response` is sent unchanged. */
type RouteResult<E extends Endpoint> = Promise<Wire<E> | Response>

export type IncomingRequest = Pick<RequestContext, 'address' | 'token'> & {
  request: Request
  params: Record<string, string>
}
export type Route = {
  endpoint: Endpoint
  handle: (incoming: IncomingRequest, serviceContext: ServiceContext) => Promise<Response>
}

/**
 * Processes a request in this order:
 * 1. Parse the path. Throws 404 for invalid IDs.
 * 2. Authenticate the caller. Throws 401.
 * 3. Check the scope. Throws 403.
 * 4. Parse the query (422) and the body (400, 413, 415 and 422).
 * 5. Call the handler. It first calls `await requirePermission(db, caller, 'read', { course_id })` of policy.ts.
 */
export function defineRoute<E extends Endpoint>(
  endpoint: E,
  handle: (context: RouteContext<E>) => RouteResult<E>,
): Route {
  return {
    endpoint,
    async handle({ request, params, address, token }, serviceContext) {
      const parsedParams = readParams(params) as Params<E>
      const requestContext = { ...serviceContext, address, token }
      const caller =
        endpoint.auth === 'none' ? undefined : await authenticate(endpoint, request, requestContext)
      if (caller && endpoint.scope && !caller.scopes.has(endpoint.scope)) {
        throw lacksScope(endpoint.scope)
      }
      const query = readQuery(endpoint.query, request.url) as Query<E>
      const { body, file } =
        endpoint.encoding === 'multipart'
          ? await readUpload(endpoint, request, uploadOptions(serviceContext))
          : { body: await readBody(endpoint, request), file: undefined }
      try {
        const keyedWrite = caller ? await readKeyedWrite(endpoint, request, { caller, body }) : undefined
        const result = await handle({
          ...{ ...requestContext, params: parsedParams, query, body: body as Body<E> },
          ...{ file, request, keyedWrite },
          caller: caller as RouteContext<E>['caller'],
          serializeContext: {
            origin: serviceContext.publicOrigin ?? new URL(request.url).origin,
            timeZone: serviceContext.timeZone,
          },
        })
        const response = toResponse(result)
        if (caller) response.headers.set(acceptsIdempotencyHeader, '?1')
        if (keyedWrite) response.headers.set(idempotencyHeader, keyedWrite.header)
        return response
      } finally {
        await file?.discard()
      }
    },
  }
}

function toResponse(result: unknown): Response {
  if (result instanceof Response) return result
  if (Array.isArray(result) && result.length > pageSize)
    return streamResponse(jsonRows([{ rows: result, serialize: row => row }]))
  return jsonResponse(toJson(result))
}

const toJson = (result: unknown): string => JSON.stringify(result === undefined ? { success: true } : result)
const jsonResponse = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } })

const uploadOptions = (context: ServiceContext) => ({
  limit: context.documentLimit,
  receive: (name: string) => receiveFile(name, context),
})

/** `db` is one transaction for the check and the write. The handler calls `changed` next to each write (live/). */
export const defineWriteRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (context: RouteContext<E> & ChangeLog) => RouteResult<E>,
): Route =>
  defineRoute(endpoint, context => runWrite(context, (db, log) => handle({ ...context, db, ...log })))

/** Sends events after the commit. Returns the stored response for a known `Idempotency-Key`. */
export async function runWrite<Answer>(
  {
    db,
    live,
    clock,
    idempotencyKeys,
    keyedWrite,
    request,
  }: Pick<RouteContext<Endpoint>, 'db' | 'live' | 'clock' | 'idempotencyKeys' | 'keyedWrite' | 'request'>,
  run: (trx: Db, log: ChangeLog) => Promise<Answer>,
): Promise<Answer | Response> {
  const { result, changes } = await transact(db, async trx => {
    const stored = keyedWrite && (await idempotencyKeys.claim(trx, keyedWrite))
    if (stored !== undefined) return { result: jsonResponse(stored), changes: [] }
    const { changes, ...log } = createChangeLog(trx, { now: clock(), write_id: readWriteId(request) })
    const result = await run(trx, log)
    if (keyedWrite) await idempotencyKeys.store(trx, keyedWrite, toJson(result))
    await live.notifyInTransaction(trx, changes)
    return { result, changes }
  })
  live.publishCommitted(changes)
  return result
}

/** Events repeat this ID, so that the page recognizes its own writes. */
function readWriteId(request: Request): string | undefined {
  const id = request.headers.get(writeIdHeader) ?? ''
  return /^[\w-]{1,64}$/.test(id) ? id : undefined
}
