import { Box, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { type Demo, useApp, useSessionState } from '../AppContext.tsx'
import { appBase } from '../appBase.ts'
import { allowAsMadeUp, authorizeQueryOf, useFollowRedirect } from '../signIn/madeUpSignIn.ts'
import styles from './DemoBar.module.css'

const roles = ['demoTeacher', 'demoPupil', 'demoSecondTeacher'] as const

/** If earlier data was replaced, the message stays until the page is reloaded. */
const words = {
  kept: 'demo',
  new: 'demo',
  'new week': 'demoNewWeek',
  damaged: 'demoDamaged',
} as const

/** Bar of the demo, with sign-in as three users and a reset. */
export function DemoBar({ demo }: { demo: Demo }) {
  const t = useT('shell')
  const { api, session } = useApp()
  const state = useSessionState()
  const navigate = useNavigate()
  const follow = useFollowRedirect()
  const { pathname } = useLocation()
  const [busy, setBusy] = useState(false)
  const [signingIn, setSigningIn] = useState(false)
  // The sign-in page shows the same people with their faces.
  const isOffered = 'settings' in state && pathname !== paths.signIn()
  const people = isOffered ? state.settings.demo_people : []
  const signInAs = async (login: string) => {
    if (signingIn) return
    setSigningIn(true)
    const address = session.authorizeAddress(paths.home(), { login })
    const allowed = await allowAsMadeUp(api, authorizeQueryOf(address), login).catch(() => undefined)
    if ('user' in session.state()) await session.switchAccount()
    // The authorize page shows why the service refuses.
    await (allowed === undefined ? navigate(address) : follow(allowed))
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
        {t(words[demo.beginning])}
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
        {roles.map((role, at) => {
          const person = people[at]
          return (
            person && (
              <UnstyledButton
                key={role}
                variant="link"
                title={person.name}
                aria-disabled={signingIn}
                onClick={() => void signInAs(person.login)}
              >
                {t(role)}
              </UnstyledButton>
            )
          )
        })}
        <UnstyledButton variant="link" disabled={busy} onClick={() => void reset()}>
          <Box component="span" visibleFrom="sm">
            {busy ? t('demoResetting') : t('demoReset')}
          </Box>
          <Box component="span" hiddenFrom="sm">
            {busy ? t('demoResetting') : t('demoResetBrief')}
          </Box>
        </UnstyledButton>
      </div>
    </aside>
  )
}
