import { matchPath } from 'react-router'
import { z } from 'zod/mini'
import type { AppSettings } from '../contract/session.ts'
import { toBase64Url } from '../lib/encoding.ts'
import { parseJson } from '../lib/parseJson.ts'
import { screenList } from '../screens.ts'
import type { GuardedStorage } from './guardedStorage.ts'

/** `name` of the gateway's problem, or `offline`. */
export type SignInFailure = { name: string; message: string; status?: number }

export type SignInResult =
  | { kind: 'signedIn'; returnTo: string }
  | { kind: 'declined' }
  | { kind: 'expired' }
  | { kind: 'mismatch' }
  | { kind: 'failed'; cause: SignInFailure }

/** No session can begin without cookies or storage. */
export const cookiesBlocked = {
  kind: 'failed',
  cause: { name: 'cookies_blocked', message: 'The browser stores no cookies for this site.' },
} as const satisfies SignInResult

/** api.md § Authorisation and token. May be a path. */
export function authorizeAddress(settings: AppSettings, state: string): string {
  const query = new URLSearchParams({
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    scopes: settings.scopes.join(' '),
    state,
  })
  return `${settings.authorize_url}${settings.authorize_url.includes('?') ? '&' : '?'}${query}`
}

/** Without a stored state: used before, or not started here. */
export function checkCallback(
  query: URLSearchParams,
  record: StateRecord | undefined,
  now: number,
): { kind: 'code'; code: string; state: string } | Exclude<SignInResult, { kind: 'signedIn' }> {
  const [state, ...otherStates] = query.getAll('state')
  if (!state || otherStates.length > 0 || record?.state !== state) return { kind: 'mismatch' }
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

const maxReturnToLength = 2000

const returnPaths = screenList
  .filter(({ isPublic }) => !isPublic)
  .flatMap(({ path, redirectFrom }) => [path, redirectFrom ?? []].flat())

/** Returns `/` unless the text is a screen that needs a session (rule 4). */
export function safeReturnTo(text: string | null | undefined): string {
  if (!text || text.length > maxReturnToLength || !text.startsWith('/')) return '/'
  // Browsers remove tabs and line breaks, and read a backslash as a slash.
  if (/[\p{Cc}\\\u2028\u2029]/u.test(text)) return '/'
  const path = text.split(/[?#]/, 1)[0] ?? ''
  // May be decoded later to a slash, a dot segment or a percent sign.
  if (path.includes('//') || /%(?:2f|5c|2e|25|0|1|7f)/i.test(path)) return '/'
  if (path.split('/').some(segment => segment === '.' || segment === '..')) return '/'
  const here = 'https://app.invalid'
  const url = URL.canParse(text, here) ? new URL(text, here) : undefined
  if (url?.origin !== here || url.pathname + url.search + url.hash !== text) return '/'
  return returnPaths.some(known => matchPath(known, url.pathname)) ? text : '/'
}

/** The response must contain `state` (rule 1). `created` is in Unix ms. */
const StateRecord = z.object({ state: z.string(), created: z.number(), returnTo: z.string() })
export type StateRecord = z.output<typeof StateRecord>

const key = 'staffroom.sign-in'
/** Same as the code (api.md § Authentication 3), in ms. */
const stateLifetime = 10 * 60_000

export function storeStateRecord(
  storage: GuardedStorage,
  random: (bytes: number) => Uint8Array,
  now: number,
  returnTo: string,
): string {
  const state = toBase64Url(random(32))
  storage.set(key, JSON.stringify({ state, created: now, returnTo } satisfies StateRecord))
  return state
}

/** A record is used only once. */
export function takeStateRecord(storage: GuardedStorage): StateRecord | undefined {
  const text = storage.get(key)
  storage.remove(key)
  return text === undefined ? undefined : StateRecord.safeParse(parseJson(text)).data
}

/** A future record means that the clock was set back. */
export const isExpired = (record: StateRecord, now: number) =>
  now - record.created > stateLifetime || record.created - now > stateLifetime
