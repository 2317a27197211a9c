import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { SignInNotice } from '../../paths.ts'
import type { SessionState } from '../../session/session.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useApp } from '../AppContext.tsx'
import { stripBase } from '../appBase.ts'
import { AuthorizeForm } from './AuthorizeForm.tsx'
import { type AuthorizeQuery, parseAuthorizeAddress } from './authorizeQuery.ts'
import { isAppPath, signInWindow, toNotice } from './finishSignIn.ts'
import { MadeUpPeople } from './MadeUpPeople.tsx'
import styles from './SignIn.module.css'
import { useDecision } from './useDecision.ts'

type Ended = Extract<SessionState, { kind: 'ended' }>

/**
 * The screen below stays mounted, so the sign-in must not leave the page. It takes place in this dialog, for another
 * service in a window that closes itself.
 */
export function SessionEnded({ ended }: { ended: Ended }) {
  const t = useT('signIn')
  const { time } = useFormat()
  const { session } = useApp()
  const [query, setQuery] = useState<AuthorizeQuery>()
  const [failureNotice, setFailureNotice] = useState<SignInNotice>()
  const { name } = ended.user
  const getAuthorizeAddress = () => session.authorizeAddress(stripBase(location.pathname) + location.search)
  const finishSignIn = async (redirectTo: string) => {
    const result = await session.finishSignIn(new URL(redirectTo, location.origin).searchParams)
    if (result.kind === 'signedIn') return
    setQuery(undefined)
    setFailureNotice(toNotice(result))
  }
  const { decide, signInAs, pendingLogin, errorMessage } = useDecision(finishSignIn)
  const signInAgain = () => {
    const address = getAuthorizeAddress()
    if (isAppPath(address)) return setQuery(parseAuthorizeAddress(address))
    // If the browser blocks the window, the page goes to the service and returns. Drafts are stored.
    if (!window.open(address, signInWindow)) location.assign(address)
  }
  const switchAccount = { label: t('anotherAccount'), run: () => void session.switchAccount() }
  return (
    <Dialog title={t('endedTitle')}>
      <p className={styles.lead}>
        {name
          ? t('endedLead', { time: time(ended.at), name })
          : t('endedLeadNameless', { time: time(ended.at) })}
      </p>
      {failureNotice && <p role="alert">{t.rich(failureNotice, { b: text => <b>{text}</b> })}</p>}
      {errorMessage !== undefined && <p role="alert">{errorMessage}</p>}
      {query ? (
        <>
          <AuthorizeForm query={query} decide={decide} alternative={switchAccount} />
          <MadeUpPeople
            title={t('allowAs')}
            pendingLogin={pendingLogin}
            onChoose={login => signInAs(query, login)}
          />
        </>
      ) : (
        <Group gap="sm">
          <Button variant="filled" data-autofocus onClick={signInAgain}>
            {t('signInAgain')}
          </Button>
          <Button variant="subtle" onClick={switchAccount.run}>
            {switchAccount.label}
          </Button>
        </Group>
      )}
    </Dialog>
  )
}
