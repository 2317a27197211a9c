import { IconFolderOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import styles from './Files.module.css'

/** In the place of files that could not be loaded. */
export function FilesFailed({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT('files')
  const tErrors = useT('errors')
  const format = useFormat()
  return (
    <div className={styles.place}>
      <LoadFailed
        title={t('failed')}
        reason={errorSentence(error, tErrors, format.time)}
        retry={{ label: tErrors('tryAgain'), run: retry }}
      />
    </div>
  )
}

/** In the place of a folder that is not there. */
export function FolderGone({ to }: { to: string }) {
  const t = useT('files')
  return (
    <div className={styles.place}>
      <EmptyState
        icon={<IconFolderOff aria-hidden />}
        title={t('gone.title')}
        actions={
          <Link className={buttonClass()} to={to}>
            {t('gone.top')}
          </Link>
        }
      >
        {t('gone.lead')}
      </EmptyState>
    </div>
  )
}
