import { oauth } from '../contract/oauth.ts'
import type { HeldTokens } from './seal.ts'
import type { AskUpstream } from './upstream.ts'

/** Ends at the service what a session held (RFC 7009). Never rejects. */
export type Revoke = (tokens: HeldTokens, address: string | undefined) => Promise<void>

/** Whoever signs out waits for it, ms. */
const patience = 3000

/**
 * A service need not have it, and may be away: the tokens are then in nobody's hands, and end by themselves. So it is
 * asked once, and whatever it answers is fine.
 */
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
