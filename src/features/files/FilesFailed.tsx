import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconFolderOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx'
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
          <Button component={Link} to={to}>
            {t('gone.top')}
          </Button>
        }
      >
        {t('gone.lead')}
      </EmptyState>
    </div>
  )
}

const widths = ['7rem', '5rem', '11rem', '9rem', '9.5rem', '8rem', '12rem', '10rem']

/** The list while it loads, in the places the real rows will have. */
export function FilesSkeleton() {
  const t = useT('files')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {widths.map(width => (
        <div key={width} className={styles.loading} aria-hidden>
          <Skeleton width="1rem" height="1rem" />
          <Skeleton width={width} />
          <span className={styles.facts}>
            <Skeleton width="3.5rem" />
            <Skeleton width="4.5rem" />
          </span>
        </div>
      ))}
    </div>
  )
}
