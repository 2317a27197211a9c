import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Input } from '../../contract/endpoint.ts'
import { oauth } from '../../contract/oauth.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { seedSchoolPassword, useApp } from '../AppContext.tsx'
import { stripBase } from '../appBase.ts'
import type { AuthorizeQuery } from './authorizeQuery.ts'
import { pathOnOrigin } from './finishSignIn.ts'

type Decision = Input<typeof oauth.authorizeDecision>['body']

/**
 * Sends the decision about an authorize request to our own service. `finish` receives the address with a code or a
 * refusal; by default it is opened.
 */
export function useDecision(finish?: (redirectTo: string) => Promise<void>) {
  const t = useT('signIn')
  const formatReason = useFormatError()
  const { api } = useApp()
  const navigate = useNavigate()
  /** Login name of the pending sign-in. */
  const [pendingLogin, setPendingLogin] = useState<string>()
  const [errorMessage, setErrorMessage] = useState<string>()
  const followRedirect = async (redirectTo: string) => {
    const path = pathOnOrigin(redirectTo, location.origin)
    if (path) await navigate(stripBase(path), { replace: true })
    else location.assign(redirectTo)
  }
  const decide = async (body: Decision) => {
    if (pendingLogin !== undefined) return
    setPendingLogin(body.login ?? '')
    setErrorMessage(undefined)
    try {
      await (finish ?? followRedirect)((await api.call(oauth.authorizeDecision, { body })).redirect_to)
    } catch (error) {
      // Both fields are filled in, so a 422 means that they do not match.
      const isWrongLogin = error instanceof ApiError && error.status === 422
      setErrorMessage(isWrongLogin ? t('wrong') : formatReason(error))
    }
    setPendingLogin(undefined)
  }
  return {
    pendingLogin,
    errorMessage,
    decide,
    /** Signs in as a person of a made-up school, with the public password. */
    signInAs: (query: AuthorizeQuery, login: string) =>
      decide({ ...query, decision: 'allow', login, password: seedSchoolPassword }),
  }
}
