import { useT } from '../i18n/useT.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './ScreenLoading.module.css'

const widths = ['40%', '70%', '55%', '82%', '62%', '48%']

/** Where a screen will be, while its code is still on its way. */
export function ScreenLoading() {
  const t = useT('shell')
  return (
    <div className={styles.loading}>
      <VisuallyHidden role="status">{t('loadingScreen')}</VisuallyHidden>
      {widths.map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
