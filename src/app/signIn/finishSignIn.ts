import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths, type SignInNotice } from '../../paths.ts'
import type { Session } from '../../session/session.ts'
import type { SignInResult } from '../../session/signIn.ts'
import { stripBase } from '../appBase.ts'

/** Opened by `SessionEnded`. It closes itself after the sign-in. */
export const signInWindow = 'staffroom-sign-in'

/** Loader of the page to which the service redirects. Every result redirects. */
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

export const toNotice = (result: Exclude<SignInResult, { kind: 'signedIn' }>): SignInNotice =>
  result.kind === 'failed' ? (failureNotices[result.cause.name] ?? 'failed') : result.kind

type Page = { location: Pick<Location, 'pathname' | 'search'>; history: Pick<History, 'replaceState'> }

let callbackSearch: string | undefined

/**
 * Removes the response of the service from the URL before any other code runs, so that neither the history nor a
 * Referer contains the code (rules 1 and 3).
 */
export function captureCallback({ location, history }: Page): void {
  if (stripBase(location.pathname) !== paths.signInCallback()) return
  callbackSearch = location.search
  history.replaceState(null, '', location.pathname)
}

/** Returns the captured query once. Undefined if the user came here from within the app. */
function takeCallbackQuery(): URLSearchParams | undefined {
  const query = callbackSearch === undefined ? undefined : new URLSearchParams(callbackSearch)
  callbackSearch = undefined
  return query
}

/** Browsers take `//host` for another origin. */
export const isAppPath = (address: string) => /^\/(?![/\\])/.test(address)

/** Returns undefined for another origin. */
export function pathOnOrigin(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search : undefined
}
