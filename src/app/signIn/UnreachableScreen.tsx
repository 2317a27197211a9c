import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useApp } from '../AppContext.tsx'
import { SignInPage } from './SignInPage.tsx'

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
    <SignInPage documentTitle={t('unreachableTitle')}>
      <EmptyState
        tone="danger"
        heading="h1"
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
      </EmptyState>
    </SignInPage>
  )
}
