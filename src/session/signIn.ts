import type { AppSettings } from '../contract/session.ts'
import { isExpired, type StateRecord } from './stateRecord.ts'

/** Why the exchange failed: `name` of the gateway's problem, or `offline`. */
export type SignInFailure = { name: string; message: string; status?: number }

export type SignInResult =
  | { kind: 'signedIn'; returnTo: string }
  | { kind: 'declined' }
  | { kind: 'expired' }
  | { kind: 'mismatch' }
  | { kind: 'failed'; cause: SignInFailure }

/** Address of the authorize page (api.md § Authorisation and token), absolute or a path, as the settings have it. */
export function authorizeAddress(settings: AppSettings, state: string, login?: string): string {
  const query = new URLSearchParams({
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    scopes: settings.scopes.join(' '),
    state,
  })
  // OpenID's name for it; only our own authorize page is ever given one.
  if (login !== undefined) query.set('login_hint', login)
  return `${settings.authorize_url}${settings.authorize_url.includes('?') ? '&' : '?'}${query}`
}

/**
 * Judges what came back from the authorize page against the record taken for it. Only `code` may be exchanged.
 * Without a record there is nothing to compare with: used before, or never asked for in this tab, which is a mismatch.
 */
export function judgeReturn(
  query: URLSearchParams,
  record: StateRecord | undefined,
  now: number,
): { kind: 'code'; code: string; state: string } | Exclude<SignInResult, { kind: 'signedIn' }> {
  const [state, ...otherStates] = query.getAll('state')
  if (!state || otherStates.length > 0) return { kind: 'mismatch' }
  if (record?.state !== state) return { kind: 'mismatch' }
  if (isExpired(record, now)) return { kind: 'expired' }
  const codes = query.getAll('code')
  const errors = query.getAll('error')
  const [code = ''] = codes
  const [error = ''] = errors
  if (codes.length + errors.length !== 1 || code + error === '') return { kind: 'mismatch' }
  if (error === 'access_denied') return { kind: 'declined' }
  if (error)
    return { kind: 'failed', cause: { name: error, message: query.get('error_description') ?? error } }
  return { kind: 'code', code, state }
}
