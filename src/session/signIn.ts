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
 * Checks what came back from the authorize page against the record taken for it. Only `code` may be exchanged.
 * Without a record there is nothing to compare with: used before, or never asked for in this tab, which is a mismatch.
 */
export function checkCallback(
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

/** First segments of what may be returned to; sign-in itself is none of them. */
const returnable = new Set(['', 'classes', 'chats', 'settings'])

const longest = 2000

const known = (path: string) => returnable.has(path.split('/')[1] ?? '')

/**
 * A path of this app out of whatever an address bar brought, `/` for everything else: other origins in any spelling
 * (`//evil`, `/\evil`, `javascript:`, encoded forms), dot segments, unknown routes (cases 4). `isKnown` is asked with the path
 * without query and fragment.
 */
export function safeReturnTo(
  text: string | null | undefined,
  isKnown: (path: string) => boolean = known,
): string {
  if (!text || text.length > longest || !text.startsWith('/')) return '/'
  // Browsers drop tabs and line ends and read a backslash as a slash before they look at an address.
  if (/[\p{Cc}\\\u2028\u2029]/u.test(text)) return '/'
  const path = text.split(/[?#]/, 1)[0] ?? ''
  // Encoded or not, nothing may be a slash, a dot segment or a percent sign to somebody further on.
  if (path.includes('//') || /%(?:2f|5c|2e|25|0|1|7f)/i.test(path)) return '/'
  if (path.split('/').some(segment => segment === '.' || segment === '..')) return '/'
  const here = 'https://app.invalid'
  const url = URL.canParse(text, here) ? new URL(text, here) : undefined
  if (url?.origin !== here || url.pathname + url.search + url.hash !== text) return '/'
  return isKnown(url.pathname) ? text : '/'
}
