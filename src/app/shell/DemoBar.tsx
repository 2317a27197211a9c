import { Box, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { type Demo, useApp, useSessionState } from '../AppContext.tsx'
import { appBase } from '../appBase.ts'
import { authorizeDemoUser, getAuthorizeQuery, useFollowRedirect } from '../signIn/demoSignIn.ts'
import styles from './DemoBar.module.css'

const roles = ['demoTeacher', 'demoPupil', 'demoSecondTeacher'] as const

/** If earlier data was replaced, the message stays until a reload. */
const messageKeys = {
  kept: 'demo',
  new: 'demo',
  'new week': 'demoNewWeek',
  damaged: 'demoDamaged',
} as const

export function DemoBar({ demo }: { demo: Demo }) {
  const t = useT('shell')
  const { api, session } = useApp()
  const state = useSessionState()
  const navigate = useNavigate()
  const followRedirect = useFollowRedirect()
  const { pathname } = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [isSigningIn, setSigningIn] = useState(false)
  // The sign-in page shows the same people.
  const isOffered = 'settings' in state && pathname !== paths.signIn()
  const people = isOffered ? state.settings.demo_people : []
  const signInAs = async (login: string) => {
    if (isSigningIn) return
    setSigningIn(true)
    const address = session.authorizeAddress(paths.home(), { login })
    const redirectTo = await authorizeDemoUser(api, getAuthorizeQuery(address), login).catch(() => undefined)
    if ('user' in session.state()) await session.switchAccount()
    // The authorize page shows why the service refuses.
    await (redirectTo === undefined ? navigate(address) : followRedirect(redirectTo))
    setSigningIn(false)
  }
  const reset = async () => {
    setBusy(true)
    await demo.reset()
    location.assign(appBase + paths.home())
  }
  return (
    <aside className={styles.bar} aria-label={t('demoLabel')}>
      <Box component="p" visibleFrom="sm">
        {t(messageKeys[demo.openReason])}
      </Box>
      <div className={styles.choices}>
        {people.length > 0 && (
          <Box component="span" visibleFrom="sm">
            {t('demoSignInAs')}
          </Box>
        )}
        <Box component="b" hiddenFrom="sm">
          {t('demoLabel')}
        </Box>
        {roles.map((role, index) => {
          const person = people[index]
          return (
            person && (
              <UnstyledButton
                key={role}
                variant="link"
                title={person.name}
                aria-disabled={isSigningIn}
                onClick={() => void signInAs(person.login)}
              >
                {t(role)}
              </UnstyledButton>
            )
          )
        })}
        <UnstyledButton variant="link" disabled={isBusy} onClick={() => void reset()}>
          <Box component="span" visibleFrom="sm">
            {isBusy ? t('demoResetting') : t('demoReset')}
          </Box>
          <Box component="span" hiddenFrom="sm">
            {isBusy ? t('demoResetting') : t('demoResetBrief')}
          </Box>
        </UnstyledButton>
      </div>
    </aside>
  )
}
