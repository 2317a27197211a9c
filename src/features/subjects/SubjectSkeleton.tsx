import { useT } from '../../i18n/useT.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import styles from './Subject.module.css'

/** The page before the subject is there: its facts, and the beginnings of its parts. */
export function SubjectSkeleton() {
  const t = useT('subject')
  return (
    <div className={styles.subject}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.main} aria-hidden>
        <div className={styles.head}>
          <Skeleton width="12rem" height="1.25rem" />
          <RowsSkeleton rows={4} />
        </div>
        <RowsSkeleton rows={5} />
      </div>
      <div className={styles.side} aria-hidden>
        <RowsSkeleton rows={3} />
      </div>
    </div>
  )
}
