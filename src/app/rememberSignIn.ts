import type { Session } from '../session/session.ts'

/** Read by public/start.js to choose the files that it fetches first. The value changes with each sign-in. */
const signedInKey = 'staffroom.signed-in'

/** Stores whether a user is signed in on this device and since when, but not which one. */
export function rememberSignIn(
  session: Pick<Session, 'state' | 'subscribe'>,
  storage: Pick<Storage, 'setItem' | 'removeItem'> | undefined,
  clock: () => number,
): () => void {
  let userId: number | undefined
  return session.subscribe(() => {
    const state = session.state()
    try {
      if (state.kind === 'signedIn' && state.user.id !== userId) {
        userId = state.user.id
        storage?.setItem(signedInKey, String(clock()))
      } else if (state.kind === 'signedOut') {
        userId = undefined
        storage?.removeItem(signedInKey)
      }
    } catch {
      // Storage is full or blocked: the next visit starts with the files of the sign-in screen.
    }
  })
}
