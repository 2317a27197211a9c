import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { Session } from '../../session/session.ts'
import { paths } from '../paths.ts'
import { arrivalQuery } from './arrival.ts'

/** Name of the window that `SessionEnded` opens; it closes itself when its work is done. */
export const signInWindow = 'staffroom-sign-in'

/** The loader of the page the service sends people back to. It shows nothing: every outcome leads on. */
export const finishSignIn =
  (session: Session) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response> => {
    const query = arrivalQuery() ?? new URL(request.url).searchParams
    const result = await session.finishSignIn(query)
    if (result.kind !== 'signedIn') return redirect(paths.signIn({ notice: result.kind }))
    if (window.name === signInWindow && window.opener) window.close()
    return redirect(result.returnTo)
  }
