import {
  type AppSettings,
  activityHeader,
  documentPath,
  RefreshBody,
  type SessionAnswer,
  SignInBody,
} from '../contract/session.ts'
import { isUtf8 } from '../lib/charset.ts'
import { base64Url } from '../lib/encoding.ts'
import { type AllowedCall, allowedCall } from './allowlist.ts'
import { createDocumentPasses } from './documentPasses.ts'
import { createOpenStreams } from './openStreams.ts'
import { isPageCall } from './pageCall.ts'
import { busy, failures, notHere, problem, signedOut } from './problem.ts'
import { passedDocument, proxy } from './proxy.ts'
import { readJson } from './readBody.ts'
import { createRefresh } from './refreshing.ts'
import { dataHeaders } from './securityHeaders.ts'
import { createSeal, createSessionStore, lateKey, type OpenSession } from './sessions.ts'
import type { GatewayDb } from './store.ts'
import {
  createAskForTokens,
  createRevoke,
  type SignInOutcome,
  signIn,
  type TokenOutcome,
} from './tokenEndpoint.ts'
import { createAskUpstream, type Upstream } from './upstream.ts'

type GatewayOptions = {
  db: GatewayDb
  /** Sends requests to the service. A service in the same process is called directly. */
  upstream: Upstream
  /** Base URL of the service, e.g. `https://school.example`. */
  serviceUrl: string
  clientId: string
  clientSecret: string
  settings: AppSettings
  /** Origin of the app's pages, or null if no other page can reach the gateway (in a worker of the app). */
  appOrigin: string | null
  clock: () => number
  random: (bytes: number) => Uint8Array
  /**
   * 32 bytes from which tokens are encrypted and draft keys derived. After a change, every user has to sign in again.
   */
  seal: { key: Uint8Array }
  version?: string
  maxUploadBytes?: number
  /** Maximum size of a document that is passed on by an address of the service, in bytes. */
  maxDocumentBytes?: number
  patience?: number
  /** Reports events that an operator must know. They never contain a token, a code or a name. */
  report?: (event: 'misconfigured' | 'unreachable' | 'unreadable') => void
  /** Receives database errors that do not fail the request. */
  reportError?: (error: unknown) => void
}

type HeldSession = { id: string | null; address?: string }

/**
 * `session` is set if the host must change its cookie: the new ID, or null to delete it. `route` is a template for the
 * log.
 */
type GatewayAnswer = { response: Response; route: string; session?: { id: string | null } }

export type Gateway = {
  fetch(request: Request, session: HeldSession): Promise<GatewayAnswer>
  /** Closes the open event streams. */
  close(): void
}

const maxBodyBytes = 10_000

