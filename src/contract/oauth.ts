import { z } from 'zod/mini'
import { endpoint, noContent, one, rows, scopes } from './endpoint.ts'
import { assumed, DateTime, Id, Name } from './wire.ts'

/** In characters, so that a request can't fill memory (rule 55). */
const ClientId = z.string().check(z.maxLength(200))
const Secret = z.string().check(z.maxLength(4000))
const Address = z.string().check(z.maxLength(2000))
const State = z.string().check(z.maxLength(4000))
const ScopeText = z.string().check(z.maxLength(2000))

export const maxLoginLength = 200
const Login = z.string().check(z.maxLength(maxLoginLength))
const Password = z.string().check(z.maxLength(1000))

export const ScopeList = z.pipe(
  z.string(),
  z.transform(text => text.split(' ').filter(Boolean)),
)

/** api.md § Authorisation and token. */
export const Token = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  /** In seconds. Callers replace implausible values (rule 8). */
  expires_in: z.optional(z.unknown()),
  scope: assumed(z.string()),
  token_type: assumed(z.string()),
  refresh_token: assumed(z.string().check(z.minLength(1))),
})
export type Token = z.output<typeof Token>

export const TokenRequest = z.discriminatedUnion('grant_type', [
  z.object({
    grant_type: z.literal('authorization_code'),
    client_id: ClientId,
    client_secret: Secret,
    code: Secret,
    redirect_uri: z.optional(Address),
    state: z.optional(State),
  }),
  z.object({
    grant_type: z.literal('refresh_token'),
    client_id: ClientId,
    client_secret: Secret,
    refresh_token: Secret,
  }),
])

export const AuthorizeQuery = z.object({
  client_id: ClientId,
  redirect_uri: z.optional(Address),
  scopes: z.optional(ScopeText),
  state: z.optional(State),
})

export const AuthorizeRequest = z.object({
  application: z.string(),
  redirect_uri: z.url(),
  scopes: z.array(z.string()),
})

/** Declining needs no password. */
export const AuthorizeDecision = z.extend(AuthorizeQuery, {
  decision: z.enum(['allow', 'deny']),
  login: z.optional(Login),
  password: z.optional(Password),
})

/** With `code` and `state`, or with `error`. */
export const AuthorizeOutcome = z.object({ redirect_to: z.url() })

/** api.md § Authentication 9. Only a new token has the field `token`. */
export const PersonalToken = z.looseObject({
  id: Id,
  name: z.string(),
  scopes: z.array(z.string()),
  token: z.optional(z.string()),
  created_at: DateTime,
  /** Null or absent if it never expires. */
  expires_at: assumed(z.nullable(DateTime)),
})
export type PersonalToken = z.output<typeof PersonalToken>

/** In days. */
export const personalTokenDays = [30, 90, 365] as const
export const defaultPersonalTokenDays = 90

export const NewPersonalToken = z.object({
  name: Name(200),
  scopes: z.array(z.enum(scopes)),
  expires_in_days: z._default(z.int().check(z.minimum(1), z.maximum(365)), defaultPersonalTokenDays),
})

/** Per user (rule 50). */
export const maxPersonalTokens = 20

/** RFC 7009 § 2.1, but as JSON. */
export const RevokeRequest = z.object({
  client_id: ClientId,
  client_secret: Secret,
  /** Access or refresh token. Revokes all tokens of the sign-in. */
  token: Secret,
  token_type_hint: z.optional(z.string().check(z.maxLength(200))),
})

const authorizePage =
  'the authorize page is a route of the app, which sends these three requests to our own service'
const personal = 'api.md names personal access tokens without an endpoint'

export const oauth = {
  token: endpoint('POST /oauth2/token', 'Exchanges a code, or a refresh token, for an access token', {
    resource: 'token',
    auth: 'none',
    body: TokenRequest,
    response: one(Token),
  }),
  revoke: endpoint('POST /oauth2/revoke', 'Ends the sign-in of an access or refresh token', {
    resource: 'token',
    auth: 'none',
    body: RevokeRequest,
    response: noContent,
    assumed:
      'extension: OAuth 2.0 Token Revocation (RFC 7009); without it a sign-out ends the session of the app only',
  }),
  authorizeRequest: endpoint('GET /auth/oauth2/request', 'Checks an authorisation request', {
    base: '',
    resource: 'signIn',
    auth: 'none',
    query: AuthorizeQuery,
    response: one(AuthorizeRequest),
    assumed: authorizePage,
  }),
  authorizeDecision: endpoint('POST /auth/oauth2/decision', 'Signs in; allows or declines the application', {
    base: '',
    resource: 'signIn',
    auth: 'none',
    body: AuthorizeDecision,
    response: one(AuthorizeOutcome),
    assumed: authorizePage,
  }),
  createPersonalToken: endpoint(
    'POST /personal_access_tokens',
    'Creates a personal token, which is shown once',
    {
      resource: 'token',
      auth: 'password',
      body: NewPersonalToken,
      response: one(PersonalToken),
      invalidates: ['token'],
      assumed: personal,
    },
  ),
  personalTokens: endpoint('GET /personal_access_tokens', 'Personal tokens, without the tokens themselves', {
    resource: 'token',
    auth: 'basic',
    response: rows(PersonalToken),
    assumed: personal,
  }),
  revokePersonalToken: endpoint('DELETE /personal_access_tokens/:token_id', 'Revokes a personal token', {
    resource: 'token',
    auth: 'basic',
    response: noContent,
    invalidates: ['token'],
    assumed: personal,
  }),
}
