import { Button } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { useApp, useSessionState } from '../AppContext.tsx'
import { PasswordLine, ScopeList } from './AuthorizeForm.tsx'
import { DemoUserList } from './DemoUserList.tsx'
import { useDemoSignInTo } from './demoSignIn.ts'
import { isAppPath } from './finishSignIn.ts'
import styles from './SignIn.module.css'
import { SignInNotices } from './SignInNotices.tsx'
import { SignInPage } from './SignInPage.tsx'

export function SignInScreen() {
  const t = useT('signIn')
  const state = useSessionState()
  const [searchParams] = useSearchParams()
  const returnTo = searchParams.get('to') ?? paths.home()
  const goToSignIn = useGoToSignIn(returnTo)
  const demoSignIn = useDemoSignInTo(returnTo)
  if (!('settings' in state)) return null
  const { service_name: service, scopes } = state.settings
  // Our own service is on this host, so the text does not name another one.
  const isSameHost = service === location.host
  return (
    <SignInPage documentTitle={t('documentTitle')} hasEarlyTitle>
      <SignInNotices errorMessage={demoSignIn.errorMessage} />
      <h1>{t('title')}</h1>
      <p className={styles.lead}>
        {isSameHost ? t('leadHere') : t.rich('lead', { service, b: text => <b>{text}</b> })}
      </p>
      <Button
        variant="filled"
        size="lg"
        w="100%"
        onClick={goToSignIn}
        rightSection={<IconChevronRight aria-hidden />}
      >
        {isSameHost ? t('continueHere') : t('continue', { service })}
      </Button>
      <SignedInNotice />
      <DemoUserList title={t('tryAs')} signingIn={demoSignIn.signingIn} signInAs={demoSignIn.signInAs} />
      <h2>{t('asksFor')}</h2>
      <ScopeList scopes={scopes} />
      <PasswordLine />
    </SignInPage>
  )
}

/** For a user who came here with a valid session. */
export function SignedInNotice() {
  const t = useT('signIn')
  const state = useSessionState()
  if (state.kind !== 'signedIn') return null
  return (
    <Button component={Link} variant="subtle" size="sm" mt="lg" c="var(--text-3)" to={paths.home()}>
      {t('stillSignedIn', { name: state.user.name ?? t('you') })}
    </Button>
  )
}

/** Returns a function that opens the authorize page. It is a page of the app if the service is our own. */
export function useGoToSignIn(returnTo: string): () => void {
  const { session } = useApp()
  const navigate = useNavigate()
  return () => {
    const address = session.authorizeAddress(returnTo)
    if (isAppPath(address)) navigate(address)
    else location.assign(address)
  }
}
