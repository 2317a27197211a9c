import type { Endpoint } from '../contract/endpoint.ts'
import { Identity, isPupil, Me, me } from '../contract/me.ts'
import { oauth, Token } from '../contract/oauth.ts'
import { ProblemBody } from '../contract/session.ts'
import { Problem } from '../http/problem.ts'
import { limitTime } from '../lib/timeLimit.ts'
import { failures } from './problem.ts'
import { readJson } from './readJson.ts'
import type { UserRole } from './schema.ts'
import type { NewTokens, SignedInUser } from './sessions.ts'
import type { StoredTokens } from './tokenCipher.ts'
import type { RequestUpstream } from './upstream.ts'

type Grant =
  | { grant_type: 'authorization_code'; code: string; redirect_uri: string; state: string }
  | { grant_type: 'refresh_token'; refresh_token: string }

const maxResponseBytes = 1_000_000

/** In ms. Short enough to repeat a lost refresh while the used token is valid: 30 s (rule 36). */
export const tokenTimeoutMs = 10_000

/** In ms. Delays a sign-out. */
const revokeTimeoutMs = 3000

export type TokenEndpoint = ReturnType<typeof createTokenEndpoint>

/** Never repeats a request (api.md § Authorisation and token). */
export function createTokenEndpoint(
  requestUpstream: RequestUpstream,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
) {
  const post = (
    { method, base, path }: Endpoint,
    body: object,
    options: { address: string | undefined; inSession: boolean; timeoutMs: number },
  ) =>
    requestUpstream({
      method,
      path: base + path,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: new TextEncoder().encode(
        JSON.stringify({ client_id: clientId, client_secret: clientSecret, ...body }),
      ),
      ...options,
    })
  return {
    /** Throws `invalid_grant` if the grant is no longer valid, otherwise another problem (rule 9). */
    async requestTokens(grant: Grant, address: string | undefined): Promise<NewTokens> {
      const inSession = grant.grant_type === 'refresh_token'
      const response = await post(oauth.token, grant, { address, inSession, timeoutMs: tokenTimeoutMs })
      const body = await readResponse(response)
      if (!response.ok) throw readRefusal(response, body)
      const token = Token.safeParse(body)
      if (!token.success) throw failures.unreadable()
      const { access_token: access, refresh_token, expires_in, scope } = token.data
      // The previous one stays valid (rule 11).
      const previousToken = grant.grant_type === 'refresh_token' ? grant.refresh_token : null
      return { access, refresh: refresh_token ?? previousToken, scope, expiresIn: safeExpiresIn(expires_in) }
    },

    /** RFC 7009. Never rejects, and ignores the response: the tokens are stored nowhere. */
    async revoke({ access, refresh }: StoredTokens, address: string | undefined): Promise<void> {
      const token_type_hint = refresh === null ? 'access_token' : 'refresh_token'
      const body = { token: refresh ?? access, token_type_hint }
      const options = { address, inSession: true, timeoutMs: revokeTimeoutMs }
      await post(oauth.revoke, body, options)
        .then(response => response.body?.cancel())
        .catch(() => undefined)
    },
  }
}

const readResponse = (response: Response) =>
  limitTime(readJson(response, maxResponseBytes), tokenTimeoutMs).catch(() => undefined)

function readRefusal(response: Response, body: unknown): Problem {
  if (response.status === 429) return failures.busy(response)
  const name = readErrorName(body)
  if (name === 'invalid_grant') {
    return new Problem(400, 'invalid_grant', 'This sign-in is no longer valid. Please start again.')
  }
  if (name === 'invalid_client' || name === 'unauthorized_client') return failures.misconfigured()
  // A 401 concerns the client (RFC 6749 § 5.2).
  if (response.status === 401) return failures.misconfigured()
  return response.status >= 500 ? failures.unreachable() : failures.unreadable()
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

/** Exchanges the code once (rule 3). */
export async function signIn(
  request: { code: string; state: string; redirectUri: string; address: string | undefined },
  { tokenEndpoint, requestUpstream }: { tokenEndpoint: TokenEndpoint; requestUpstream: RequestUpstream },
): Promise<{ tokens: NewTokens; user: SignedInUser }> {
  const { code, state, redirectUri, address } = request
  const grant = { grant_type: 'authorization_code', code, state, redirect_uri: redirectUri } as const
  const tokens = await tokenEndpoint.requestTokens(grant, address)
  try {
    return { tokens, user: await fetchUser(tokens, address, requestUpstream) }
  } catch (error) {
    // Stored nowhere (rule 40).
    await tokenEndpoint.revoke(tokens, address)
    throw error
  }
}

async function fetchUser(
  { access }: NewTokens,
  address: string | undefined,
  requestUpstream: RequestUpstream,
): Promise<SignedInUser> {
  const { method, base, path } = me.get
  const headers = { Accept: 'application/json', Authorization: `Bearer ${access}` }
  const response = await requestUpstream({ method, path: base + path, headers, address })
  if (response.status === 429) throw failures.busy(response)
  if (response.status >= 500) throw failures.unreachable()
  const profile = await readResponse(response)
  const user = Identity.safeParse(profile)
  if (!response.ok || !user.success) throw failures.profileMissing()
  return { id: user.data.id, name: user.data.name, role: getRole(profile) }
}

/** Undefined if the profile does not say it, or names both. */
function getRole(profile: unknown): UserRole | undefined {
  const { data } = Me.safeParse(profile)
  if (!data || (data.is_teacher && data.is_student)) return undefined
  return data.is_teacher ? 'teacher' : isPupil(data) ? 'pupil' : undefined
}
