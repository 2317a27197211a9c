import { useT } from '../../../i18n/useT.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './Talk.module.css'

const rows = [
  ['6rem', '18rem'],
  ['5rem', '26rem', '12rem'],
  ['7rem', '14rem'],
  ['5rem', '30rem', '22rem'],
  ['6rem', '9rem'],
  ['8rem', '24rem'],
]

/** Messages in the shape they will have, at the end where they will stand. */
export function TalkSkeleton() {
  const t = useT('talk')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {rows.map(([name = '', ...lines]) => (
        <div key={`${name}${lines.join()}`} className={styles.loading}>
          <span className={styles.face} />
          <span className={styles.lines}>
            <Skeleton width={name} />
            {lines.map(width => (
              <Skeleton key={width} width={width} />
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}
