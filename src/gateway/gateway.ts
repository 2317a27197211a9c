import {
  type AppSettings,
  activityHeader,
  documentPath,
  RefreshBody,
  type SessionResponse,
  SignInBody,
} from '../contract/session.ts'
import { isUtf8 } from '../lib/charset.ts'
import type { CreateAesGcm } from '../lib/cipher.ts'
import { toBase64Url } from '../lib/encoding.ts'
import type { Sha256 } from '../lib/sha256.ts'
import { type AllowedCall, allowedCall } from './allowlist.ts'
import { createDocumentPasses } from './documentPasses.ts'
import { createHmac, type Hmac } from './hmac.ts'
import { createOpenStreams } from './openStreams.ts'
import { isPageCall } from './pageCall.ts'
import { busy, failures, notFound, problem, signedOut } from './problem.ts'
import { fetchDocument, proxy } from './proxy.ts'
import { readJson } from './readBody.ts'
import { createRefresh } from './refreshSession.ts'
import type { GatewayDb } from './schema.ts'
import { dataHeaders } from './securityHeaders.ts'
import { createSessionStore, type OpenSession } from './sessions.ts'
import { createTokenCipher } from './tokenCipher.ts'
import {
  createRequestTokens,
  createRevoke,
  type SignInOutcome,
  signIn,
  type TokenOutcome,
} from './tokenEndpoint.ts'
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
  report?: (event: 'misconfigured' | 'unreachable' | 'unreadable') => void
  /** Database errors that do not fail the request. */
  reportError?: (error: unknown) => void
}

type SessionCookie = { id: string | null; address?: string }

/** `session` changes the cookie: the new ID, or null. `route` is a template for the log. */
type GatewayResponse = { response: Response; route: string; session?: { id: string | null } }

export type Gateway = {
  fetch(request: Request, session: SessionCookie): Promise<GatewayResponse>
  close(): void
}

const maxBodyBytes = 10_000

