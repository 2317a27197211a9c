import type { Endpoint } from '../contract/endpoint.ts'
import { Identity, MembershipIdentity, me } from '../contract/me.ts'
import { oauth, Token } from '../contract/oauth.ts'
import { ProblemBody } from '../contract/session.ts'
import { readJson } from './readBody.ts'
import type { HeldTokens, NewTokens } from './sessions.ts'
import type { AskUpstream } from './upstream.ts'

/** What the token endpoint made of a grant. Only `refused` says anything about the grant itself (cases 9). */
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

/** One request for tokens (api.md § Authorisation and token), never repeated here. */
export type AskForTokens = (grant: Grant, address: string | undefined) => Promise<TokenOutcome>

const longestAnswer = 100_000

/** Ms. A used refresh token is good for 30 s more (cases 36): a lost answer must be asked for again before that. */
export const tokenPatience = 10_000

export function createAskForTokens(
  ask: AskUpstream,
  client: { clientId: string; clientSecret: string },
): AskForTokens {
  const { clientId, clientSecret } = client
  return async (grant, address) => {
    const answer = await ask({
      method: oauth.token.method,
      path: oauth.token.base + oauth.token.path,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: new TextEncoder().encode(
        JSON.stringify({ client_id: clientId, client_secret: clientSecret, ...grant }),
      ),
      address,
      inSession: grant.grant_type === 'refresh_token',
      within: tokenPatience,
    })
    if (answer.kind !== 'answered') return { kind: answer.kind }
    const { response } = answer
    const body = await readJson(response, longestAnswer).catch(() => undefined)
    return response.ok ? given(body, grant) : refusal(response, body)
  }
}

function given(body: unknown, grant: Grant): TokenOutcome {
  const token = Token.safeParse(body)
  if (!token.success) return { kind: 'unreadable' }
  const { access_token: access, refresh_token, expires_in, scope } = token.data
  // The answer of a refresh may leave the refresh token out: the old one stays good (cases 11).
  const old = grant.grant_type === 'refresh_token' ? grant.refresh_token : null
  return {
    kind: 'given',
    tokens: { access, refresh: refresh_token ?? old, scope, expiresIn: safeExpiresIn(expires_in) },
  }
}

function refusal(response: Response, body: unknown): TokenOutcome {
  if (response.status === 429) return { kind: 'busy', retryAfter: response.headers.get('Retry-After') }
  const name = errorName(body)
  if (name === 'invalid_grant') return { kind: 'refused' }
  if (name === 'invalid_client' || name === 'unauthorized_client') return { kind: 'misconfigured' }
  // 401 at the token endpoint is about the client, never about the grant (RFC 6749 § 5.2).
  if (response.status === 401) return { kind: 'misconfigured' }
  return { kind: response.status >= 500 ? 'unreachable' : 'unreadable' }
}

/** The service's own error body, or the `{"error": "invalid_grant"}` of RFC 6749 § 5.2. */
function errorName(body: unknown): string | undefined {
  const own = ProblemBody.safeParse(body)
  if (own.success) return own.data.error.name
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error === 'string') return error
  if (typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string') {
    return error.name
  }
  return undefined
}

/** Seconds taken for a token whose life the service does not tell. Too short only costs a refresh more. */
const defaultLife = 600

const longestLife = 366 * 24 * 3600

/** 0, negative, text, or longer than a year is not believed (cases 8). */
function safeExpiresIn(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return defaultLife
  return value >= 1 && value <= longestLife ? Math.floor(value) : defaultLife
}

/** Ends at the service what a session held (RFC 7009). Never rejects. */
export type Revoke = (tokens: HeldTokens, address: string | undefined) => Promise<void>

/** Whoever signs out waits for it, ms. */
const patience = 3000

/** Asked once, and any answer is fine: the tokens are in nobody's hands then, and end by themselves. */
export function createRevoke(ask: AskUpstream, client: { clientId: string; clientSecret: string }): Revoke {
  const { clientId, clientSecret } = client
  return async ({ access, refresh }, address) => {
    const hint = refresh === null ? 'access_token' : 'refresh_token'
    const asked = {
      client_id: clientId,
      client_secret: clientSecret,
      token: refresh ?? access,
      token_type_hint: hint,
    }
    const answer = await ask({
      method: oauth.revoke.method,
      path: oauth.revoke.base + oauth.revoke.path,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(asked)),
      address,
      inSession: true,
      within: patience,
    })
    if (answer.kind === 'answered') await answer.response.body?.cancel().catch(() => undefined)
  }
}

export type SignedIn = {
  kind: 'signedIn'
  tokens: NewTokens
  user: { id: number; name?: string | undefined }
}
export type SignInOutcome = SignedIn | Unknown
/** Why the user is unknown. `profileMissing`: no endpoint of the service names them. */
type Unknown = Exclude<TokenOutcome, { kind: 'given' }> | { kind: 'profileMissing' }

const longestMe = 1_000_000

/** Exchanges the code, once (cases 3), and asks who it is. Without an answer to that there is no session. */
export async function signIn(
  asked: { code: string; state: string; redirectUri: string; address: string | undefined },
  tools: { askForTokens: AskForTokens; ask: AskUpstream; revoke: Revoke },
): Promise<SignInOutcome> {
  const { code, state, redirectUri, address } = asked
  const grant = { grant_type: 'authorization_code', code, state, redirect_uri: redirectUri } as const
  const outcome = await tools.askForTokens(grant, address)
  if (outcome.kind !== 'given') return outcome
  const { tokens } = outcome
  const known = await whoHas(tokens, address, tools.ask)
  if ('user' in known) return { kind: 'signedIn', tokens, user: known.user }
  // Nobody will ever hold them (cases 40).
  await tools.revoke(tokens, address)
  return known
}

/** Finds out whose tokens these are: from the profile, or else from the memberships, which name the user by ID. */
async function whoHas(
  { access }: NewTokens,
  address: string | undefined,
  ask: AskUpstream,
): Promise<{ user: SignedIn['user'] } | Unknown> {
  const read = async (endpoint: Endpoint) => {
    const answer = await ask({
      method: endpoint.method,
      path: endpoint.base + endpoint.path,
      headers: { Accept: 'application/json', Authorization: `Bearer ${access}` },
      address,
    })
    if (answer.kind !== 'answered') return { kind: answer.kind }
    const { ok, status, headers } = answer.response
    if (status === 429) return { kind: 'busy', retryAfter: headers.get('Retry-After') } as const
    if (status >= 500 && status !== 501) return { kind: 'unreachable' } as const
    const body: unknown = await readJson(answer.response, longestMe).catch(() => undefined)
    return { kind: 'read', body: ok ? body : undefined, isMissing: !ok } as const
  }
  const profile = await read(me.get)
  if (profile.kind !== 'read') return profile
  const user = Identity.safeParse(profile.body)
  if (user.success) return { user: { id: user.data.id, name: user.data.name } }
  if (!profile.isMissing) return { kind: 'unreadable' }
  const memberships = await read(me.memberships)
  if (memberships.kind !== 'read') return memberships
  const rows = Array.isArray(memberships.body) ? memberships.body : []
  const ids = new Set(rows.map(row => MembershipIdentity.safeParse(row).data?.user_id))
  const [id] = ids
  // Rows of several users, e.g. of the members of a class, don't tell which of them signs in.
  return id !== undefined && ids.size === 1 ? { user: { id } } : { kind: 'profileMissing' }
}
