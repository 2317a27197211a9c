import {
  type AppSettings,
  activityHeader,
  documentPath,
  RefreshBody,
  type SessionResponse,
  SignInBody,
} from '../contract/session.ts'
import { notFound, Problem, problemResponse } from '../http/problem.ts'
import { isUtf8 } from '../lib/charset.ts'
import type { CreateAesGcm } from '../lib/cipher.ts'
import { toBase64Url } from '../lib/encoding.ts'
import type { Sha256 } from '../lib/sha256.ts'
import { type AllowedCall, allowedCall } from './allowlist.ts'
import { createDocumentPasses } from './documentPasses.ts'
import { createHmac, type Hmac } from './hmac.ts'
import { isPageCall } from './pageCall.ts'
import { signedOut } from './problem.ts'
import { fetchDocument, proxy } from './proxy.ts'
import { readJson } from './readJson.ts'
import { createRefresh } from './refreshSession.ts'
import type { GatewayDb } from './schema.ts'
import { dataHeaders } from './securityHeaders.ts'
import { createSessionStore, type OpenSession } from './sessions.ts'
import { createTokenCipher } from './tokenCipher.ts'
import { createTokenEndpoint, signIn } from './tokenEndpoint.ts'
import { createRequestUpstream, type Upstream } from './upstream.ts'

type GatewayOptions = {
  db: GatewayDb
  upstream: Upstream
  /** E.g. `https://school.example`. */
  serviceUrl: string
  clientId: string
  clientSecret: string
  settings: AppSettings
  /** Null in a worker, which no other page can reach. */
  appOrigin: string | null
  clock: () => number
  random: (bytes: number) => Uint8Array
  /** 32 bytes. A change signs out all users. The default is Web Crypto. */
  encryption: { key: Uint8Array; createAesGcm?: CreateAesGcm }
  /** The default is Web Crypto. */
  sha256?: Sha256
  version?: string
  maxUploadBytes?: number
  /** In bytes, for documents of the service. */
  maxDocumentBytes?: number
  maxTimeoutMs?: number
  /** For the operator. Contains no tokens, codes or names. */
  report?: (event: UpstreamEvent) => void
  /** Database errors that do not fail the request. */
  reportError?: (error: unknown) => void
}

type SessionCookie = { id: string | null; address?: string }

/** `session` changes the cookie: the new ID, or null. */
type HandledRequest = { response: Response; session?: { id: string | null } }

export type Gateway = {
  /** `route` is a template for the log. */
  fetch(request: Request, session: SessionCookie): Promise<HandledRequest & { route: string }>
}

type UpstreamEvent = 'misconfigured' | 'unreachable' | 'unreadable'

const maxBodyBytes = 10_000

