import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Api } from '../../api/createApi.ts'
import { oauth } from '../../contract/oauth.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { seedSchoolPassword, useApp, useSessionState } from '../AppContext.tsx'
import { stripBase } from '../appBase.ts'
import { type AuthorizeQuery, readAuthorizeQuery } from './authorizeQuery.ts'
import { isAppPath, pathOnOrigin } from './finishSignIn.ts'

/**
 * Allows an authorize request as a person of a made-up school, with the public password. Returns the address with the
 * code.
 */
export async function authorizeDemoUser(
  api: Pick<Api, 'call'>,
  query: AuthorizeQuery,
  login: string,
): Promise<string> {
  const body = { ...query, decision: 'allow' as const, login, password: seedSchoolPassword }
  return (await api.call(oauth.authorizeDecision, { body })).redirect_to
}

/** Throws for the authorize page of another service. */
export function getAuthorizeQuery(address: string): AuthorizeQuery {
  if (!isAppPath(address)) throw new Error('Only our own service has made-up people.')
  return readAuthorizeQuery(new URL(address, location.origin).searchParams).query
}

/** Returns the people with one-click sign-in. Empty unless the school is made up. */
export function useDemoUsers() {
  const state = useSessionState()
  return 'settings' in state ? state.settings.demo_people : []
}

/** Returns a function that opens a redirect of the service, within the app if it is on this origin. */
export function useFollowRedirect(): (redirectTo: string) => Promise<void> {
  const navigate = useNavigate()
  return async redirectTo => {
    const path = pathOnOrigin(redirectTo, location.origin)
    if (path) await navigate(stripBase(path), { replace: true })
    else location.assign(redirectTo)
  }
}

/**
 * Signs in as a person of a made-up school. `request` returns the authorize request. `finish` receives the address with
 * the code; by default it is opened.
 */
export function useDemoSignIn(request: () => AuthorizeQuery, finish?: (redirectTo: string) => Promise<void>) {
  const t = useT('signIn')
  const formatReason = useFormatError()
  const { api } = useApp()
  const followRedirect = useFollowRedirect()
  const [signingIn, setSigningIn] = useState<string>()
  const [errorMessage, setErrorMessage] = useState<string>()
  const signInAs = async (login: string) => {
    if (signingIn !== undefined) return
    setSigningIn(login)
    setErrorMessage(undefined)
    try {
      await (finish ?? followRedirect)(await authorizeDemoUser(api, request(), login))
    } catch (error) {
      const isWrongLogin = error instanceof ApiError && error.status === 422
      setErrorMessage(isWrongLogin ? t('wrong') : formatReason(error))
    }
    setSigningIn(undefined)
  }
  return {
    /** Login name of the pending sign-in. */
    signingIn,
    errorMessage,
    signInAs,
  }
}

/** As `useDemoSignIn`, for a sign-in that begins here and returns to `returnTo`. */
export function useDemoSignInTo(returnTo: string) {
  const { session } = useApp()
  return useDemoSignIn(() => getAuthorizeQuery(session.authorizeAddress(returnTo)))
}
