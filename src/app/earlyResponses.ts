import { type PageFetch, unlessAborted } from '../session/requestGateway.ts'
import type { Session } from '../session/session.ts'
import { signOutKey } from '../session/tabs.ts'

declare global {
  interface Window {
    /** Requests of public/start.js by path, and the stored time of the last sign-out when they were sent. */
    staffroomEarly?: { signedOutAt: string | null; responses: Record<string, Promise<Response>> }
  }
}

/** In ms. A response that no screen has used by then is outdated. */
const maxAge = 30_000

/**
 * Uses each response of `window.staffroomEarly` once for the same GET request, unless a user may have signed out since.
 * Other requests are sent.
 */
export function createEarlyFetch(
  send: PageFetch,
  storage: Storage | undefined,
  clock: () => number = () => performance.now(),
): PageFetch {
  const early = window.staffroomEarly
  delete window.staffroomEarly
  return (path, init) => {
    const response = early?.responses[path]
    if (!response || (init?.method ?? 'GET') !== 'GET') return send(path, init)
    delete early.responses[path]
    if (clock() > maxAge || storage?.getItem(signOutKey) !== early.signedOutAt) return send(path, init)
    return unlessAborted(response, init?.signal)
  }
}

/** Read by public/start.js to choose the first requests and files. */
const signedInKey = 'staffroom.signed-in'

/** Stores whether a user is signed in on this device, but not which one. */
export function rememberSignIn(
  session: Pick<Session, 'state' | 'subscribe'>,
  storage: Storage | undefined,
): void {
  session.subscribe(() => {
    const { kind } = session.state()
    try {
      if (kind === 'signedIn') storage?.setItem(signedInKey, '1')
      else if (kind === 'signedOut') storage?.removeItem(signedInKey)
    } catch {
      // Storage is full or blocked: the next visit starts with the files of the sign-in screen.
    }
  })
}