/** Proxies `/api/v2/*` with the stored token (rules 6 to 12, 17). */
export function createGateway(options: GatewayOptions): Gateway {
  const { db, clock, random, settings, serviceUrl, encryption } = options
  const {
    maxUploadBytes = 50_000_000,
    maxDocumentBytes = 500_000_000,
    report = () => undefined,
    reportError = () => undefined,
  } = options
  const store = createSessionStore({
    db,
    clock,
    random,
    cipher: createTokenCipher(encryption.key, random, encryption.createAesGcm),
    sha256: options.sha256,
  })
  const requestUpstream = createRequestUpstream(options)
  const tokenEndpoint = createTokenEndpoint(requestUpstream, options)
  const hmac = createHmac(encryption.key)
  const getDraftKey = createDraftKeys(hmac, serviceUrl)
  const documentPasses = createDocumentPasses(hmac, serviceUrl)
  const refresh = createRefresh({ store, requestTokens: tokenEndpoint.requestTokens, clock })

  const sessionResponse = async (session: OpenSession | undefined): Promise<Response> => {
    const body: SessionResponse = session
      ? {
          signed_in: true,
          // Clients treat 0 as invalid.
          expires_in: Math.max(1, Math.floor((Date.parse(session.access_expires_at) - clock()) / 1000)),
          generation: session.generation,
          user: {
            id: session.user_id,
            ...(session.user_name !== null && { name: session.user_name }),
            ...(session.user_role !== null && { role: session.user_role }),
          },
          draft_key: await getDraftKey(session.user_id),
          settings,
        }
      : { signed_in: false, settings }
    return Response.json(body)
  }

  async function beginSession(request: Request, cookie: SessionCookie): Promise<HandledRequest> {
    const body = SignInBody.safeParse(await readJson(request, maxBodyBytes))
    if (!body.success) throw new Problem(400, 'malformed', 'Signing in needs a code and a state, both once.')
    const { tokens, user } = await signIn(
      { ...body.data, redirectUri: settings.redirect_uri, address: cookie.address },
      { tokenEndpoint, requestUpstream },
    )
    // Rule 6.
    await deleteSession(cookie)
    const id = await store.create(tokens, user)
    return { response: await sessionResponse(await store.find(id)), session: { id } }
  }

  async function refreshSession(request: Request, cookie: SessionCookie): Promise<Response> {
    const body = RefreshBody.safeParse(await readJson(request, maxBodyBytes))
    const session =
      cookie.id === null ? undefined : await refresh(cookie.id, body.data?.generation, cookie.address)
    if (!session) throw signedOut()
    if (isUserActivity(request)) await store.touch(session).catch(reportError)
    return sessionResponse(session)
  }

  /** The session ends even if revoking fails (rule 40). The service then ends its event streams. */
  async function deleteSession(cookie: SessionCookie): Promise<void> {
    const session = await store.find(cookie.id)
    if (!session) return
    await store.remove(session.id_hash)
    await tokenEndpoint.revoke(session.tokens, cookie.address)
  }

  async function proxyDocument(request: Request, session: OpenSession, address: string | undefined) {
    const pass = new URL(request.url).searchParams.get('pass') ?? ''
    const path = await documentPasses.verifyPass(pass, session.id_hash)
    if (path === undefined) {
      const message = 'This address was given in another sign-in. Please look at the list again.'
      throw new Problem(410, 'pass_over', message)
    }
    const authorization = `Bearer ${session.tokens.access}`
    return fetchDocument(path, request, {
      authorization,
      address,
      maxBytes: maxDocumentBytes,
      requestUpstream,
    })
  }

  async function handle(
    request: Request,
    cookie: SessionCookie,
    { call, allowed }: { call: string; allowed: AllowedCall | undefined },
  ): Promise<HandledRequest> {
    if (!isPageCall(request, options.appOrigin)) {
      throw new Problem(403, 'not_allowed', 'Only the pages of this app may ask here.')
    }
    const type = request.headers.get('Content-Type') ?? ''
    // Multipart parts declare their own charset.
    if (!/^multipart\//i.test(type) && !isUtf8(type)) {
      throw new Problem(400, 'malformed', 'The body must be in UTF-8.')
    }
    if (call === 'POST /session') return beginSession(request, cookie)
    if (call === 'DELETE /session') {
      await deleteSession(cookie)
      return { response: await sessionResponse(undefined), session: { id: null } }
    }
    if (call === 'POST /session/refresh') return { response: await refreshSession(request, cookie) }
    if (call !== 'GET /session' && call !== documentCall && !allowed) {
      throw notFound('There is nothing at this address.')
    }
    const session = await store.find(cookie.id)
    // A full disk must not prevent reads.
    if (session && isUserActivity(request)) await store.touch(session).catch(reportError)
    if (call === 'GET /session') return { response: await sessionResponse(session) }
    if (!session) throw signedOut()
    const { address } = cookie
    if (!allowed) return { response: await proxyDocument(request, session, address) }
    const response = await proxy(request, allowed, {
      authorization: authorizationOf(request, allowed, session),
      grantedScopes: session.tokens.scope,
      address,
      maxUploadBytes,
      requestUpstream,
      replaceAddress: url => documentPasses.createPass(url, session.id_hash),
    })
    return { response }
  }

  return {
    async fetch(request, cookie) {
      const { pathname } = new URL(request.url)
      const call = `${request.method} ${pathname}`
      const allowed = allowedCall(request.method, pathname)
      const route = allowed?.template ?? (sessionPaths.includes(pathname) ? pathname : 'unknown')
      const result = await handle(request, cookie, { call, allowed }).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
        const event = reportedEvents[error.name]
        if (event && !allowed && call !== documentCall) report(event)
        return { response: problemResponse(error) }
      })
      for (const [name, value] of Object.entries(dataHeaders)) result.response.headers.set(name, value)
      return { ...result, route }
    },
  }
}

const sessionPaths = ['/session', '/session/refresh', documentPath]
const documentCall = `GET ${documentPath}`

/** Problems of sign-in and refresh that the operator should know, by name. */
const reportedEvents: Record<string, UpstreamEvent> = {
  misconfigured: 'misconfigured',
  unavailable: 'unreachable',
  bad_gateway: 'unreadable',
  profile_missing: 'unreadable',
}

const isUserActivity = (request: Request) => request.headers.has(activityHeader)

/** An unattended page must not create a long-lived token: these endpoints get the typed password. Throws 403. */
function authorizationOf(request: Request, { endpoint }: AllowedCall, session: OpenSession): string {
  if (endpoint.auth !== 'password') return `Bearer ${session.tokens.access}`
  const password = request.headers.get('Authorization')
  if (password !== null && /^Basic /i.test(password)) return password
  throw new Problem(403, 'password_needed', 'This takes your login name and password again.')
}

/** Draft keys survive a restart. */
export function createDraftKeys(hmac: Hmac, serviceUrl: string): (userId: number) => Promise<string> {
  const { origin } = new URL(serviceUrl)
  // User IDs are unique per service only.
  return async userId => toBase64Url(await hmac(`staffroom drafts 1\n${origin}\n${userId}`))
}
