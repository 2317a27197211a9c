import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import styles from './Task.module.css'

/** The task before it is there: its title, when it is due, and a few lines. */
export function TaskSkeleton() {
  const t = useT('task')
  return (
    <div className={styles.task}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.article} aria-hidden>
        <div className={styles.skeleton}>
          <Skeleton width="60%" height="1.25rem" />
          <Skeleton width="14rem" />
          <Skeleton width="90%" />
          <Skeleton width="75%" />
        </div>
      </div>
      <div className={styles.side} aria-hidden>
        <OwnSkeleton />
      </div>
    </div>
  )
}

/** The panel with the own work before it is there. */
export function OwnSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="6rem" />
      <Skeleton width="100%" height="5rem" />
      <Skeleton width="8rem" height="2rem" />
    </div>
  )
}
