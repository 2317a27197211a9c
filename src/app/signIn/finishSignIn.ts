import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths, type SignInNotice } from '../../paths.ts'
import type { Session } from '../../session/session.ts'
import type { SignInResult } from '../../session/signIn.ts'
import { stripBase } from '../appBase.ts'

/** Name of the window that `SessionEnded` opens. The window closes itself after the sign-in. */
export const signInWindow = 'staffroom-sign-in'

/**
 * Loader of the page to which the service redirects after the sign-in. The page shows no content: every result
 * redirects.
 */
export const finishSignIn =
  (session: Session) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    const query = takeCallbackQuery() ?? new URL(request.url).searchParams
    const result = await session.finishSignIn(query)
    if (result.kind !== 'signedIn') return redirect(paths.signIn({ notice: toNotice(result) }))
    if (window.name === signInWindow && window.opener) window.close()
    return redirect(result.returnTo)
  }

const failureNotices: Partial<Record<string, SignInNotice>> = {
  cookies_blocked: 'cookies',
  profile_missing: 'noProfile',
  offline: 'unavailable',
  unavailable: 'unavailable',
  timeout: 'unavailable',
  busy: 'busy',
  bad_gateway: 'unreadable',
  unreadable: 'unreadable',
  misconfigured: 'misconfigured',
}

/** Returns the notice that names why a sign-in did not succeed. */
export const toNotice = (result: Exclude<SignInResult, { kind: 'signedIn' }>): SignInNotice =>
  result.kind === 'failed' ? (failureNotices[result.cause.name] ?? 'failed') : result.kind

type Page = { location: Pick<Location, 'pathname' | 'search'>; history: Pick<History, 'replaceState'> }

let callbackSearch: string | undefined

/**
 * Removes the response of the service from the URL before any other code runs. So neither the history nor a Referer
 * contains the code (rules 1 and 3). main.tsx calls this first.
 */
export function captureCallback({ location, history }: Page): void {
  if (stripBase(location.pathname) !== paths.signInCallback()) return
  callbackSearch = location.search
  history.replaceState(null, '', location.pathname)
}

/**
 * Returns the query with which the page was loaded, once. Returns undefined if the user came here from within the app.
 */
function takeCallbackQuery(): URLSearchParams | undefined {
  const query = callbackSearch === undefined ? undefined : new URLSearchParams(callbackSearch)
  callbackSearch = undefined
  return query
}

/** Returns whether this is a path of the app. `//host` is not, because browsers take it for another origin. */
export const isAppPath = (address: string) => /^\/(?![/\\])/.test(address)

/** Returns the path of an address on this origin. Returns undefined for other addresses. */
export function pathOnOrigin(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search : undefined
}
