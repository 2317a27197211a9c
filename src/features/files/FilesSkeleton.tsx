import { useT } from '../../i18n/useT.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './FilesSkeleton.module.css'

const widths = ['7rem', '5rem', '11rem', '9rem', '9.5rem', '8rem', '12rem', '10rem']

/** The list while it loads, in the places the real rows will have. */
export function FilesSkeleton() {
  const t = useT('files')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {widths.map(width => (
        <p key={width} aria-hidden>
          <Skeleton width="1rem" height="1rem" />
          <Skeleton width={width} />
          <span className={styles.facts}>
            <Skeleton width="3.5rem" />
            <Skeleton width="4.5rem" />
          </span>
        </p>
      ))}
    </div>
  )
}
