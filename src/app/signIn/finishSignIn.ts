import { type LoaderFunctionArgs, redirect } from 'react-router'
import { paths, type SignInNotice } from '../../paths.ts'
import type { Session } from '../../session/session.ts'
import type { SignInResult } from '../../session/signIn.ts'
import { belowBase } from '../appBase.ts'

/** Name of the window that `SessionEnded` opens; it closes itself when its work is done. */
export const signInWindow = 'staffroom-sign-in'

/** The loader of the page the service sends people back to. It shows nothing: every outcome leads on. */
export const finishSignIn =
  (session: Session) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    const query = arrivalQuery() ?? new URL(request.url).searchParams
    const result = await session.finishSignIn(query)
    if (result.kind !== 'signedIn') return redirect(paths.signIn({ notice: noticeOf(result) }))
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
export const noticeOf = (result: Exclude<SignInResult, { kind: 'signedIn' }>): SignInNotice =>
  result.kind === 'failed' ? (failureNotices[result.cause.name] ?? 'failed') : result.kind

type Page = { location: Pick<Location, 'pathname' | 'search'>; history: Pick<History, 'replaceState'> }

let brought: string | undefined

/**
 * Takes what the service sent along out of the address bar before anything else runs, so that neither history nor a
 * Referer ever has the code (cases 1 and 3). Called first thing by main.tsx.
 */
export function takeArrival({ location, history }: Page): void {
  if (belowBase(location.pathname) !== paths.signInCallback()) return
  brought = location.search
  history.replaceState(null, '', location.pathname)
}

/** What a cold arrival brought, once; `undefined` when this page was reached from within the app. */
function arrivalQuery(): URLSearchParams | undefined {
  const query = brought === undefined ? undefined : new URLSearchParams(brought)
  brought = undefined
  return query
}

/** A path of this very app, and not `//host`, which a browser takes for another origin. */
export const isAppPath = (address: string) => /^\/(?![/\\])/.test(address)

/** The path of an address on this origin, `undefined` for anywhere else. */
export function pathOnOrigin(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined
  const url = new URL(address, origin)
  return url.origin === origin ? url.pathname + url.search : undefined
}
