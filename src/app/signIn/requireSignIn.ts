import { matchRoutes, type RouteObject, redirect } from 'react-router'
import { paths } from '../../paths.ts'
import type { Session } from '../../session/session.ts'
import { appBase, stripBase } from '../appBase.ts'

type Address = { pathname: string; search: string }

/** Middleware. Redirects to the sign-in page if no user is signed in. Runs before any loader. */
export const requireSignIn =
  (session: Session) =>
  ({ request }: { request: Request }): void => {
    if (session.state().kind === 'signedOut') throw redirect(getSignInPath(new URL(request.url)))
  }

/**
 * Replaces the address of a screen that needs a user by that of the sign-in page. Later, the router would load the code
 * of the screen before its middleware redirects.
 */
export function openSignInFirst(
  routes: RouteObject[],
  session: Session,
  { location, history }: { location: Address; history: Pick<History, 'replaceState'> },
): void {
  if (session.state().kind !== 'signedOut') return
  const matches = matchRoutes(routes, location, appBase || '/') ?? []
  const needsUser = matches.some(({ route }) => route.middleware !== undefined)
  if (needsUser) history.replaceState(null, '', appBase + getSignInPath(location))
}

function getSignInPath({ pathname, search }: Address): string {
  const to = stripBase(pathname) + search
  return paths.signIn(to === paths.home() ? {} : { to })
}
