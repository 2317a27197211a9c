import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import styles from './ClassAccess.module.css'

const lines = ['8rem', '7rem', '9rem', '6rem', '8rem', '7rem', '10rem', '8rem']

/** The names while everything else loads, in the places they will have. */
export function MatrixSkeleton() {
  const t = useT('matrix')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
        <div key={index} className={styles.loading}>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
