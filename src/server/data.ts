import { pageHeader } from '../contract/session.ts'
import { templateOf } from '../gateway/allowlist.ts'
import type { Gateway } from '../gateway/gateway.ts'
import { isSameOrigin } from '../gateway/pageCall.ts'
import { problem } from '../gateway/problem.ts'
import { everyAnswer } from '../gateway/securityHeaders.ts'
import type { Service } from '../service/app.ts'
import type { SessionCookie } from './cookie.ts'

export type DataAnswer = { response: Response; route: string }

/** Everything that is no file: the gateway for the app's pages, the service for other programs. */
export type Data = (request: Request, address: string) => Promise<DataAnswer>

const signInCalls = ['/auth/oauth2/request', '/auth/oauth2/decision', '/auth/oauth2/allowed']

/** Whether a path is answered with data; the rest are pages and files. */
export const isData = (path: string) =>
  path === '/session' ||
  path === '/api' ||
  signInCalls.includes(path) ||
  path.startsWith('/session/') ||
  path.startsWith('/api/')

/**
 * `service` is null before somebody else's. Our own answers other programs too, by their own bearer token: a call
 * without the page's header is theirs, and no cookie counts for it.
 */
export function createData(options: {
  gateway: Gateway
  service: Service | null
  cookie: SessionCookie
  publicUrl: string
}): Data {
  const { gateway, service, cookie, publicUrl } = options
  return async (request, address) => {
    const { pathname } = new URL(request.url)
    if (signInCalls.includes(pathname)) {
      const response = await signInCall(request, address)
      return { response: secured(response), route: pathname }
    }
    if (service && pathname.startsWith('/api/') && !request.headers.has(pageHeader)) {
      const response = await service.fetch(request, { address })
      return { response: secured(response), route: templateOf(request.method, pathname) ?? 'unknown' }
    }
    const id = cookie.read(request.headers.get('Cookie') ?? undefined)
    const { response, route, session } = await gateway.fetch(request, { id, address })
    // Hono's listener writes it out; the apps themselves never set cookies.
    if (session) response.headers.append('Set-Cookie', cookie.write(session.id))
    return { response, route }
  }

  async function signInCall(request: Request, address: string): Promise<Response> {
    if (!service) return problem(404, 'not_found', 'Signing in happens at the school service.')
    // A password typed into another site's form must not sign anybody in here.
    const isForeign = request.headers.has('Sec-Fetch-Site') || request.headers.has('Origin')
    if (isForeign && !isSameOrigin(request, publicUrl)) {
      return problem(403, 'not_allowed', 'Only the pages of this app may ask here.')
    }
    return service.fetch(request, { address })
  }
}

function secured(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(everyAnswer)) headers.set(name, value)
  // The service says it of all but a picture that never changes.
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  return new Response(response.body, { status: response.status, headers })
}
