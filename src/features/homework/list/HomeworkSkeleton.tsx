import { useT } from '../../../i18n/useT.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './HomeworkSkeleton.module.css'

const groups = [
  ['8rem', '11rem', '9rem'],
  ['12rem', '10rem', '13rem', '8rem'],
] as const

/** The list while it loads: two groups of rows in the places the real ones will have. */
export function HomeworkSkeleton() {
  const t = useT('homework')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {groups.map(rows => (
        <div key={rows.join()} aria-hidden>
          <p className={styles.head}>
            <Skeleton width="9rem" />
          </p>
          {rows.map(width => (
            <p key={width} className={styles.row}>
              <Skeleton width="4rem" />
              <Skeleton width={width} />
              <Skeleton width="5rem" />
            </p>
          ))}
        </div>
      ))}
    </div>
  )
}
