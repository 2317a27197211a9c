import type { Body, Endpoint, Params, Query, Wire } from '../../contract/endpoint.ts'
import type { Showing } from '../answers/documents.ts'
import { lacksScope } from '../answers/problem.ts'
import { jsonRows, pageSize } from '../answers/streamRows.ts'
import { authenticate } from '../auth/authenticate.ts'
import type { Caller } from '../auth/caller.ts'
import { transact } from '../db/dialects.ts'
import { type ReceivedFile, receiveFile } from '../db/receiveFile.ts'
import type { Db } from '../db/schema.ts'
import { changesOf, type Deletion, prepareDeletion } from '../live/changes.ts'
import type { Content } from '../rules/content.ts'
import { readBody, readParams, readQuery } from './parse.ts'
import { readUpload } from './readUpload.ts'
import type { From, Tools } from './requestContext.ts'

/** One checked request to an endpoint. */
export type Asked<E extends Endpoint> = From & {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** What an upload brought: in `body` the file has its name alone. Taken away again unless a document has it at the end. */
  file: ReceivedFile | undefined
  caller: E['auth'] extends 'none' ? undefined : Caller
  request: Request
  /** Where the caller reached the service, and the school's time zone: what answers are made with. */
  showing: Showing
}

/** What a handler answers: the wire's own shape. A `Response` goes out as it is. */
type Answered<E extends Endpoint> = Promise<Wire<E> | Response>

export type Incoming = { request: Request; params: Record<string, string>; address: string }
export type Route = { endpoint: Endpoint; answer: (incoming: Incoming, tools: Tools) => Promise<Response> }

/**
 * Ties an endpoint of the contract to what it does. Reads top down: where (404 for an id that is none), who (401), may
 * they as far as the scope goes (403), what (422 for the query; 400, 413, 415 and 422 for the body), do, answer. Whether
 * this caller may see this very thing is the handler's first line: `await demand(db, caller, 'read', { course_id })` of
 * policy.ts.
 *
 * A resource's file exports its routes as a list: `export const lessonRoutes = [on(lessons.list, …), …]`.
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
      // Of somebody unknown nothing is read.
      const { body, file } =
        endpoint.encoding === 'multipart'
          ? await readUpload(endpoint, request, receiving(tools))
          : { body: await readBody(endpoint, request), file: undefined }
      const asked = {
        ...{ ...from, params: read, query, body: body as Body<E>, file, request },
        caller: caller as Asked<E>['caller'],
        showing: { origin: new URL(request.url).origin, timeZone: tools.timeZone },
      }
      const answer: unknown = await handle(asked).finally(() => file?.discard())
      if (answer instanceof Response) return answer
      if (Array.isArray(answer) && answer.length > pageSize) return asked.bigLists.answer(jsonRows([answer]))
      return Response.json(answer === undefined ? { success: true } : answer)
    },
  }
}

const receiving = ({ documentLimit: limit, documents, newHasher }: Tools) => ({
  limit,
  receive: (name: string) => receiveFile(name, documents, newHasher()),
})

/**
 * To be called where a deletion is allowed, before it is done: who could read the content is looked up while it is there.
 * `person`: whose grant goes, and with the last one the content.
 */
type Deleting = (content: Content, person?: number) => Promise<void>

/** The same for a write: `db` is one transaction, of what it does and of the check that allows it. */
export const write = <E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E> & { deleting: Deleting }) => Answered<E>,
): Route =>
  on(endpoint, asked => inOneWrite(endpoint, asked, (db, deleting) => handle({ ...asked, db, deleting })))

/** One transaction; who may read what it changed is told of it (live/). */
export async function inOneWrite<E extends Endpoint, Answer>(
  endpoint: E,
  asked: Asked<E>,
  run: (trx: Db, deleting: Deleting) => Promise<Answer>,
): Promise<Answer> {
  const { db, live, clock, params, body, caller } = asked
  const written = { endpoint, params, body, caller }
  const { answer, changes } = await transact(db, async trx => {
    let before: Deletion | undefined
    const answer = await run(trx, async (content, person) => {
      before = await prepareDeletion(trx, content, person, clock())
    })
    const changes = await changesOf(trx, written, { answer, before, now: clock() })
    await live.within(trx, changes)
    return { answer, changes }
  })
  live.committed(changes)
  return answer
}
