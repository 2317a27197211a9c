import type { Body, Endpoint, Params, Query, Wire } from '../../contract/endpoint.ts'
import { writeIdHeader } from '../../contract/events.ts'
import { acceptsIdempotencyHeader, idempotencyHeader } from '../../contract/idempotency.ts'
import { authenticate } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { transact } from '../db/dialects.ts'
import { type ReceivedFile, receiveFile } from '../db/receiveFile.ts'
import type { Db } from '../db/schema.ts'
import { readBody, readParams, readQuery } from '../http/parse.ts'
import { lacksScope } from '../http/problem.ts'
import { jsonRows, pageSize } from '../http/streamRows.ts'
import { type ChangeLog, createChangeLog } from '../live/changes.ts'
import type { From, Tools } from '../requestContext.ts'
import type { Showing } from '../serialize/documents.ts'
import { type KeyedWrite, readKeyedWrite } from './idempotency.ts'
import { readUpload } from './readUpload.ts'

/** A validated request to an endpoint. */
export type Asked<E extends Endpoint> = From & {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /**
   * The uploaded file. `body` contains only its name. It is deleted after the request unless a document refers to it.
   */
  file: ReceivedFile | undefined
  caller: E['auth'] extends 'none' ? undefined : Caller
  request: Request
  /** The `Idempotency-Key` of the request. Undefined if it has none, or if the service takes none. */
  keyed: KeyedWrite | undefined
  /** Origin of the service as seen by the caller, and the time zone of the school, for serializing responses. */
  showing: Showing
}

/** Result of a handler: the response body of the contract, or a `Response` that is sent unchanged. */
type Answered<E extends Endpoint> = Promise<Wire<E> | Response>

export type Incoming = { request: Request; params: Record<string, string>; address: string }
export type Route = { endpoint: Endpoint; answer: (incoming: Incoming, tools: Tools) => Promise<Response> }

/**
 * Creates the route of an endpoint of the contract. It processes a request in this order:
 * 1. Parse the path. Throws 404 for invalid IDs.
 * 2. Authenticate the caller. Throws 401.
 * 3. Check the scope. Throws 403.
 * 4. Parse the query (422) and the body (400, 413, 415 and 422).
 * 5. Call the handler. It first checks whether the caller may access this resource, with `requirePermission` of policy.ts:
 *    `await requirePermission(db, caller, 'read', { course_id })`.
 *
 * The file of a resource exports its routes as a list: `export const lessonRoutes = [on(lessons.list, …), …]`.
 */
export function on<E extends Endpoint>(endpoint: E, handle: (asked: Asked<E>) => Answered<E>): Route {
  return {
    endpoint,
    async answer({ request, params, address }, tools) {
      const read = readParams(params) as Params<E>
      const from = { ...tools, address }
      const caller = endpoint.auth === 'none' ? undefined : await authenticate(endpoint, request, from)
      if (caller && endpoint.scope && !caller.scopes.has(endpoint.scope)) {
        throw lacksScope(endpoint.scope)
      }
      const query = readQuery(endpoint.query, request.url) as Query<E>
      // An unauthenticated request fails before its body is read.
      const { body, file } =
        endpoint.encoding === 'multipart'
          ? await readUpload(endpoint, request, receiving(tools))
          : { body: await readBody(endpoint, request), file: undefined }
      const run = async () => {
        const keyed =
          caller && !tools.isDocumentedOnly
            ? await readKeyedWrite(endpoint, request, { caller, body })
            : undefined
        const asked = {
          ...{ ...from, params: read, query, body: body as Body<E>, file, request, keyed },
          caller: caller as Asked<E>['caller'],
          showing: { origin: new URL(request.url).origin, timeZone: tools.timeZone },
        }
        const handled = () => handle(asked)
        return { keyed, answer: (await (keyed ? tools.keys.run(keyed, handled) : handled())) as unknown }
      }
      const { keyed, answer } = await run().finally(() => file?.discard())
      const response = responseOf(answer, tools)
      if (caller && !tools.isDocumentedOnly) response.headers.set(acceptsIdempotencyHeader, '?1')
      if (keyed) response.headers.set(idempotencyHeader, keyed.header)
      return response
    },
  }
}

function responseOf(answer: unknown, { bigLists }: Tools): Response {
  if (answer instanceof Response) return answer
  if (Array.isArray(answer) && answer.length > pageSize) return bigLists.answer(jsonRows([answer]))
  return jsonResponse(jsonOf(answer))
}

const jsonOf = (answer: unknown): string => JSON.stringify(answer === undefined ? { success: true } : answer)
const jsonResponse = (text: string) => new Response(text, { headers: { 'Content-Type': 'application/json' } })

const receiving = ({ documentLimit: limit, documents, newHasher }: Tools) => ({
  limit,
  receive: (name: string) => receiveFile(name, documents, newHasher()),
})

/**
 * Like `on`, for a write. `db` is one transaction for the check and the write. The handler calls `changed` next to each
 * write, so that the users who may read the changes are notified (live/).
 */
export const write = <E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E> & ChangeLog) => Answered<E>,
): Route => on(endpoint, asked => inOneWrite(asked, (db, log) => handle({ ...asked, db, ...log })))

/**
 * Runs a write in one transaction. Its events are sent when it is committed. A write that was executed before with the
 * same `Idempotency-Key` is not run: its response is returned again.
 */
export async function inOneWrite<Answer>(
  {
    db,
    live,
    clock,
    keys,
    keyed,
    request,
  }: Pick<Asked<Endpoint>, 'db' | 'live' | 'clock' | 'keys' | 'keyed' | 'request'>,
  run: (trx: Db, log: ChangeLog) => Promise<Answer>,
): Promise<Answer | Response> {
  const { answer, changes } = await transact(db, async trx => {
    const stored = keyed && (await keys.claim(trx, keyed))
    if (stored !== undefined) return { answer: jsonResponse(stored), changes: [] }
    const { changes, ...log } = createChangeLog(trx, { now: clock(), write_id: readWriteId(request) })
    const answer = await run(trx, log)
    if (keyed) await keys.store(trx, keyed, jsonOf(answer))
    await live.within(trx, changes)
    return { answer, changes }
  })
  live.committed(changes)
  return answer
}

/** Returns the ID that the page gave this write. Its events repeat the ID, so that the page recognizes them. */
function readWriteId(request: Request): string | undefined {
  const id = request.headers.get(writeIdHeader) ?? ''
  return /^[\w-]{1,64}$/.test(id) ? id : undefined
}
