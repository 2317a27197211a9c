import type { Endpoint } from '../contract/endpoint.ts'
import { Identity, isPupil, Me, MembershipIdentity, me } from '../contract/me.ts'
import { oauth, Token } from '../contract/oauth.ts'
import { ProblemBody } from '../contract/session.ts'
import { readJson } from './readBody.ts'
import type { UserRole } from './schema.ts'
import type { NewTokens, SignedInUser } from './sessions.ts'
import type { StoredTokens } from './tokenCipher.ts'
import type { RequestUpstream } from './upstream.ts'

/** Only `refused` is about the grant (rule 9). */
export type TokenOutcome =
  | { kind: 'given'; tokens: NewTokens }
  | { kind: 'refused' }
  | { kind: 'misconfigured' }
  | { kind: 'busy'; retryAfter: string | null }
  | { kind: 'unreachable' }
  | { kind: 'tooSlow' }
  | { kind: 'unreadable' }

type Grant =
  | { grant_type: 'authorization_code'; code: string; redirect_uri: string; state: string }
  | { grant_type: 'refresh_token'; refresh_token: string }

/** Never repeats the request (api.md § Authorisation and token). */
export type RequestTokens = (grant: Grant, address: string | undefined) => Promise<TokenOutcome>

const maxResponseBytes = 100_000

/** In ms. Short enough to repeat a lost refresh while the used token is valid: 30 s (rule 36). */
export const tokenTimeoutMs = 10_000

export function createRequestTokens(
  requestUpstream: RequestUpstream,
  client: { clientId: string; clientSecret: string },
): RequestTokens {
  const { clientId, clientSecret } = client
  return async (grant, address) => {
    const outcome = await requestUpstream({
      method: oauth.token.method,
      path: oauth.token.base + oauth.token.path,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: new TextEncoder().encode(
        JSON.stringify({ client_id: clientId, client_secret: clientSecret, ...grant }),
      ),
      address,
      inSession: grant.grant_type === 'refresh_token',
      timeoutMs: tokenTimeoutMs,
    })
    if (outcome.kind !== 'responded') return { kind: outcome.kind }
    const { response } = outcome
    const body = await readJson(response, maxResponseBytes).catch(() => undefined)
    return response.ok ? readTokens(body, grant) : readRefusal(response, body)
  }
}

function readTokens(body: unknown, grant: Grant): TokenOutcome {
  const token = Token.safeParse(body)
  if (!token.success) return { kind: 'unreadable' }
  const { access_token: access, refresh_token, expires_in, scope } = token.data
  // The previous one stays valid (rule 11).
  const previousToken = grant.grant_type === 'refresh_token' ? grant.refresh_token : null
  return {
    kind: 'given',
    tokens: { access, refresh: refresh_token ?? previousToken, scope, expiresIn: safeExpiresIn(expires_in) },
  }
}

function readRefusal(response: Response, body: unknown): TokenOutcome {
  if (response.status === 429) return { kind: 'busy', retryAfter: response.headers.get('Retry-After') }
  const name = readErrorName(body)
  if (name === 'invalid_grant') return { kind: 'refused' }
  if (name === 'invalid_client' || name === 'unauthorized_client') return { kind: 'misconfigured' }
  // A 401 concerns the client (RFC 6749 § 5.2).
  if (response.status === 401) return { kind: 'misconfigured' }
  return { kind: response.status >= 500 ? 'unreachable' : 'unreadable' }
}

/** service-facts.md, or `{"error": "invalid_grant"}` (RFC 6749 § 5.2). */
function readErrorName(body: unknown): string | undefined {
  const problem = ProblemBody.safeParse(body)
  if (problem.success) return problem.data.error.name
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error === 'string') return error
  if (typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string') {
    return error.name
  }
  return undefined
}

/** A short lifetime only causes more refreshes. */
const defaultLifetimeSeconds = 600

const maxLifetimeSeconds = 366 * 24 * 3600

/** Returns the default for implausible values (rule 8). */
function safeExpiresIn(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return defaultLifetimeSeconds
  return value >= 1 && value <= maxLifetimeSeconds ? Math.floor(value) : defaultLifetimeSeconds
}

/** RFC 7009. Never rejects. */
export type Revoke = (tokens: StoredTokens, address: string | undefined) => Promise<void>