/**
 * Creates the backend of the page. It stores the secret and the tokens, answers `/session` and proxies `/api/v2/*`
 * (rules 6 to 12, 17).
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { db, clock, random, settings, serviceUrl, upstream } = options
  const {
    version = '0',
    maxUploadBytes = 50_000_000,
    maxDocumentBytes = 500_000_000,
    report = () => undefined,
    reportError = () => undefined,
  } = options
  const store = createSessionStore({ db, clock, random, seal: createSeal(options.seal.key, random) })
  const ask = createAskUpstream({
    upstream,
    serviceUrl,
    version,
    ...(options.patience !== undefined && { patience: options.patience }),
  })
  const askForTokens = createAskForTokens(ask, options)
  const draftKeyOf = createDraftKeys(options.seal.key, serviceUrl)
  const passes = createDocumentPasses(options.seal.key, serviceUrl)
  const refresh = createRefresh({ store, askForTokens, clock })
  const revoke = createRevoke(ask, options)
  const streams = createOpenStreams({ store, clock, reportError })

  const sessionAnswer = async (session: OpenSession | undefined): Promise<Response> => {
    const body: SessionAnswer = session
      ? {
          signed_in: true,
          // At least 1, so that a page that wakes up late refreshes at once. Clients treat 0 as invalid.
          expires_in: Math.max(1, Math.floor((Date.parse(session.access_expires_at) - clock()) / 1000)),
          generation: session.generation,
          user: { id: session.user_id, ...(session.user_name !== null && { name: session.user_name }) },
          draft_key: await draftKeyOf(session.user_id),
          settings,
        }
      : { signed_in: false, settings }
    return Response.json(body)
  }

  const failure = (
    outcome: Exclude<TokenOutcome | SignInOutcome, { kind: 'given' | 'refused' | 'signedIn' }>,
  ): Response => {
    if (outcome.kind === 'busy') return busy(outcome.retryAfter)
    if (outcome.kind === 'profileMissing') report('unreadable')
    else if (outcome.kind !== 'tooSlow') report(outcome.kind)
    return failures[outcome.kind]()
  }

  async function start(request: Request, held: HeldSession): Promise<Omit<GatewayAnswer, 'route'>> {
    const body = SignInBody.safeParse(await readJson(request, maxBodyBytes).catch(() => undefined))
    if (!body.success) {
      return { response: problem(400, 'malformed', 'Signing in needs a code and a state, both once.') }
    }
    const asked = { ...body.data, redirectUri: settings.redirect_uri, address: held.address }
    const outcome = await signIn(asked, { ask, askForTokens, revoke })
    if (outcome.kind === 'refused') {
      const message = 'This sign-in is no longer valid. Please start again.'
      return { response: problem(400, 'invalid_grant', message) }
    }
    if (outcome.kind !== 'signedIn') return { response: failure(outcome) }
    // Each sign-in gets a new session ID, and the previous session ends (rule 6).
    await leave(held)
    const id = await store.create(outcome.tokens, outcome.user)
    return { response: await sessionAnswer(await store.find(id)), session: { id } }
  }

  async function renew(request: Request, held: HeldSession): Promise<Response> {
    if (held.id === null) return signedOut()
    const body = RefreshBody.safeParse(await readJson(request, maxBodyBytes).catch(() => undefined))
    const outcome = await refresh(held.id, body.data?.generation, held.address)
    if (outcome.kind === 'ended') return signedOut()
    if (outcome.kind !== 'current') return failure(outcome)
    if (isAct(request)) await store.touch(outcome.session).catch(reportError)
    return sessionAnswer(outcome.session)
  }

  async function end(held: HeldSession): Promise<Omit<GatewayAnswer, 'route'>> {
    await leave(held)
    return { response: await sessionAnswer(undefined), session: { id: null } }
  }

  /** Deletes the session first, then revokes its tokens at the service, whatever the service answers (rule 40). */
  async function leave(held: HeldSession): Promise<void> {
    const session = await store.find(held.id)
    if (!session) return
    await store.remove(session.id_hash)
    streams.endOf(session.id_hash)
    await revoke(session.tokens, held.address)
  }

  async function document(request: Request, session: OpenSession, held: HeldSession): Promise<Response> {
    const pass = new URL(request.url).searchParams.get('pass') ?? ''
    const path = await passes.open(pass, session.id_hash)
    if (path === undefined)
      return problem(
        410,
        'pass_over',
        'This address was given in another sign-in. Please look at the list again.',
      )
    const authorization = `Bearer ${session.tokens.access}`
    const { address } = held
    return passedDocument(path, {
      authorization,
      address,
      asked: request.headers,
      signal: request.signal,
      maxBytes: maxDocumentBytes,
      ask,
    })
  }

  async function answer(request: Request, held: HeldSession): Promise<GatewayAnswer> {
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
    // The parts of a multipart body declare their charset themselves.
    if (!/^multipart\//i.test(type) && !isUtf8(type)) {
      return { response: problem(400, 'malformed', 'The body must be in UTF-8.'), route }
    }
    if (call === 'POST /session') return { ...(await start(request, held)), route }
    if (call === 'DELETE /session') return { ...(await end(held)), route }
    if (call === 'POST /session/refresh')
      return { response: await renew(request, held), route: '/session/refresh' }
    if (call !== 'GET /session' && !isDocument && !allowed) return { response: notHere(), route }

    const session = await store.find(held.id)
    // A database that can't be written, e.g. on a full disk, must not prevent reads.
    if (session && isAct(request)) await store.touch(session).catch(reportError)
    if (isDocument) return { response: session ? await document(request, session, held) : signedOut(), route }
    if (!allowed) return { response: await sessionAnswer(session), route }
    if (!session) return { response: signedOut(), route }
    const authorization = authorizationOf(request, allowed, session)
    if (authorization === undefined) {
      const message = 'This takes your login name and password again.'
      return { response: problem(403, 'password_needed', message), route }
    }
    const readdress = (url: string) => passes.give(url, session.id_hash)
    const granted = session.tokens.scope
    const sending = { authorization, granted, address: held.address, maxUploadBytes, ask, readdress }
    const response = await proxy(request, allowed, sending)
    if (allowed.endpoint.answer.kind !== 'stream' || !response.ok || !response.body)
      return { response, route }
    const { status, headers } = response
    return { response: new Response(streams.passOn(response.body, session), { status, headers }), route }
  }

  return {
    async fetch(request, held) {
      const answered = await answer(request, held)
      for (const [name, value] of Object.entries(dataHeaders)) answered.response.headers.set(name, value)
      return answered
    },
    close: streams.close,
  }
}

const isAct = (request: Request) => request.headers.has(activityHeader)

/**
 * Returns the session's token. If the endpoint requires a password, returns the password that the user typed, so that
 * an unattended page can't create a token that outlives the session.
 */
function authorizationOf(
  request: Request,
  { endpoint }: AllowedCall,
  session: OpenSession,
): string | undefined {
  if (endpoint.auth !== 'password') return `Bearer ${session.tokens.access}`
  const typed = request.headers.get('Authorization')
  return typed !== null && /^Basic /i.test(typed) ? typed : undefined
}

/**
 * Returns the key that encrypts a user's drafts: an HMAC with the host's key, so that it stays the same after a new
 * sign-in or a restart.
 */
export function createDraftKeys(
  hostKey: Uint8Array,
  serviceUrl: string,
): (userId: number) => Promise<string> {
  const key = lateKey(hostKey, { name: 'HMAC', hash: 'SHA-256' }, ['sign'])
  return async userId => {
    // The key depends on the service as well: the same user ID at another service belongs to another person.
    const about = new TextEncoder().encode(`staffroom drafts 1\n${new URL(serviceUrl).origin}\n${userId}`)
    return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', await key(), about)))
  }
}
