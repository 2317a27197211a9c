import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { SignInNotice } from '../../paths.ts'
import type { SessionState } from '../../session/session.ts'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { useApp } from '../AppContext.tsx'
import { belowBase } from '../appBase.ts'
import { AuthorizeForm } from './AuthorizeForm.tsx'
import { readAuthorizeQuery } from './authorizeQuery.ts'
import { isAppPath, noticeOf, signInWindow } from './finishSignIn.ts'
import { MadeUpPeople } from './MadeUpPeople.tsx'
import { authorizeQueryOf, useMadeUpSignIn } from './madeUpSignIn.ts'
import styles from './SignIn.module.css'

type Ended = Extract<SessionState, { kind: 'ended' }>

/**
 * Dialog over the screen after the session ended. The screen below stays mounted, so the sign-in must not leave the
 * page. For our own service it takes place in this dialog, for another service in a window that closes itself.
 */
export function SessionEnded({ ended }: { ended: Ended }) {
  const t = useT('signIn')
  const { time } = useFormat()
  const { session } = useApp()
  const [here, setHere] = useState<string>()
  const [failed, setFailed] = useState<SignInNotice>()
  const { name } = ended.user
  const { demo, demo_people: people } = ended.settings
  // In the demo, the user signed in as this person with one click.
  const person = demo ? people.find(one => one.name === name) : undefined

  const begin = () => session.authorizeAddress(belowBase(location.pathname) + location.search)
  const finish = async (redirectTo: string) => {
    const result = await session.finishSignIn(new URL(redirectTo, location.origin).searchParams)
    if (result.kind === 'signedIn') return
    setHere(undefined)
    setFailed(noticeOf(result))
  }
  const madeUp = useMadeUpSignIn(() => authorizeQueryOf(here ?? begin()), finish)
  const signInAgain = () => {
    if (person) return void madeUp.signInAs(person.login)
    const address = begin()
    if (isAppPath(address)) return setHere(address)
    // If the browser blocks the window, the page goes to the service and returns. Drafts are stored on the device.
    if (!window.open(address, signInWindow)) location.assign(address)
  }
  const leave = { label: t('anotherAccount'), run: () => void session.switchAccount() }
  const asked =
    here === undefined ? undefined : readAuthorizeQuery(new URL(here, location.origin).searchParams)
  return (
    <Dialog title={t('endedTitle')}>
      <p className={styles.lead}>
        {name
          ? t('endedLead', { time: time(ended.at), name })
          : t('endedLeadNameless', { time: time(ended.at) })}
      </p>
      {failed && <p role="alert">{t.rich(failed, { b: text => <b>{text}</b> })}</p>}
      {madeUp.refused !== undefined && <p role="alert">{madeUp.refused}</p>}
      {asked ? (
        <>
          <AuthorizeForm query={asked.query} login={asked.login} go={to => void finish(to)} instead={leave} />
          <MadeUpPeople title={t('allowAs')} signingIn={madeUp.signingIn} signInAs={madeUp.signInAs} />
        </>
      ) : (
        <Group gap="sm">
          <Button
            variant="filled"
            data-autofocus
            aria-disabled={madeUp.signingIn !== undefined}
            onClick={signInAgain}
          >
            {t('signInAgain')}
          </Button>
          <Button variant="subtle" onClick={leave.run}>
            {leave.label}
          </Button>
        </Group>
      )}
    </Dialog>
  )
}
