import type { DataRouter } from 'react-router'
import type { Api } from '../api/createApi.ts'
import { safeReturnTo } from '../session/returnTo.ts'
import type { Session, SessionState } from '../session/session.ts'
import { belowBase } from './appBase.ts'
import { paths } from './paths.ts'

const userOf = (state: SessionState) => ('user' in state ? state.user.id : undefined)
const isPublic = (path: string) => path === paths.authorize() || path.startsWith(paths.signIn())

/** Moves the page when somebody signs in or out, in this tab or in another one. */
export function followSession(session: Session, { queryClient }: Api, router: DataRouter): () => void {
  let before = userOf(session.state())
  let wasEnded = false
  return session.subscribe(() => {
    const state = session.state()
    if (state.kind === 'starting' || state.kind === 'unreachable') return
    const now = userOf(state)
    // What was asked for while nobody was signed in failed; the same person wants it still.
    if (wasEnded && state.kind === 'signedIn' && now === before) {
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    }
    wasEnded = state.kind === 'ended'
    if (now === before) return
    const other = before !== undefined && now !== undefined
    before = now
    const { search } = router.state.location
    const pathname = belowBase(router.state.location.pathname)
    const target = () => {
      if (now === undefined) return isPublic(pathname) ? undefined : paths.signIn()
      if (other) return paths.home()
      // Signed in elsewhere while the sign-in page stood here; a sign-in under way here leads on by itself.
      const waiting = pathname === paths.signIn() && router.state.navigation.state === 'idle'
      return waiting ? safeReturnTo(new URLSearchParams(search).get('to')) : undefined
    }
    const next = target()
    if (next !== undefined) void router.navigate(next, { replace: true })
  })
}
