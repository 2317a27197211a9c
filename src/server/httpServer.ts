import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { problem } from '../gateway/problem.ts'
import { everyAnswer } from '../gateway/securityHeaders.ts'
import { isLocalAddress } from './addresses.ts'
import { type Data, isData } from './data.ts'
import type { Log } from './log.ts'
import { isNavigation, type Pages } from './pages.ts'

/** What answers once everything is open; a call before that is asked to come again. */
export type Ready = {
  data: Data
  /** Origin people open, e.g. `http://localhost:4000`. */
  url: string
}

/** Hands each call to the data or to the pages, and logs it. */
export function createHttpServer(options: {
  pages: Pages
  log: Log
  ready: () => Ready | undefined
}): Server {
  const { pages, log, ready } = options
  const dataListener = getRequestListener(
    async (request, env) => {
      const now = ready()
      if (!now) return problem(503, 'starting', 'Staffroom is starting.', { 'Retry-After': '1' })
      const { response, route } = await now.data(request, env.incoming.socket?.remoteAddress ?? '')
      log.named(env.incoming, route)
      return unlessBroken(response, env.outgoing)
    },
    {
      overrideGlobalObjects: false,
      errorHandler(error) {
        log.failed(error)
        return problem(500, 'internal', 'Something went wrong here. Please try again.')
      },
    },
  )
  return createServer((request, response) => {
    const { route } = log.request(request, response, randomUUID())
    const { url: target = '/' } = request
    const [path = '/'] = target.split('?')
    const origin = ready()?.url
    if (origin && !isNamedRight(request.headers.host, origin)) {
      route('misdirected')
      response.writeHead(421, { ...everyAnswer, 'Content-Type': 'text/plain' })
      return response.end('This is not the address of Staffroom.\n')
    }
    if (isData(path)) return dataListener(request, response)
    route(isNavigation(request) ? 'page' : 'file')
    // The session's cookie and the redirect URL belong to one name of this machine: localhost.
    if (origin && isLocalName(origin) && isNavigation(request) && namedByNumber(request.headers.host)) {
      // A target in absolute form (RFC 9112 § 3.2.2) is no path to go on from.
      const Location = target.startsWith('/') ? origin + target : origin
      response.writeHead(302, { Location, 'Cache-Control': 'no-store' })
      return response.end()
    }
    return pages(request, response)
  })
}

const isLocalName = (origin: string) => new URL(origin).hostname === 'localhost'

/**
 * Whether the Host header may lead here. A site whose own name was pointed to this machine (DNS rebinding) is the same
 * origin to the browser, but can't change this header. Behind an https name, a reverse proxy sets it as it likes.
 */
function isNamedRight(host = '', origin: string): boolean {
  const names = isLocalAddress(origin)
    ? /^(?:localhost|127\.0\.0\.1|\[::1\])$/i
    : /^(?:[\w.-]+|\[[\da-f:.]+\])$/i
  return names.test(host.replace(/:\d{1,5}$/, ''))
}

/** This machine by its number instead of its name. */
const namedByNumber = (host = '') => /^(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)

/**
 * The same answer. Where what it comes from breaks off in the middle, so does it: the browser must not take half for the
 * whole. The listener would print a stack of every such case; the call's own line says that it was not finished.
 */
function unlessBroken(response: Response, outgoing: { destroy(): unknown }): Response {
  if (!response.body) return response
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read = await reader.read().catch(() => undefined)
      if (!read) outgoing.destroy()
      else if (read.done) controller.close()
      else controller.enqueue(read.value)
    },
    cancel: reason => reader.cancel(reason),
  })
  return new Response(body, { status: response.status, headers: response.headers })
}
