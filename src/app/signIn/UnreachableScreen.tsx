import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useApp } from '../AppContext.tsx'
import { NoSignIn } from './SignInPage.tsx'

/** Error page for a gateway that does not respond. The session retries by itself, and the button retries at once. */
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
