import { oauth } from '../../contract/oauth.ts'
import { Problem } from '../../http/problem.ts'
import { acceptRequest, handleDecision, requireClientSecret } from '../auth/authorize.ts'
import { exchangeCode } from '../auth/codes.ts'
import { refresh } from '../auth/refresh.ts'
import { revokeSignIn } from '../auth/tokens.ts'
import { defineRoute, type Route } from './route.ts'

/** api.md § Authentication 2 to 8. */
export const oauthRoutes = [
  defineRoute(oauth.authorizeRequest, async ({ query, db }) => {
    const { application, redirectUri, scopes } = await acceptRequest(db, query)
    return { application: application.name, redirect_uri: redirectUri, scopes: scopes ?? [] }
  }),

  defineRoute(oauth.authorizeDecision, async context => {
    const request = await acceptRequest(context.db, context.body)
    const parameters = await handleDecision(request, context.body, context)
    const destination = new URL(request.redirectUri)
    // The author of the link may have set them.
    for (const name of ['code', 'error', 'state']) destination.searchParams.delete(name)
    for (const [name, value] of Object.entries(parameters)) destination.searchParams.set(name, value)
    if (context.body.state !== undefined) destination.searchParams.set('state', context.body.state)
    return { redirect_to: destination.href }
  }),

  withGrantTypeError(
    defineRoute(oauth.token, async context => {
      const { body } = context
      await requireClientSecret(body, context)
      return body.grant_type === 'authorization_code'
        ? exchangeCode(body, context)
        : refresh(body.client_id, body.refresh_token, context)
    }),
  ),

  defineRoute(oauth.revoke, async context => {
    await requireClientSecret(context.body, context)
    await revokeSignIn(context.body.client_id, context.body.token, context)
    return undefined
  }),
]

/** RFC 6749 § 5.2 has its own code. */
function withGrantTypeError(route: Route): Route {
  return {
    ...route,
    handle: (incoming, serviceContext) =>
      route.handle(incoming, serviceContext).catch(error => {
        if (!(error instanceof Problem && error.fields?.grant_type)) throw error
        const message = 'grant_type must be authorization_code or refresh_token.'
        throw new Problem(400, 'unsupported_grant_type', message)
      }),
  }
}
