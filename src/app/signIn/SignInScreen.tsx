import '@mantine/core/styles/Text.layer.css'
import { Box, Button, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths, type SignInNotice } from '../../paths.ts'
import { Notice, type NoticeTone } from '../../ui/feedback/Notice.tsx'
import { PersonAvatar } from '../../ui/Person.tsx'
import { useApp, useSessionState } from '../AppContext.tsx'
import { PasswordLine, ScopeList } from './AuthorizeForm.tsx'
import { isAppPath } from './finishSignIn.ts'
import styles from './SignIn.module.css'
import { SignInPage } from './SignInPage.tsx'

const notices: Record<SignInNotice, NoticeTone> = {
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
const isNotice = (text: string | null): text is SignInNotice => text !== null && text in notices

/** Which service you go to and what will be asked; after a sign-in that came to nothing, why. */
export function SignInScreen() {
  const t = useT('signIn')
  const state = useSessionState()
  const [address] = useSearchParams()
  const go = useGoToSignIn(address.get('to') ?? paths.home())
  const notice = address.get('notice')
  if (!('settings' in state)) return null
  const { service_name: service, scopes, demo_people: people } = state.settings
  // Nobody is told to go where they already are.
  const here = service === location.host
  return (
    <SignInPage documentTitle={t('documentTitle')}>
      {isNotice(notice) && (
        <Box mb="xl">
          <Notice tone={notices[notice]} role="alert">
            {t.rich(notice, { b: text => <b>{text}</b> })}
          </Notice>
        </Box>
      )}
      <h1>{t('title')}</h1>
      <p className={styles.lead}>
        {here ? t('leadHere') : t.rich('lead', { service, b: text => <b>{text}</b> })}
      </p>
      <Button
        variant="filled"
        size="lg"
        w="100%"
        onClick={() => go()}
        rightSection={<IconChevronRight aria-hidden />}
      >
        {here ? t('continueHere') : t('continue', { service })}
      </Button>
      {state.kind === 'signedIn' && (
        <Button component={Link} variant="subtle" size="sm" mt="lg" c="var(--text-3)" to={paths.home()}>
          {t('stillSignedIn', { name: state.user.name ?? t('you') })}
        </Button>
      )}
      {people.length > 0 && (
        <>
          <h2>{t('tryAs')}</h2>
          <ul className={styles.people}>
            {people.map(({ login, name, role }) => (
              <li key={login}>
                <UnstyledButton onClick={() => go(login)}>
                  <PersonAvatar name={name} />
                  <span>{name}</span>
                  <Text span size="sm" c="dimmed" ml="auto">
                    {t(role === 'student' ? 'student' : 'teacher')}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>{t('asksFor')}</h2>
      <ScopeList scopes={scopes} />
      <PasswordLine />
    </SignInPage>
  )
}

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