/** Proxies `/api/v2/*` with the stored token (rules 6 to 12, 17). */
export function createGateway(options: GatewayOptions): Gateway {
  const { db, clock, random, settings, serviceUrl, upstream } = options
  const {
    version = '0',
    maxUploadBytes = 50_000_000,
    maxDocumentBytes = 500_000_000,
    report = () => undefined,
    reportError = () => undefined,
  } = options
  const store = createSessionStore({
    db,
    clock,
    random,
    cipher: createTokenCipher(options.encryption.key, random, options.encryption.createAesGcm),
    sha256: options.sha256,
  })
  const requestUpstream = createRequestUpstream({
    upstream,
    serviceUrl,
    version,
    ...(options.maxTimeoutMs !== undefined && { maxTimeoutMs: options.maxTimeoutMs }),
  })
  const requestTokens = createRequestTokens(requestUpstream, options)
  const hmac = createHmac(options.encryption.key)
  const getDraftKey = createDraftKeys(hmac, serviceUrl)
  const documentPasses = createDocumentPasses(hmac, serviceUrl)
  const refresh = createRefresh({ store, requestTokens, clock })
  const revoke = createRevoke(requestUpstream, options)
  const streams = createOpenStreams({ store, clock, reportError })

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

  const failureResponse = (
    outcome: Exclude<TokenOutcome | SignInOutcome, { kind: 'given' | 'refused' | 'signedIn' }>,
  ): Response => {
    if (outcome.kind === 'busy') return busy(outcome.retryAfter)
    if (outcome.kind === 'profileMissing') report('unreadable')
    else if (outcome.kind !== 'tooSlow') report(outcome.kind)
    return failures[outcome.kind]()
  }

  async function beginSession(
    request: Request,
    cookie: SessionCookie,
  ): Promise<Omit<GatewayResponse, 'route'>> {
    const body = SignInBody.safeParse(await readJson(request, maxBodyBytes).catch(() => undefined))
    if (!body.success) {
      return { response: problem(400, 'malformed', 'Signing in needs a code and a state, both once.') }
    }
    const signInRequest = { ...body.data, redirectUri: settings.redirect_uri, address: cookie.address }
    const outcome = await signIn(signInRequest, { requestUpstream, requestTokens, revoke })
    if (outcome.kind === 'refused') {
      const message = 'This sign-in is no longer valid. Please start again.'
      return { response: problem(400, 'invalid_grant', message) }
    }
    if (outcome.kind !== 'signedIn') return { response: failureResponse(outcome) }
    // Rule 6.
    await deleteSession(cookie)
    const id = await store.create(outcome.tokens, outcome.user)
    return { response: await sessionResponse(await store.find(id)), session: { id } }
  }

  async function refreshSession(request: Request, cookie: SessionCookie): Promise<Response> {
    if (cookie.id === null) return signedOut()
    const body = RefreshBody.safeParse(await readJson(request, maxBodyBytes).catch(() => undefined))
    const outcome = await refresh(cookie.id, body.data?.generation, cookie.address)
    if (outcome.kind === 'ended') return signedOut()
    if (outcome.kind !== 'current') return failureResponse(outcome)
    if (isUserActivity(request)) await store.touch(outcome.session).catch(reportError)
    return sessionResponse(outcome.session)
  }

  async function endSession(cookie: SessionCookie): Promise<Omit<GatewayResponse, 'route'>> {
    await deleteSession(cookie)
    return { response: await sessionResponse(undefined), session: { id: null } }
  }

  /** The session ends even if revoking fails (rule 40). */
  async function deleteSession(cookie: SessionCookie): Promise<void> {
    const session = await store.find(cookie.id)
    if (!session) return
    await store.remove(session.id_hash)
    streams.closeStreamsOf(session.id_hash)
    await revoke(session.tokens, cookie.address)
  }

  async function proxyDocument(
    request: Request,
    session: OpenSession,
    cookie: SessionCookie,
  ): Promise<Response> {
    const pass = new URL(request.url).searchParams.get('pass') ?? ''
    const path = await documentPasses.verifyPass(pass, session.id_hash)
    if (path === undefined)
      return problem(
        410,
        'pass_over',
        'This address was given in another sign-in. Please look at the list again.',
      )
    const authorization = `Bearer ${session.tokens.access}`
    const { address } = cookie
    return fetchDocument(path, {
      authorization,
      address,
      requestHeaders: request.headers,
      signal: request.signal,
      maxBytes: maxDocumentBytes,
      requestUpstream,
    })
  }

  async function handle(request: Request, cookie: SessionCookie): Promise<GatewayResponse> {
    const { pathname } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    const allowed = allowedCall(request.method, pathname)
    const isDocument = call === `GET ${documentPath}`
    const route = isDocument
      ? documentPath
      : (allowed?.template ?? (pathname.startsWith('/session') ? '/session' : 'unknown'))
    if (!isPageCall(request, options.appOrigin)) {
      const message = 'Only the pages of this app may ask here.'
      return { response: problem(403, 'not_allowed', message), route }
    }
    const type = request.headers.get('Content-Type') ?? ''
    // Multipart parts declare their own charset.
    if (!/^multipart\//i.test(type) && !isUtf8(type)) {
      return { response: problem(400, 'malformed', 'The body must be in UTF-8.'), route }
    }
    if (call === 'POST /session') return { ...(await beginSession(request, cookie)), route }
    if (call === 'DELETE /session') return { ...(await endSession(cookie)), route }
    if (call === 'POST /session/refresh')
      return { response: await refreshSession(request, cookie), route: '/session/refresh' }
    if (call !== 'GET /session' && !isDocument && !allowed) return { response: notFound(), route }

    const session = await store.find(cookie.id)
    // A full disk must not prevent reads.
    if (session && isUserActivity(request)) await store.touch(session).catch(reportError)
    if (isDocument)
      return { response: session ? await proxyDocument(request, session, cookie) : signedOut(), route }
    if (!allowed) return { response: await sessionResponse(session), route }
    if (!session) return { response: signedOut(), route }
    const authorization = authorizationOf(request, allowed, session)
    if (authorization === undefined) {
      const message = 'This takes your login name and password again.'
      return { response: problem(403, 'password_needed', message), route }
    }
    const replaceAddress = (url: string) => documentPasses.createPass(url, session.id_hash)
    const grantedScopes = session.tokens.scope
    const proxyOptions = {
      authorization,
      grantedScopes,
      address: cookie.address,
      maxUploadBytes,
      requestUpstream,
      replaceAddress,
    }
    const response = await proxy(request, allowed, proxyOptions)
    if (allowed.endpoint.response.kind !== 'stream' || !response.ok || !response.body)
      return { response, route }
    const { status, headers } = response
    return { response: new Response(streams.track(response.body, session), { status, headers }), route }
  }

  return {
    async fetch(request, cookie) {
      const result = await handle(request, cookie)
      for (const [name, value] of Object.entries(dataHeaders)) result.response.headers.set(name, value)
      return result
    },
    close: streams.close,
  }
}

const isUserActivity = (request: Request) => request.headers.has(activityHeader)

/** An unattended page must not create a long-lived token: these endpoints get the typed password. */
function authorizationOf(
  request: Request,
  { endpoint }: AllowedCall,
  session: OpenSession,
): string | undefined {
  if (endpoint.auth !== 'password') return `Bearer ${session.tokens.access}`
  const password = request.headers.get('Authorization')
  return password !== null && /^Basic /i.test(password) ? password : undefined
}

/** Draft keys survive a restart. */
export function createDraftKeys(hmac: Hmac, serviceUrl: string): (userId: number) => Promise<string> {
  const { origin } = new URL(serviceUrl)
  // User IDs are unique per service only.
  return async userId => toBase64Url(await hmac(`staffroom drafts 1\n${origin}\n${userId}`))
}
