import { useNavigate } from 'react-router'
import { useApp } from '../AppContext.tsx'
import { isAppPath } from './isAppPath.ts'

/** Starts a sign-in: to the authorize page of our own service within the app, to anybody else's by leaving it. */
export function useGoToSignIn(returnTo: string): (login?: string) => void {
  const { session } = useApp()
  const navigate = useNavigate()
  return login => {
    const address = session.authorizeAddress(returnTo, login ? { login } : undefined)
    if (isAppPath(address)) navigate(address)
    else location.assign(address)
  }
}
