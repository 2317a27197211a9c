import { type Body, scopes as knownScopes } from '../../contract/endpoint.ts'
import type { oauth } from '../../contract/oauth.ts'
import { invalid, Problem } from '../answers/problem.ts'
import { transact } from '../db/dialects.ts'
import type { Applications, Db } from '../db/schema.ts'
import type { From, Tools } from '../routes/requestContext.ts'
import { findApplication, secretFits } from './applications.ts'
import { signIn } from './passwords.ts'
import { redirectFits } from './redirectUri.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** Life of a code (api.md § Limits). */
const codeMs = 10 * 60_000
/** Codes are remembered past their end, so that a replay is known for one. */
const rememberedMs = 30 * 24 * 3_600_000

/** A request whose application and redirect URL are in order. */
export type AcceptedRequest = {
  application: Applications
  /** Where the answer goes: as given, else as configured. */
  redirectUri: string
  givenRedirectUri: string | null
  /** Those the service knows; null when the parameter was left out. */
  scopes: string[] | null
}

type Decision = Body<typeof oauth.authorizeDecision>

/**
 * Checks who asks and where the answer would go. Both are shown as an error page when wrong, never sent on: the address
 * could be anybody's (cases 35). Scope names the service does not know are left out; the token's `scope` says so.
 */
export async function acceptRequest(
  db: Db,
  request: Pick<Decision, 'client_id' | 'redirect_uri' | 'scopes'>,
): Promise<AcceptedRequest> {
  const application = await findApplication(db, request.client_id)
  if (!application)
    throw new Problem(400, 'unknown_application', 'No application of this name is known here.')
  const given = request.redirect_uri
  if (given !== undefined && !redirectFits(application.redirect_url, given)) {
    const message = 'The address to return to does not belong to this application, so nothing was sent there.'
    throw new Problem(400, 'bad_redirect_uri', message)
  }
  const named = request.scopes?.split(' ')
  return {
    application,
    redirectUri: given ?? application.redirect_url,
    givenRedirectUri: given ?? null,
    scopes: named ? knownScopes.filter(scope => named.includes(scope)) : null,
  }
}

/**
 * What goes back to the application: `{ code }` once the person has signed in and allowed it, or
 * `{ error: 'access_denied' }`. A wrong password is 422 and goes back to the person alone.
 */
export async function decide(
  request: AcceptedRequest,
  { decision, login, password }: Decision,
  from: From,
): Promise<{ code: string } | { error: string }> {
  if (decision === 'deny') return { error: 'access_denied' }
  const user = await whoSignsIn(from, login, password)
  return { code: await giveCode(request, user.id, from) }
}

/** What a person allowed an application the last time it named any, for the person alone to see. Throws as `decide`. */
export async function allowedBefore(
  { client_id, login, password }: Body<typeof oauth.allowedBefore>,
  from: From,
): Promise<string[]> {
  const { application } = await acceptRequest(from.db, { client_id })
  const user = await whoSignsIn(from, login, password)
  const scopes = await consent(from.db, user.id, application.client_id, null)
  return scopes.split(' ').filter(Boolean)
}

async function whoSignsIn(from: From, login?: string, password?: string): Promise<{ id: number }> {
  if (!login?.trim()) throw invalid({ login: 'Please enter your login name.' })
  if (!password) throw invalid({ password: 'Please enter your password.' })
  const user = await signIn(from, login, password)
  if (user) return user
  const message = 'Login name and password do not fit together.'
  throw new Problem(422, 'wrong_login', message, { password: message })
}

async function giveCode(request: AcceptedRequest, userId: number, tools: Tools): Promise<string> {
  const { db, clock, random } = tools
  const client_id = request.application.client_id
  const code = newSecret(random)
  const code_hash = await hashSecret(code)
  const now = clock()
  await transact(db, async trx => {
    const scopes = await consent(trx, userId, client_id, request.scopes)
    const code = { code_hash, client_id, user_id: userId, redirect_uri: request.givenRedirectUri, scopes }
    const expires_at = new Date(now + codeMs).toISOString()
    await trx
      .deleteFrom('codes')
      .where('expires_at', '<', new Date(now - rememberedMs).toISOString())
      .execute()
    await trx
      .insertInto('codes')
      .values({ ...code, expires_at, used_at: null, family_id: null })
      .execute()
  })
  return code
}

/**
 * Keeps what was allowed. Without the parameter the person's earlier answer stands, an empty list when there is none
 * (api.md § Authentication 6).
 */
async function consent(trx: Db, user_id: number, client_id: string, asked: string[] | null): Promise<string> {
  if (asked) {
    const scopes = asked.join(' ')
    await trx
      .insertInto('consents')
      .values({ user_id, client_id, scopes })
      .onConflict(conflict => conflict.columns(['user_id', 'client_id']).doUpdateSet({ scopes }))
      .execute()
    return scopes
  }
  const earlier = await trx
    .selectFrom('consents')
    .select('scopes')
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return earlier?.scopes ?? ''
}

/**
 * Checks that the application is who it says it is; throws `invalid_client` (RFC 6749 § 5.2), 429 for guessing.
 * The right secret always passes: behind one address, ten wrong tries of anybody would else end everybody's refresh.
 */
export async function recognise(
  { client_id, client_secret }: { client_id: string; client_secret: string },
  { db, guesses, address }: From,
): Promise<void> {
  const key = `application ${client_id}`
  const application = await findApplication(db, client_id)
  const fits = await secretFits(application, client_secret)
  if (application && fits) return
  await guesses.attempt(key, address)
  throw new Problem(401, 'invalid_client', 'The application or its secret is not known here.')
}
