import { Me, me } from '../contract/me.ts'
import { readJson } from './readBody.ts'
import type { Revoke } from './revoking.ts'
import type { NewTokens } from './sessions.ts'
import type { AskForTokens, TokenOutcome } from './tokenEndpoint.ts'
import type { AskUpstream } from './upstream.ts'

export type SignedIn = {
  kind: 'signedIn'
  tokens: NewTokens
  user: { id: number; name?: string | undefined }
}
export type SignInOutcome = SignedIn | Exclude<TokenOutcome, { kind: 'given' }>

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

async function whoHas(
  tokens: NewTokens,
  address: string | undefined,
  ask: AskUpstream,
): Promise<{ user: SignedIn['user'] } | Exclude<TokenOutcome, { kind: 'given' }>> {
  const answer = await ask({
    method: me.get.method,
    path: me.get.base + me.get.path,
    headers: { Accept: 'application/json', Authorization: `Bearer ${tokens.access}` },
    address,
  })
  if (answer.kind !== 'answered') return { kind: answer.kind }
  const { response } = answer
  if (response.status === 429) return { kind: 'busy', retryAfter: response.headers.get('Retry-After') }
  if (response.status >= 500) return { kind: 'unreachable' }
  const user = Me.safeParse(await readJson(response, longestMe).catch(() => undefined))
  if (!response.ok || !user.success) return { kind: 'unreadable' }
  return { user: { id: user.data.id, name: user.data.name } }
}
