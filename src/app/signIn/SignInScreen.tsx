import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { useApp, useSessionState } from '../AppContext.tsx'
import { PasswordLine, ScopeList } from './AuthorizeForm.tsx'
import { isAppPath } from './finishSignIn.ts'
import { MadeUpPeople } from './MadeUpPeople.tsx'
import { useMadeUpSignInTo } from './madeUpSignIn.ts'
import styles from './SignIn.module.css'
import { SignInNotices } from './SignInNotices.tsx'
import { SignInPage } from './SignInPage.tsx'

/** The sign-in page: which service the user goes to, what Staffroom will ask for, and why the last sign-in failed. */
export function SignInScreen() {
  const t = useT('signIn')
  const state = useSessionState()
  const [address] = useSearchParams()
  const returnTo = address.get('to') ?? paths.home()
  const go = useGoToSignIn(returnTo)
  const madeUp = useMadeUpSignInTo(returnTo)
  if (!('settings' in state)) return null
  const { service_name: service, scopes } = state.settings
  // Our own service is on this host, so the text does not name another one.
  const here = service === location.host
  return (
    <SignInPage documentTitle={t('documentTitle')}>
      <SignInNotices refused={madeUp.refused} />
      <h1>{t('title')}</h1>
      <p className={styles.lead}>
        {here ? t('leadHere') : t.rich('lead', { service, b: text => <b>{text}</b> })}
      </p>
      <Button
        variant="filled"
        size="lg"
        w="100%"
        onClick={go}
        rightSection={<IconChevronRight aria-hidden />}
      >
        {here ? t('continueHere') : t('continue', { service })}
      </Button>
      <StillSignedIn />
      <MadeUpPeople title={t('tryAs')} signingIn={madeUp.signingIn} signInAs={madeUp.signInAs} />
      <h2>{t('asksFor')}</h2>
      <ScopeList scopes={scopes} />
      <PasswordLine />
    </SignInPage>
  )
}

/** Link back to the app, for a user who came here with a valid session. */
export function StillSignedIn() {
  const t = useT('signIn')
  const state = useSessionState()
  if (state.kind !== 'signedIn') return null
  return (
    <Button component={Link} variant="subtle" size="sm" mt="lg" c="var(--text-3)" to={paths.home()}>
      {t('stillSignedIn', { name: state.user.name ?? t('you') })}
    </Button>
  )
}

/** Returns a function that opens the authorize page, which is a page of the app if the service is our own. */
export function useGoToSignIn(returnTo: string): () => void {
  const { session } = useApp()
  const navigate = useNavigate()
  return () => {
    const address = session.authorizeAddress(returnTo)
    if (isAppPath(address)) navigate(address)
    else location.assign(address)
  }
}
