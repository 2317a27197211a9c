import { AuthorizeOutcome, Token } from '../contract/oauth.ts'
import { ProblemBody } from '../contract/session.ts'
import { smallSchool } from './sampleSchool.ts'
import type { TestService } from './testService.ts'

/** The authorization code flow, against the small school. */
export function signInFlow({ send }: Pick<TestService, 'send'>) {
  const { clientId, secret } = smallSchool.application
  const client = { client_id: clientId, client_secret: secret }

  async function authorize(changes: Record<string, unknown> = {}): Promise<URL> {
    const response = await send('POST', '/auth/oauth2/decision', {
      body: {
        client_id: clientId,
        scopes: 'me courses.memberships',
        state: 'the state',
        decision: 'allow',
        login: 'albrecht',
        password: smallSchool.password,
        ...changes,
      },
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return new URL(AuthorizeOutcome.parse(await response.json()).redirect_to)
  }

  const requestToken = (body: Record<string, unknown>) =>
    send('POST', '/api/v2/oauth2/token', { body: { ...client, ...body } })

  return {
    authorize,
    code: async (changes?: Record<string, unknown>) =>
      (await authorize(changes)).searchParams.get('code') ?? '',
    exchange: (code: string, changes: Record<string, unknown> = {}) =>
      requestToken({ grant_type: 'authorization_code', code, ...changes }),
    refresh: (refresh_token: string, changes: Record<string, unknown> = {}) =>
      requestToken({ grant_type: 'refresh_token', refresh_token, ...changes }),
    async signIn(changes?: Record<string, unknown>): Promise<Token & { refresh_token: string }> {
      const code = (await authorize(changes)).searchParams.get('code')
      const token = await readToken(await requestToken({ grant_type: 'authorization_code', code }))
      return token
    },
  }
}

export async function readToken(response: Response): Promise<Token & { refresh_token: string }> {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const token = Token.parse(await response.json())
  return { ...token, refresh_token: token.refresh_token ?? '' }
}

/** E.g. `400 invalid_grant`. Throws if the body is invalid. */
export async function describeError(response: Response): Promise<string> {
  const body: unknown = await response.json()
  const { error } = ProblemBody.parse(body)
  if (error.code !== response.status) throw new Error(`code ${error.code} in an answer of ${response.status}`)
  return `${response.status} ${error.name}`
}
