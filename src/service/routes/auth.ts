import { oauth } from '../../contract/oauth.ts'
import { acceptRequest, findAllowedScopes, handleDecision, requireClientSecret } from '../auth/authorize.ts'
import { exchangeCode } from '../auth/codes.ts'
import { refresh } from '../auth/refresh.ts'
import { revokeSignIn } from '../auth/tokens.ts'
import { Problem } from '../http/problem.ts'
import { on, type Route } from './route.ts'

/** Authorization code grant (api.md § Authentication 2 to 8). */
export const oauthRoutes = [
  on(oauth.authorizeRequest, async ({ query, db }) => {
    const { application, redirectUri, scopes } = await acceptRequest(db, query)
    return { application: application.name, redirect_uri: redirectUri, scopes: scopes ?? [] }
  }),

  on(oauth.authorizeDecision, async asked => {
    const request = await acceptRequest(asked.db, asked.body)
    const answer = await handleDecision(request, asked.body, asked)
    const destination = new URL(request.redirectUri)
    // The link may already contain such parameters, set by its author. Delete them.
    for (const name of ['code', 'error', 'state']) destination.searchParams.delete(name)
    for (const [name, value] of Object.entries(answer)) destination.searchParams.set(name, value)
    if (asked.body.state !== undefined) destination.searchParams.set('state', asked.body.state)
    return { redirect_to: destination.href }
  }),

  on(oauth.allowedBefore, async asked => ({ scopes: await findAllowedScopes(asked.body, asked) })),

  withGrantTypeError(
    on(oauth.token, async asked => {
      const { body } = asked
      await requireClientSecret(body, asked)
      return body.grant_type === 'authorization_code'
        ? exchangeCode(body, asked)
        : refresh(body.client_id, body.refresh_token, asked)
    }),
  ),

  on(oauth.revoke, async asked => {
    await requireClientSecret(asked.body, asked)
    await revokeSignIn(asked.body.client_id, asked.body.token, asked)
    return undefined
  }),
]

/** Reports an unsupported grant_type with its own error code (RFC 6749 § 5.2). */
function withGrantTypeError(route: Route): Route {
  return {
    ...route,
    answer: (incoming, tools) =>
      route.answer(incoming, tools).catch(error => {
        if (!(error instanceof Problem && error.fields?.grant_type)) throw error
        const message = 'grant_type must be authorization_code or refresh_token.'
        throw new Problem(400, 'unsupported_grant_type', message)
      }),
  }
}
