import { type Body, scopes as knownScopes } from '../../contract/endpoint.ts'
import type { oauth } from '../../contract/oauth.ts'
import { invalid, Problem } from '../../http/problem.ts'
import { transact } from '../db/dialects.ts'
import type { Applications, Db } from '../db/schema.ts'
import type { RequestContext, ServiceContext } from '../requestContext.ts'
import { findApplication, verifySecret } from './applications.ts'
import { signIn } from './passwords.ts'
import { isAllowedRedirect } from './redirectUri.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** api.md § Limits. */
const codeLifetimeMs = 10 * 60_000
/** Expired codes remain for the detection of replays. */
const retentionMs = 30 * 24 * 3_600_000

export type AcceptedRequest = {
  application: Applications
  redirectUri: string
  requestedRedirectUri: string | null
  /** Known scopes. Null without the parameter. */
  scopes: string[] | null
}

type Decision = Body<typeof oauth.authorizeDecision>

/** Never redirects after errors, because the URL could belong to anyone (rule 35). */
export async function acceptRequest(
  db: Db,
  request: Pick<Decision, 'client_id' | 'redirect_uri' | 'scopes'>,
): Promise<AcceptedRequest> {
  const application = await findApplication(db, request.client_id)
  if (!application)
    throw new Problem(400, 'unknown_application', 'No application of this name is known here.')
  const requestedUri = request.redirect_uri
  if (requestedUri !== undefined && !isAllowedRedirect(application.redirect_url, requestedUri)) {
    const message = 'The address to return to does not belong to this application, so nothing was sent there.'
    throw new Problem(400, 'bad_redirect_uri', message)
  }
  const requestedScopes = request.scopes?.split(' ')
  return {
    application,
    redirectUri: requestedUri ?? application.redirect_url,
    requestedRedirectUri: requestedUri ?? null,
    scopes: requestedScopes ? knownScopes.filter(scope => requestedScopes.includes(scope)) : null,
  }
}

/** Throws 422 for a wrong password. */
export async function handleDecision(
  request: AcceptedRequest,
  { decision, login, password }: Decision,
  context: RequestContext,
): Promise<{ code: string } | { error: string }> {
  if (decision === 'deny') return { error: 'access_denied' }
  const user = await requireSignIn(context, login, password)
  return { code: await createCode(request, user.id, context) }
}

async function requireSignIn(
  context: RequestContext,
  login?: string,
  password?: string,
): Promise<{ id: number }> {
  if (!login?.trim()) throw invalid({ login: 'Please enter your login name.' })
  if (!password) throw invalid({ password: 'Please enter your password.' })
  const user = await signIn(context, login, password)
  if (user) return user
  const message = 'Login name and password do not fit together.'
  throw new Problem(422, 'wrong_login', message, {}, { password: message })
}

async function createCode(
  request: AcceptedRequest,
  userId: number,
  context: ServiceContext,
): Promise<string> {
  const { db, clock, random } = context
  const client_id = request.application.client_id
  const code = newSecret(random)
  const code_hash = await hashSecret(code)
  const now = clock()
  await transact(db, async trx => {
    const scopes = await resolveScopes(trx, userId, client_id, request.scopes)
    const code = { code_hash, client_id, user_id: userId, redirect_uri: request.requestedRedirectUri, scopes }
    const expires_at = new Date(now + codeLifetimeMs).toISOString()
    await trx
      .deleteFrom('codes')
      .where('expires_at', '<', new Date(now - retentionMs).toISOString())
      .execute()
    await trx
      .insertInto('codes')
      .values({ ...code, expires_at, used_at: null, family_id: null })
      .execute()
  })
  return code
}

async function resolveScopes(
  trx: Db,
  user_id: number,
  client_id: string,
  requestedScopes: string[] | null,
): Promise<string> {
  if (requestedScopes) {
    const scopes = requestedScopes.join(' ')
    await trx
      .insertInto('consents')
      .values({ user_id, client_id, scopes })
      .onConflict(conflict => conflict.columns(['user_id', 'client_id']).doUpdateSet({ scopes }))
      .execute()
    return scopes
  }
  const previous = await trx
    .selectFrom('consents')
    .select('scopes')
    .where('user_id', '=', user_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return previous?.scopes ?? ''
}

/**
 * Throws `invalid_client` (RFC 6749 § 5.2), or 429 after too many wrong secrets. The right secret always works, because
 * a school may share one address.
 */
export async function requireClientSecret(
  { client_id, client_secret }: { client_id: string; client_secret: string },
  { db, limits, address }: RequestContext,
): Promise<void> {
  const key = `application ${client_id}`
  const application = await findApplication(db, client_id)
  const isMatch = await verifySecret(application, client_secret)
  if (application && isMatch) return
  await limits.countAttempt(key, address)
  throw new Problem(401, 'invalid_client', 'The application or its secret is not known here.')
}
