import type { Body, Endpoint, Params, Query, Wire } from '../../contract/endpoint.ts'
import { lacksScope } from '../answers/problem.ts'
import { jsonRows, pageSize } from '../answers/streamRows.ts'
import { authenticate, type Caller } from '../auth/authenticate.ts'
import { readBody, readParams, readQuery } from './parse.ts'
import { readUpload } from './readUpload.ts'
import type { Tools } from './requestContext.ts'

/** One checked request to an endpoint. */
export type Asked<E extends Endpoint> = Tools & {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  caller: E['auth'] extends 'none' ? undefined : Caller
  /** Where the request comes from, '' when the host does not say. */
  address: string
  request: Request
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
      const caller =
        endpoint.auth === 'none' ? undefined : await authenticate(endpoint, request, address, tools)
      if (caller && endpoint.scope && !caller.scopes.has(endpoint.scope)) {
        throw lacksScope(endpoint.scope)
      }
      const query = readQuery(endpoint.query, request.url) as Query<E>
      // Of somebody unknown nothing is read.
      const body = (
        endpoint.encoding === 'multipart'
          ? await readUpload(endpoint, request, tools.documentLimit)
          : await readBody(endpoint, request)
      ) as Body<E>
      const asked = {
        ...tools,
        params: read,
        query,
        body,
        caller: caller as Asked<E>['caller'],
        address,
        request,
      }
      const answer: unknown = await handle(asked)
      if (answer instanceof Response) return answer
      if (Array.isArray(answer) && answer.length > pageSize) return asked.bigLists.answer(jsonRows([answer]))
      return Response.json(answer === undefined ? { success: true } : answer)
    },
  }
}
