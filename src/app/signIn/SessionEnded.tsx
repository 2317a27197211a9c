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
import { readAuthorizeQuery } from './authorizeQuery.ts'
import { DemoUserList } from './DemoUserList.tsx'
import { getAuthorizeQuery, useDemoSignIn } from './demoSignIn.ts'
import { isAppPath, signInWindow, toNotice } from './finishSignIn.ts'
import styles from './SignIn.module.css'

type Ended = Extract<SessionState, { kind: 'ended' }>

/**
 * The screen below stays mounted, so the sign-in must not leave the page. It takes place in this dialog, for another
 * service in a window that closes itself.
 */
export function SessionEnded({ ended }: { ended: Ended }) {
  const t = useT('signIn')
  const { time } = useFormat()
  const { session } = useApp()
  const [signInAddress, setSignInAddress] = useState<string>()
  const [failureNotice, setFailureNotice] = useState<SignInNotice>()
  const { name } = ended.user
  const { demo, demo_people: people } = ended.settings
  // In the demo, the user signed in as this person with one click.
  const demoUser = demo ? people.find(candidate => candidate.name === name) : undefined

  const getAuthorizeAddress = () => session.authorizeAddress(stripBase(location.pathname) + location.search)
  const finishSignIn = async (redirectTo: string) => {
    const result = await session.finishSignIn(new URL(redirectTo, location.origin).searchParams)
    if (result.kind === 'signedIn') return
    setSignInAddress(undefined)
    setFailureNotice(toNotice(result))
  }
  const demoSignIn = useDemoSignIn(
    () => getAuthorizeQuery(signInAddress ?? getAuthorizeAddress()),
    finishSignIn,
  )
  const signInAgain = () => {
    if (demoUser) return void demoSignIn.signInAs(demoUser.login)
    const address = getAuthorizeAddress()
    if (isAppPath(address)) return setSignInAddress(address)
    // If the browser blocks the window, the page goes to the service and returns. Drafts are stored.
    if (!window.open(address, signInWindow)) location.assign(address)
  }
  const switchAccount = { label: t('anotherAccount'), run: () => void session.switchAccount() }
  const authorizeRequest =
    signInAddress === undefined
      ? undefined
      : readAuthorizeQuery(new URL(signInAddress, location.origin).searchParams)
  return (
    <Dialog title={t('endedTitle')}>
      <p className={styles.lead}>
        {name
          ? t('endedLead', { time: time(ended.at), name })
          : t('endedLeadNameless', { time: time(ended.at) })}
      </p>
      {failureNotice && <p role="alert">{t.rich(failureNotice, { b: text => <b>{text}</b> })}</p>}
      {demoSignIn.errorMessage !== undefined && <p role="alert">{demoSignIn.errorMessage}</p>}
      {authorizeRequest ? (
        <>
          <AuthorizeForm
            query={authorizeRequest.query}
            login={authorizeRequest.login}
            onRedirect={to => void finishSignIn(to)}
            alternative={switchAccount}
          />
          <DemoUserList
            title={t('allowAs')}
            signingIn={demoSignIn.signingIn}
            signInAs={demoSignIn.signInAs}
          />
        </>
      ) : (
        <Group gap="sm">
          <Button
            variant="filled"
            data-autofocus
            aria-disabled={demoSignIn.signingIn !== undefined}
            onClick={signInAgain}
          >
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
