import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useApp } from '../AppContext.tsx'
import { SignInError } from './SignInPage.tsx'

/** The gateway does not respond. The session retries by itself, and the button retries at once. */
export function UnreachableScreen() {
  const t = useT('signIn')
  const { session } = useApp()
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = async () => {
    setIsRetrying(true)
    await session.start()
    setIsRetrying(false)
  }
  return (
    <SignInError
      icon={<IconCloudOff aria-hidden />}
      title={t('unreachableTitle')}
      actions={
        <Button
          aria-disabled={isRetrying}
          onClick={() => !isRetrying && void retry()}
          leftSection={<IconRefresh aria-hidden />}
        >
          {isRetrying ? t('trying') : t('tryAgain')}
        </Button>
      }
    >
      <p>{t('unreachableLead')}</p>
    </SignInError>
  )
}
