import { Box, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { type Demo, useApp, useSessionState } from '../AppContext.tsx'
import { appBase } from '../appBase.ts'
import { parseAuthorizeAddress } from '../signIn/authorizeQuery.ts'
import { useDecision } from '../signIn/useDecision.ts'
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
  const { session } = useApp()
  const state = useSessionState()
  const { signInAs, pendingLogin } = useDecision()
  const { pathname } = useLocation()
  const [isBusy, setBusy] = useState(false)
  // The sign-in page shows the same people.
  const isOffered = 'settings' in state && pathname !== paths.signIn()
  const people = isOffered ? state.settings.demo_people : []
  const switchTo = async (login: string) => {
    if (pendingLogin !== undefined) return
    const query = parseAuthorizeAddress(session.authorizeAddress(paths.home()))
    if ('user' in session.state()) await session.switchAccount()
    await signInAs(query, login)
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
                aria-disabled={pendingLogin !== undefined}
                onClick={() => void switchTo(person.login)}
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
