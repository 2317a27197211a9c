import {
  type AppSettings,
  actHeader,
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
  /** fetch to the service; a service in the same process is called directly. */
  upstream: Upstream
  /** Where the service is, e.g. `https://school.example`: upstream URLs are built on it. */
  serviceUrl: string
  clientId: string
  clientSecret: string
  settings: AppSettings
  /** Origin of the app's pages; null where only they can reach the gateway (a worker of their own). */
  appOrigin: string | null
  clock: () => number
  random: (bytes: number) => Uint8Array
  /** 32 bytes that tokens are sealed with, and that draft keys come from; with another key everybody signs in again. */
  seal: { key: Uint8Array }
  version?: string
  longestUpload?: number
  /** Largest document that is passed on by an address the service gave, bytes. */
  largestDocument?: number
  patience?: number
  /** Told what an operator must know; never a token, a code or a name. */
  report?: (event: 'misconfigured' | 'unreachable' | 'unreadable') => void
  /** Receives errors of the database that do not fail the call. */
  reportError?: (error: unknown) => void
}

type HeldSession = { id: string | null; address?: string }

/** `session` where the host must change what it keeps: a new id, null to forget. `route`, a template, for the log. */
type GatewayAnswer = { response: Response; route: string; session?: { id: string | null } }

export type Gateway = {
  fetch(request: Request, session: HeldSession): Promise<GatewayAnswer>
  /** Ends the streams that pages listen to. */
  close(): void
}

const longestBody = 10_000

/** The backend of the page: holds secret and tokens, answers `/session`, proxies `/api/v2/*` (cases 6 to 12, 17). */
export function createGateway(options: GatewayOptions): Gateway {
  const { db, clock, random, settings, serviceUrl, upstream } = options
  const {
    version = '0',
    longestUpload = 50_000_000,
    largestDocument = 500_000_000,
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
          // At least 1: a page that wakes late refreshes at once instead of taking 0 for nonsense.
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
    const body = SignInBody.safeParse(await readJson(request, longestBody).catch(() => undefined))
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
    // A new id at every sign-in; the one before it is worth nothing any more (cases 6).
    await leave(held)
    const id = await store.create(outcome.tokens, outcome.user)
    return { response: await sessionAnswer(await store.find(id)), session: { id } }
  }

  async function renew(request: Request, held: HeldSession): Promise<Response> {
    if (held.id === null) return signedOut()
    const body = RefreshBody.safeParse(await readJson(request, longestBody).catch(() => undefined))
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

  /** Forgets the session first, whatever the service says; then its tokens end there too (cases 40). */
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
      largest: largestDocument,
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
    // Forms say of each of their texts what it is in.
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
    const sending = { authorization, granted, address: held.address, longestUpload, ask, readdress }
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

const isAct = (request: Request) => request.headers.has(actHeader)

/**
 * The session's token, or, where the service takes only a password, what was typed: a page left open can't make
 * itself a token that outlives the session.
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

/** Seals a person's drafts: by HMAC from the host's key, so that it is the same after a new sign-in or a restart. */
export function createDraftKeys(
  hostKey: Uint8Array,
  serviceUrl: string,
): (userId: number) => Promise<string> {
  const key = lateKey(hostKey, { name: 'HMAC', hash: 'SHA-256' }, ['sign'])
  return async userId => {
    // Number 7 of another service is somebody else.
    const about = new TextEncoder().encode(`staffroom drafts 1\n${new URL(serviceUrl).origin}\n${userId}`)
    return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', await key(), about)))
  }
}