/** In ms. Delays a sign-out. */
const revokeTimeoutMs = 3000

/** Ignores the response: the tokens are stored nowhere. */
export function createRevoke(
  requestUpstream: RequestUpstream,
  client: { clientId: string; clientSecret: string },
): Revoke {
  const { clientId, clientSecret } = client
  return async ({ access, refresh }, address) => {
    const hint = refresh === null ? 'access_token' : 'refresh_token'
    const request = {
      client_id: clientId,
      client_secret: clientSecret,
      token: refresh ?? access,
      token_type_hint: hint,
    }
    const outcome = await requestUpstream({
      method: oauth.revoke.method,
      path: oauth.revoke.base + oauth.revoke.path,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(request)),
      address,
      inSession: true,
      timeoutMs: revokeTimeoutMs,
    })
    if (outcome.kind === 'responded') await outcome.response.body?.cancel().catch(() => undefined)
  }
}

export type SignedIn = {
  kind: 'signedIn'
  tokens: NewTokens
  user: SignedInUser
}
export type SignInOutcome = SignedIn | UserUnknown
/** `profileMissing`: no endpoint identifies the user. */
type UserUnknown = Exclude<TokenOutcome, { kind: 'given' }> | { kind: 'profileMissing' }

const maxMeBytes = 1_000_000

/** Exchanges the code once (rule 3). */
export async function signIn(
  request: { code: string; state: string; redirectUri: string; address: string | undefined },
  dependencies: { requestTokens: RequestTokens; requestUpstream: RequestUpstream; revoke: Revoke },
): Promise<SignInOutcome> {
  const { code, state, redirectUri, address } = request
  const grant = { grant_type: 'authorization_code', code, state, redirect_uri: redirectUri } as const
  const outcome = await dependencies.requestTokens(grant, address)
  if (outcome.kind !== 'given') return outcome
  const { tokens } = outcome
  const userResult = await fetchUser(tokens, address, dependencies.requestUpstream)
  if ('user' in userResult) return { kind: 'signedIn', tokens, user: userResult.user }
  // Stored nowhere (rule 40).
  await dependencies.revoke(tokens, address)
  return userResult
}

/** Falls back to the memberships. */
async function fetchUser(
  { access }: NewTokens,
  address: string | undefined,
  requestUpstream: RequestUpstream,
): Promise<{ user: SignedIn['user'] } | UserUnknown> {
  const fetchJson = async (endpoint: Endpoint) => {
    const outcome = await requestUpstream({
      method: endpoint.method,
      path: endpoint.base + endpoint.path,
      headers: { Accept: 'application/json', Authorization: `Bearer ${access}` },
      address,
    })
    if (outcome.kind !== 'responded') return { kind: outcome.kind }
    const { ok, status, headers } = outcome.response
    if (status === 429) return { kind: 'busy', retryAfter: headers.get('Retry-After') } as const
    if (status >= 500 && status !== 501) return { kind: 'unreachable' } as const
    const body: unknown = await readJson(outcome.response, maxMeBytes).catch(() => undefined)
    return { kind: 'read', body: ok ? body : undefined, isMissing: !ok } as const
  }
  const profile = await fetchJson(me.get)
  if (profile.kind !== 'read') return profile
  const user = Identity.safeParse(profile.body)
  if (user.success) return { user: { id: user.data.id, name: user.data.name, role: getRole(profile.body) } }
  if (!profile.isMissing) return { kind: 'unreadable' }
  const memberships = await fetchJson(me.memberships)
  if (memberships.kind !== 'read') return memberships
  const rows = Array.isArray(memberships.body) ? memberships.body : []
  const ids = new Set(rows.map(row => MembershipIdentity.safeParse(row).data?.user_id))
  const [id] = ids
  // Rows of several users do not identify the owner.
  return id !== undefined && ids.size === 1 ? { user: { id } } : { kind: 'profileMissing' }
}

/** Undefined if the profile does not say it, or names both. */
function getRole(profile: unknown): UserRole | undefined {
  const { data } = Me.safeParse(profile)
  if (!data || (data.is_teacher && data.is_student)) return undefined
  return data.is_teacher ? 'teacher' : isPupil(data) ? 'pupil' : undefined
}
