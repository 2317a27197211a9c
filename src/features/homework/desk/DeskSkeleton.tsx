import { useT } from '../../../i18n/useT.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './Desk.module.css'
import skeleton from './DeskSkeleton.module.css'

const names = ['62%', '48%', '55%', '70%', '44%', '58%', '66%', '50%', '60%']

/** The desk before its data: the three columns in the size they will have. */
export function DeskSkeleton() {
  const t = useT('desk')
  return (
    <div className={styles.desk}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.list} aria-hidden>
        <div className={skeleton.progress}>
          <Skeleton width="9rem" height="1rem" />
          <Skeleton width="100%" height="4px" />
          <Skeleton width="100%" height="var(--control)" />
        </div>
        {names.map(width => (
          <div key={width} className={skeleton.row}>
            <Skeleton width={width} />
          </div>
        ))}
      </div>
      <div className={styles.work} aria-hidden>
        <div className={skeleton.head}>
          <Skeleton width="11rem" height="1.25rem" />
          <Skeleton width="16rem" />
          <Skeleton width="13rem" />
        </div>
        <div className={skeleton.sheet} />
      </div>
      <div className={styles.panel} aria-hidden>
        <div className={skeleton.form}>
          <Skeleton width="5rem" />
          <Skeleton width="100%" height="9.875rem" />
          <Skeleton width="4rem" />
          <Skeleton width="10rem" height="var(--control)" />
          <Skeleton width="7rem" />
          <Skeleton width="100%" height="3.375rem" />
        </div>
      </div>
    </div>
  )
}
