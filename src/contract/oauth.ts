import { z } from 'zod/mini'
import { endpoint, nothing, one, rows, scopes } from './endpoint.ts'
import { assumed, DateTime, Id } from './wire.ts'

/** Maximum lengths, in characters, so that a request can't fill memory (rule 55). Real values are far shorter. */
const ClientId = z.string().check(z.maxLength(200))
const Secret = z.string().check(z.maxLength(4000))
const Address = z.string().check(z.maxLength(2000))
const State = z.string().check(z.maxLength(4000))
const ScopeText = z.string().check(z.maxLength(2000))

/** Maximum length of a login name, in characters. A longer one belongs to no user. */
export const maxLoginLength = 200
const Login = z.string().check(z.maxLength(maxLoginLength))
const Password = z.string().check(z.maxLength(1000))

export const ScopeList = z.pipe(
  z.string(),
  z.transform(text => text.split(' ').filter(Boolean)),
)

/** Response of the token endpoint (api.md § Authorisation and token). `expires_in` is in seconds. */
export const Token = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  /** Not checked here. The caller replaces missing and implausible values by a safe default (rule 8). */
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

/** Signs in and allows the application, or declines (`decision: 'deny'`, without a password). */
export const AuthorizeDecision = z.extend(AuthorizeQuery, {
  decision: z.enum(['allow', 'deny']),
  login: z.optional(Login),
  password: z.optional(Password),
})

/**
 * Requests the scopes that a user has allowed an application before. An application that names no scopes gets these
 * again.
 */
export const AllowedBefore = z.object({
  client_id: ClientId,
  login: Login,
  password: Password,
})

/** Address to which the browser is redirected: that of the application, with `code` and `state`, or with `error`. */
export const AuthorizeOutcome = z.object({ redirect_to: z.url() })

/** A personal access token (api.md § Authentication 9). Only the response that creates it contains `token`. */
export const PersonalToken = z.looseObject({
  id: Id,
  name: z.string(),
  scopes: z.array(z.string()),
  token: z.optional(z.string()),
  created_at: DateTime,
  /** Time after which the token is refused. Null or absent if the token never expires. */
  expires_at: assumed(z.nullable(DateTime)),
})
export type PersonalToken = z.output<typeof PersonalToken>

/** Lifetimes of a personal token that the form offers, in days. The last one is the maximum. */
export const personalTokenDays = [30, 90, 365] as const
export const defaultPersonalTokenDays = 90

export const NewPersonalToken = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  scopes: z.array(z.enum(scopes)),
  expires_in_days: z._default(z.int().check(z.minimum(1), z.maximum(365)), defaultPersonalTokenDays),
})

/** Maximum number of valid personal tokens per user (rule 50). */
export const maxPersonalTokens = 20

/** Request of an application that ends a sign-in (RFC 7009 § 2.1), as JSON like that of the token endpoint. */
export const RevokeRequest = z.object({
  client_id: ClientId,
  client_secret: Secret,
  /** An access or refresh token. All tokens of the same sign-in are revoked. */
  token: Secret,
  token_type_hint: z.optional(z.string().check(z.maxLength(200))),
})

const authorizePage =
  'the authorize page is a route of the app; these three calls are what it makes to our own service'
const personal = 'api.md names personal access tokens without an endpoint'

export const oauth = {
  /** Source: api.md § Authorisation and token. */
  token: endpoint('POST /oauth2/token', 'Exchanges a code, or a refresh token, for an access token', {
    resource: 'token',
    auth: 'none',
    body: TokenRequest,
    answer: one(Token),
  }),
  revoke: endpoint('POST /oauth2/revoke', 'Ends the sign-in an access or refresh token came of', {
    resource: 'token',
    auth: 'none',
    body: RevokeRequest,
    answer: nothing,
    assumed:
      'extension: OAuth 2.0 Token Revocation (RFC 7009); without it a sign-out ends the session here alone',
  }),
  authorizeRequest: endpoint('GET /auth/oauth2/request', 'Checks who asks for authorisation, and for what', {
    base: '',
    resource: 'signIn',
    auth: 'none',
    query: AuthorizeQuery,
    answer: one(AuthorizeRequest),
    assumed: authorizePage,
  }),
  authorizeDecision: endpoint('POST /auth/oauth2/decision', 'Signs in; allows or declines the application', {
    base: '',
    resource: 'signIn',
    auth: 'none',
    body: AuthorizeDecision,
    answer: one(AuthorizeOutcome),
    assumed: authorizePage,
  }),
  allowedBefore: endpoint(
    'POST /auth/oauth2/allowed',
    'What a person allowed an application before, which it gets when it names no scopes',
    {
      base: '',
      resource: 'signIn',
      auth: 'none',
      body: AllowedBefore,
      answer: one(z.object({ scopes: z.array(z.string()) })),
      assumed: authorizePage,
    },
  ),
  createPersonalToken: endpoint('POST /personal_access_tokens', 'Makes a personal token, shown this once', {
    resource: 'token',
    auth: 'password',
    body: NewPersonalToken,
    answer: one(PersonalToken),
    invalidates: ['token'],
    assumed: personal,
  }),
  personalTokens: endpoint('GET /personal_access_tokens', 'Personal tokens, without the tokens themselves', {
    resource: 'token',
    auth: 'basic',
    answer: rows(PersonalToken),
    assumed: personal,
  }),
  revokePersonalToken: endpoint('DELETE /personal_access_tokens/:token_id', 'Revokes a personal token', {
    resource: 'token',
    auth: 'basic',
    answer: nothing,
    invalidates: ['token'],
    assumed: personal,
  }),
}
