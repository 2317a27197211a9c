import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { problem } from '../gateway/problem.ts'
import { everyAnswer } from '../gateway/securityHeaders.ts'
import { diskFull } from '../service/app.ts'
import { isDiskFull, isUnavailable } from '../service/db/dialects.ts'
import { isLocalAddress } from './addresses.ts'
import { type Client, createClientOf, isLoopbackAddress, namesIn } from './clientAddress.ts'
import { type Data, isData } from './data.ts'
import type { Log } from './log.ts'
import { isNavigation, type Pages } from './pages.ts'
import { limitSlowBody } from './slowBodies.ts'

/** What answers once everything is open; a call before that is asked to come again. */
export type Ready = {
  data: Data
  /** Origin people open, e.g. `http://localhost:4000`. */
  url: string
  /** Passwords in there are public: nobody but this machine is answered, wherever the server listens (cases 52). */
  localOnly: boolean
  /** Whether what it needs answers: a balancer asks before it sends anybody here. */
  isReady: () => Promise<boolean>
}

/** `/healthz`: this process is alive. `/readyz`: it can do its work as well. Answered by any name. */
const watched = ['/healthz', '/readyz']

/** Hands each call to the data or to the pages, and logs it. */
export function createHttpServer(options: {
  pages: Pages
  log: Log
  ready: () => Ready | undefined
  trustedProxies: BlockList
  /** Receives unexpected errors. */
  report?: (error: unknown) => void
}): Server {
  const { pages, log, ready, report = (error: unknown) => log.failed(error) } = options
  const clientOf = createClientOf(options.trustedProxies)
  const clients = new WeakMap<object, Client>()
  const dataListener = getRequestListener(
    async (request, env) => {
      const now = ready()
      const { pathname } = new URL(request.url)
      if (watched.includes(pathname)) {
        log.named(env.incoming, pathname)
        return watchedAnswer(pathname === '/healthz' || ((await now?.isReady()) ?? false))
      }
      if (!now) return problem(503, 'starting', 'Staffroom is starting.', { 'Retry-After': '1' })
      const { response, route } = await now.data(request, clients.get(env.incoming)?.address ?? '')
      log.named(env.incoming, route)
      return unlessBroken(response, env.outgoing)
    },
    {
      overrideGlobalObjects: false,
      // Who watches over the server may speak HTTP/1.0, which needs no name: HAProxy does.
      hostname: 'localhost',
      errorHandler(error) {
        // The call's own line says 400; where in a library that was noticed says nothing more.
        if (error instanceof RequestError) return problem(400, 'malformed', 'This is no address.')
        report(error)
        if (isDiskFull(error)) return problem(503, 'disk_full', diskFull, { 'Retry-After': '2' })
        if (isUnavailable(error))
          return problem(
            503,
            'unavailable',
            'Staffroom’s database cannot be reached at the moment. Please try again.',
            {
              'Retry-After': '2',
            },
          )
        return problem(500, 'internal', 'Something went wrong here. Please try again.')
      },
    },
  )
  const server = createServer((request, response) => {
    // Without listeners, an error of either stream would end the process. The line of the call says `finished: false`.
    request.on('error', ignoreError)
    response.on('error', ignoreError)
    const { route } = log.request(request, response, randomUUID())
    limitSlowBody(request, response)
    const { url: target = '/', headers } = request
    const [path = '/'] = target.split('?')
    const peer = request.socket.remoteAddress ?? ''
    const client = clientOf(peer, headers)
    clients.set(request, client)
    const now = ready()
    const origin = now?.url
    if (origin?.startsWith('https:')) response.setHeader(...strictTransport)
    if (now?.localOnly && !isFromHere(peer, headers)) {
      route('refused')
      return refuse(
        response,
        403,
        'The passwords of this made-up school are public: it answers its own machine only.',
      )
    }
    // Whoever watches over the server asks it by its number, and learns nothing but that it is well.
    if (origin && !watched.includes(path)) {
      if (!isNamedRight(nameOf(headers, client), origin)) {
        route('misdirected')
        return refuse(response, 421, 'This is not the address of Staffroom.')
      }
      const [scheme = ''] = client.isProxied ? namesIn(headers['x-forwarded-proto']) : []
      if (scheme && `${scheme.toLowerCase()}:` !== new URL(origin).protocol) {
        route('insecure')
        if (isNavigation(request)) return sendTo(response, 308, origin, target)
        return refuse(response, 403, `Staffroom is at ${origin}.`)
      }
    }
    if (isData(path) || watched.includes(path)) return dataListener(request, response)
    route(isNavigation(request) ? 'page' : 'file')
    // The session's cookie and the redirect URL belong to one name of this machine: localhost.
    if (origin && isLocalName(origin) && isNavigation(request) && namedByNumber(headers.host)) {
      return sendTo(response, 302, origin, target)
    }
    return pages(request, response)
  })
  // Longer than a proxy keeps a connection it does not use: else it may send a request into one that is just closed.
  server.keepAliveTimeout = 75_000
  // Node's own five minutes are too short for 200 MB over a school's line. `limitSlowBody` ends what no longer arrives.
  server.requestTimeout = 3_600_000
  return server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Gone already, or another answer is on its way out.
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const [status, phrase] = malformed[error.code ?? ''] ?? [400, 'Bad Request']
    log.unreadable(status)
    socket.end(`HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
}

function ignoreError(): void {}

function watchedAnswer(isWell: boolean): Response {
  const headers = { ...everyAnswer, 'Cache-Control': 'no-store' }
  return Response.json({ status: isWell ? 'ok' : 'failing' }, { status: isWell ? 200 : 503, headers })
}

/** What Node's parser found, other than that it is no HTTP. */
const malformed: Record<string, [status: number, phrase: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** A year; for this host alone, since what else is below it is not ours to say. */
const strictTransport = ['Strict-Transport-Security', 'max-age=31536000'] as const

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...everyAnswer, 'Content-Type': 'text/plain', Connection: 'close' })
  response.end(`${sentence}\n`)
}

function sendTo(response: ServerResponse, status: number, origin: string, target: string): void {
  // A target in absolute form (RFC 9112 § 3.2.2) is no path to go on from.
  const Location = target.startsWith('/') ? origin + target : origin
  response.writeHead(status, { Location, 'Cache-Control': 'no-store' })
  response.end()
}

/** From this machine, and not through a tunnel or proxy on it that lets others in. */
const isFromHere = (peer: string, headers: IncomingHttpHeaders) =>
  isLoopbackAddress(peer) &&
  headers.forwarded === undefined &&
  namesIn(headers['x-forwarded-for']).every(isLoopbackAddress)

/** The name the browser asked for: a proxy may say it beside, when it asks us by another. */
function nameOf(headers: IncomingHttpHeaders, { isProxied }: Client): string | undefined {
  const [forwarded] = isProxied ? namesIn(headers['x-forwarded-host']) : []
  return forwarded ?? headers.host
}

const isLocalName = (origin: string) => new URL(origin).hostname === 'localhost'

/**
 * Whether the name asked for is ours. A site whose own name was pointed to this machine (DNS rebinding) is the same
 * origin to the browser, but can't change this name. This machine has three names, and ports may be forwarded.
 */
function isNamedRight(host = '', origin: string): boolean {
  if (isLocalAddress(origin)) return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host)
  // The default port may be named or not.
  return URL.canParse(`https://${host}`) && host.toLowerCase().replace(/:443$/, '') === new URL(origin).host
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
