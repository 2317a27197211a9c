import type { Session } from '../session/session.ts'

/** Read by public/start.js to choose the files that it fetches first. */
const signedInKey = 'staffroom.signed-in'

/** Stores whether a user is signed in on this device, but not which one. */
export function rememberSignIn(
  session: Pick<Session, 'state' | 'subscribe'>,
  storage: Pick<Storage, 'setItem' | 'removeItem'> | undefined,
): () => void {
  return session.subscribe(() => {
    const { kind } = session.state()
    try {
      if (kind === 'signedIn') storage?.setItem(signedInKey, '1')
      else if (kind === 'signedOut') storage?.removeItem(signedInKey)
    } catch {
      // Storage is full or blocked: the next visit starts with the files of the sign-in screen.
    }
  })
}
