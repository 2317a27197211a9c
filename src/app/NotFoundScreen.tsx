import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useT } from '../i18n/useT.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ScreenHeader } from '../ui/ScreenHeader.tsx'
import { paths } from './paths.ts'
import styles from './shell/Shell.module.css'

export function NotFoundScreen() {
  const t = useT('errors')
  return (
    <div className={styles.padded}>
      <ScreenHeader title={t('notFoundTitle')} />
      <EmptyState
        icon={<IconMapQuestion aria-hidden />}
        title={t('notFoundTitle')}
        actions={
          <Link className={buttonClass()} to={paths.home()}>
            {t('home')}
          </Link>
        }
      >
        <p>{t('notFoundLead')}</p>
      </EmptyState>
    </div>
  )
}
