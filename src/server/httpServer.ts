import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { problem } from '../gateway/problem.ts'
import { commonHeaders } from '../gateway/securityHeaders.ts'
import { diskFull } from '../service/app.ts'
import { isDiskFull, isUnavailable } from '../service/db/dialects.ts'
import { type Client, createClientFinder, isLoopbackAddress, splitHeader } from './clientAddress.ts'
import { type DataHandler, isDataPath } from './dataHandler.ts'
import type { Log } from './log.ts'
import { isNavigation, type Pages } from './pages.ts'
import { isLocalAddress } from './settings.ts'
import { limitSlowBody } from './slowBodies.ts'

/** Requests before the start get 503. */
export type ReadyState = {
  data: DataHandler
  url: string
  /** Only this machine may use the server, because the school's passwords are public (rule 52). */
  isLocalOnly: boolean
  isReady: () => Promise<boolean>
}

/** `/healthz`: the process is alive. `/readyz`: it can do its work. */
const healthPaths = ['/healthz', '/readyz']

export function createHttpServer(options: {
  pages: Pages
  log: Log
  getReadyState: () => ReadyState | undefined
  trustedProxies: readonly string[]
  report?: (error: unknown) => void
}): Server {
  const { pages, log, getReadyState, report = (error: unknown) => log.error(error) } = options
  const findClient = createClientFinder(options.trustedProxies)
  const clientByRequest = new WeakMap<object, Client>()
  const dataListener = getRequestListener(
    async (request, env) => {
      const readyState = getReadyState()
      const { pathname } = new URL(request.url)
      if (healthPaths.includes(pathname)) {
        log.setRoute(env.incoming, pathname)
        return healthResponse(pathname === '/healthz' || ((await readyState?.isReady()) ?? false))
      }
      if (!readyState) return problem(503, 'starting', 'Staffroom is starting.', { 'Retry-After': '1' })
      const { response, route } = await readyState.data(
        request,
        clientByRequest.get(env.incoming)?.address ?? '',
      )
      log.setRoute(env.incoming, route)
      return closeIfBroken(response, env.outgoing)
    },
    {
      overrideGlobalObjects: false,
      // E.g. for health checks of HAProxy with HTTP/1.0.
      hostname: 'localhost',
      errorHandler(error) {
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
    // Unhandled stream errors would end the process.
    request.on('error', ignoreError)
    response.on('error', ignoreError)
    const { route } = log.request(request, response, randomUUID())
    limitSlowBody(request, response)
    const { url: target = '/', headers } = request
    const [path = '/'] = target.split('?')
    const peer = request.socket.remoteAddress ?? ''
    const client = findClient(peer, headers)
    clientByRequest.set(request, client)
    const readyState = getReadyState()
    const origin = readyState?.url
    if (origin?.startsWith('https:')) response.setHeader(...hstsHeader)
    if (readyState?.isLocalOnly && !isFromThisMachine(peer, headers)) {
      route('refused')
      return sendRefusal(
        response,
        403,
        'The passwords of this made-up school are public: it answers its own machine only.',
      )
    }
    // Health checks use the IP address as host.
    if (origin && !healthPaths.includes(path)) {
      if (!isOwnHost(getRequestedHost(headers, client), origin)) {
        route('misdirected')
        return sendRefusal(response, 421, 'This is not the address of Staffroom.')
      }
      const [scheme = ''] = client.isProxied ? splitHeader(headers['x-forwarded-proto']) : []
      if (scheme && `${scheme.toLowerCase()}:` !== new URL(origin).protocol) {
        route('insecure')
        if (isNavigation(request)) return redirect(response, 308, origin, target)
        return sendRefusal(response, 403, `Staffroom is at ${origin}.`)
      }
    }
    if (isDataPath(path) || healthPaths.includes(path)) return dataListener(request, response)
    route(isNavigation(request) ? 'page' : 'file')
    // The session cookie and the redirect URL belong to localhost.
    if (origin && isLocalhost(origin) && isNavigation(request) && isLoopbackIp(headers.host)) {
      return redirect(response, 302, origin, target)
    }
    return pages(request, response)
  })
  // Longer than proxies keep idle connections, so that they send into no closing one.
  server.keepAliveTimeout = 75_000
  // Node's five minutes are too short for 200 MB. `limitSlowBody` ends stalled requests.
  server.requestTimeout = 3_600_000
  return server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
    const [status, phrase] = parserErrors[error.code ?? ''] ?? [400, 'Bad Request']
    log.malformed(status)
    socket.end(`HTTP/1.1 ${status} ${phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  })
}

function ignoreError(): void {}

function healthResponse(isHealthy: boolean): Response {
  const headers = { ...commonHeaders, 'Cache-Control': 'no-store' }
  return Response.json({ status: isHealthy ? 'ok' : 'failing' }, { status: isHealthy ? 200 : 503, headers })
}

/** Errors of Node's parser, except for 400. */
const parserErrors: Record<string, [status: number, phrase: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** One year. Subdomains may belong to other sites. */
const hstsHeader = ['Strict-Transport-Security', 'max-age=31536000'] as const

function sendRefusal(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...commonHeaders, 'Content-Type': 'text/plain', Connection: 'close' })
  response.end(`${sentence}\n`)
}

function redirect(response: ServerResponse, status: number, origin: string, target: string): void {
  // A target in absolute form (RFC 9112 § 3.2.2) is not a path.
  const Location = target.startsWith('/') ? origin + target : origin
  response.writeHead(status, { Location, 'Cache-Control': 'no-store' })
  response.end()
}

/** False through a tunnel or proxy on this machine, except if it names a client on this machine. */
const isFromThisMachine = (peer: string, headers: IncomingHttpHeaders) =>
  isLoopbackAddress(peer) &&
  !Object.keys(headers).some(name => proxyHeader.test(name)) &&
  splitHeader(headers['x-forwarded-for']).every(isLoopbackAddress)

/** Browsers and programs of this machine send none of these. */
const proxyHeader =
  /^(?:forwarded|via|x-forwarded(?!-for$).*|x-real-ip|cf-.*|.*-?client-ip|x-original-.*|x-envoy-.*|cdn-loop)$/

function getRequestedHost(headers: IncomingHttpHeaders, { isProxied }: Client): string | undefined {
  const [forwarded] = isProxied ? splitHeader(headers['x-forwarded-host']) : []
  return forwarded ?? headers.host
}

const isLocalhost = (origin: string) => new URL(origin).hostname === 'localhost'

/** Prevents DNS rebinding: sites whose name points to this machine can't change the host. Ports may be forwarded. */
function isOwnHost(host = '', origin: string): boolean {
  if (isLocalAddress(origin)) return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(host)
  // The default port can be omitted.
  return URL.canParse(`https://${host}`) && host.toLowerCase().replace(/:443$/, '') === new URL(origin).host
}

const isLoopbackIp = (host = '') => /^(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)

/** The browser must not take a part for the whole. Hono's listener would print a stack trace. */
function closeIfBroken(response: Response, outgoing: { destroy(): unknown }): Response {
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
