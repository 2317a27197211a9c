import type { Body, Endpoint, Params, Query, Wire } from '../contract/endpoint.ts'
import { authenticate, type Caller } from './authenticate.ts'
import { forbidden } from './problem.ts'
import { readBody, readParams, readQuery } from './read.ts'
import { readUpload } from './readUpload.ts'
import type { Tools } from './tools.ts'

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
 * Ties an endpoint of the contract to what it does. Reads top down: parse (404 for an id that is none, 400, 413, 415
 * and 422 for the body; a file after the scope), who (401), may they as far as the scope goes (403), do, answer. Whether
 * this caller may see this very thing is the handler's first line: `await demand(db, caller, 'read', { course_id })` of
 * policy.ts.
 *
 * A resource's file exports its routes as a list: `export const lessonRoutes = [on(lessons.list, …), …]`.
 */
export function on<E extends Endpoint>(endpoint: E, handle: (asked: Asked<E>) => Answered<E>): Route {
  return {
    endpoint,
    async answer({ request, params, address }, tools) {
      const isUpload = endpoint.encoding === 'multipart'
      const parsed = {
        params: readParams(params) as Params<E>,
        query: readQuery(endpoint.query, request.url) as Query<E>,
      }
      const json = isUpload ? undefined : await readBody(endpoint, request)
      const caller =
        endpoint.auth === 'none' ? undefined : await authenticate(endpoint, request, address, tools)
      if (caller && endpoint.scope && !caller.scopes.has(endpoint.scope)) {
        throw forbidden(`This needs the scope ${endpoint.scope}, which the access token does not carry.`)
      }
      // A file is read only for somebody who is known.
      const body = (isUpload ? await readUpload(endpoint, request, tools.documentLimit) : json) as Body<E>
      const asked = { ...tools, ...parsed, body, caller: caller as Asked<E>['caller'], address, request }
      const faulty = await tools.faults.answer(endpoint, asked)
      if (faulty) return faulty
      return tools.writeFaults(endpoint, asked, async () => {
        const answer: unknown = await handle(asked)
        if (answer instanceof Response) return answer
        return Response.json(answer === undefined ? { success: true } : answer)
      })
    },
  }
}
