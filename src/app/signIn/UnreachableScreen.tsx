import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useApp } from '../AppContext.tsx'
import { NoSignIn } from './SignInPage.tsx'

/** The gateway doesn't answer. The session tries again by itself; the button is for the impatient. */
export function UnreachableScreen() {
  const t = useT('signIn')
  const { session } = useApp()
  const [trying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    await session.start()
    setTrying(false)
  }
  return (
    <NoSignIn
      icon={<IconCloudOff aria-hidden />}
      title={t('unreachableTitle')}
      actions={
        <Button
          aria-disabled={trying}
          onClick={() => !trying && void retry()}
          leftSection={<IconRefresh aria-hidden />}
        >
          {trying ? t('trying') : t('tryAgain')}
        </Button>
      }
    >
      <p>{t('unreachableLead')}</p>
    </NoSignIn>
  )
}
