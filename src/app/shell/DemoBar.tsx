import { Box, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { type Demo, useApp, useSessionState } from '../AppContext.tsx'
import { appBase } from '../appBase.ts'
import styles from './DemoBar.module.css'

const roles = ['demoTeacher', 'demoSecondTeacher', 'demoPupil'] as const

/** What was done in an older school is gone: said until the page is loaded again. */
const words = {
  kept: 'demo',
  new: 'demo',
  'new week': 'demoNewWeek',
  damaged: 'demoDamaged',
} as const

/** Says that this is a demo, and lets one see it through the eyes of three people. */
export function DemoBar({ demo }: { demo: Demo }) {
  const t = useT('shell')
  const { session } = useApp()
  const state = useSessionState()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const people = 'settings' in state ? state.settings.demo_people : []
  const signInAs = async (login: string) => {
    if ('user' in session.state()) await session.switchAccount()
    navigate(session.authorizeAddress(paths.home(), { login }))
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
        <Box component="span" visibleFrom="sm">
          {t('demoSignInAs')}
        </Box>
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
