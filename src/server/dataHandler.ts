import { pageHeader } from '../contract/session.ts'
import { templateOf } from '../gateway/allowlist.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { isSameOrigin } from '../gateway/pageCall.ts'
import { problem } from '../gateway/problem.ts'
import { commonHeaders } from '../gateway/securityHeaders.ts'
import { drainable } from '../gateway/streamedBody.ts'
import type { Service } from '../service/app.ts'
import type { SessionCookie } from './cookie.ts'

type DataResponse = { response: Response; route: string }

export type DataHandler = (request: Request, address: string) => Promise<DataResponse>

const signInPaths = ['/auth/oauth2/request', '/auth/oauth2/decision']

/** Calendar apps have no session. The secret is in the path, so the log contains only this. */
const calendarPath = '/calendar'

export const isDataPath = (path: string) =>
  path === '/session' ||
  path === '/api' ||
  signInPaths.includes(path) ||
  path.startsWith('/session/') ||
  path.startsWith('/api/') ||
  path.startsWith(`${calendarPath}/`)

/**
 * `service` is null if another organisation runs it. Requests without the page header come from other programs, which
 * need a bearer token.
 */
export function createDataHandler(options: {
  gateway: Gateway
  service: Service | null
  cookie: SessionCookie
  publicUrl: string
  /** In bytes. After an early error, the rest of a larger body is not read. */
  maxBodyBytes: number
}): DataHandler {
  const { gateway, service, cookie, publicUrl, maxBodyBytes } = options
  return async (request, address) => {
    const { pathname } = new URL(request.url)
    if (signInPaths.includes(pathname)) {
      const response = await handleSignIn(request, address)
      return { response: withSecurityHeaders(response), route: pathname }
    }
    if (pathname.startsWith(`${calendarPath}/`)) {
      const response = service
        ? await service.fetch(request, { address })
        : problem(404, 'not_found', 'The school service has no calendars here.')
      return { response: withSecurityHeaders(response), route: calendarPath }
    }
    if (service && pathname.startsWith('/api/') && !request.headers.has(pageHeader)) {
      const response = await fetchReadingBody(service, request, address)
      return {
        response: withSecurityHeaders(response),
        route: templateOf(request.method, pathname) ?? 'unknown',
      }
    }
    const id = cookie.read(request.headers.get('Cookie') ?? undefined)
    const { response, route, session } = await gateway.fetch(request, { id, address })
    if (session) response.headers.append('Set-Cookie', cookie.write(session.id))
    return { response, route }
  }

  /** Programs send the whole body before they read the response, e.g. that the disk is full. */
  async function fetchReadingBody(service: Service, request: Request, address: string): Promise<Response> {
    if (!request.body) return service.fetch(request, { address })
    const { url, method, headers, signal } = request
    const { stream, drain } = drainable(request.body)
    const watched = { method, headers, signal, body: stream, duplex: 'half' } as RequestInit
    const response = await service.fetch(new Request(url, watched), { address })
    if (!response.ok) await drain(maxBodyBytes)
    return response
  }

  async function handleSignIn(request: Request, address: string): Promise<Response> {
    if (!service) return problem(404, 'not_found', 'Signing in happens at the school service.')
    // A form on another site must not sign in the user.
    const isFromBrowser = request.headers.has('Sec-Fetch-Site') || request.headers.has('Origin')
    if (isFromBrowser && !isSameOrigin(request, publicUrl)) {
      return problem(403, 'not_allowed', 'Only the pages of this app may ask here.')
    }
    return service.fetch(request, { address })
  }
}

function withSecurityHeaders(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(commonHeaders)) headers.set(name, value)
  // Avatars never change, and calendars may be cached by one user.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}
