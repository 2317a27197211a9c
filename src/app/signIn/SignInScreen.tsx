import { Box, Button, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths, type SignInNotice } from '../../paths.ts'
import { Notice, type NoticeTone } from '../../ui/feedback/Notice.tsx'
import { useApp, useSessionState } from '../AppContext.tsx'
import { PasswordLine, ScopeList } from './AuthorizeForm.tsx'
import { parseAuthorizeAddress } from './authorizeQuery.ts'
import { isAppPath } from './finishSignIn.ts'
import { MadeUpPeople } from './MadeUpPeople.tsx'
import styles from './SignIn.module.css'
import { SignInPage } from './SignInPage.tsx'
import { useDecision } from './useDecision.ts'

/** In the demo, one click on a person signs in. */
export function SignInScreen() {
  const t = useT('signIn')
  const state = useSessionState()
  const { session, demo } = useApp()
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const { pendingLogin, errorMessage, signInAs } = useDecision()
  if (!('settings' in state)) return null
  const { service_name: service, scopes } = state.settings
  // Our own service is on this host, so the text does not name another one.
  const isSameHost = service === location.host
  const getAddress = () => session.authorizeAddress(searchParams.get('to') ?? paths.home())
  const goToSignIn = () => {
    const address = getAddress()
    if (isAppPath(address)) navigate(address)
    else location.assign(address)
  }
  const notices = <SignInNotices errorMessage={errorMessage} />
  const renderPeople = (title?: string) => (
    <MadeUpPeople
      {...(title && { title })}
      pendingLogin={pendingLogin}
      onChoose={login => signInAs(parseAuthorizeAddress(getAddress()), login)}
    />
  )
  const stillSignedIn = state.kind === 'signedIn' && (
    <Button component={Link} variant="subtle" size="sm" mt="lg" c="var(--text-3)" to={paths.home()}>
      {t('stillSignedIn', { name: state.user.name ?? t('you') })}
    </Button>
  )
  if (demo) {
    return (
      <SignInPage documentTitle={t('documentTitle')} isWide>
        {notices}
        <h1>{t('demoTitle')}</h1>
        <p className={styles.lead}>{t('demoLead')}</p>
        {renderPeople()}
        <Button size="lg" w="100%" mt="xl" onClick={goToSignIn}>
          {t('withPassword')}
        </Button>
        {stillSignedIn}
        <Text size="sm" c="dimmed" mt="sm" ta="center">
          {t('invented')}
        </Text>
      </SignInPage>
    )
  }
  return (
    <SignInPage documentTitle={t('documentTitle')} hasEarlyTitle>
      {notices}
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
      {stillSignedIn}
      {renderPeople(t('tryAs'))}
      <h2>{t('asksFor')}</h2>
      <ScopeList scopes={scopes} />
      <PasswordLine />
    </SignInPage>
  )
}

const noticeTones: Record<SignInNotice, NoticeTone> = {
  declined: 'info',
  expired: 'stale',
  mismatch: 'danger',
  failed: 'warn',
  cookies: 'warn',
  noProfile: 'warn',
  unavailable: 'warn',
  busy: 'stale',
  unreadable: 'warn',
  misconfigured: 'danger',
}
const isNotice = (text: string | null): text is SignInNotice => text !== null && text in noticeTones

/** Why the previous sign-in did not succeed. */
function SignInNotices({ errorMessage }: { errorMessage: string | undefined }) {
  const t = useT('signIn')
  const [searchParams] = useSearchParams()
  const notice = searchParams.get('notice')
  const name = isNotice(notice) ? notice : undefined
  const message = errorMessage ?? (name && t.rich(name, { b: text => <b>{text}</b> }))
  if (message === undefined) return null
  return (
    <Box mb="xl">
      <Notice tone={errorMessage === undefined && name ? noticeTones[name] : 'danger'} role="alert">
        {message}
      </Notice>
    </Box>
  )
}
