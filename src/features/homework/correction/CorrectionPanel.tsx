import { Suspense } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './CorrectionPanel.module.css'
import { PupilCorrection, type PupilCorrectionProps } from './PupilCorrection.tsx'

/** The correction of one pupil: writing it, returning it, and what became of it. Another pupil starts anew. */
export function CorrectionPanel(props: PupilCorrectionProps) {
  const t = useT('correction')
  return (
    <aside className={styles.panel} aria-label={t('title')}>
      <Suspense fallback={<Loading />}>
        <PupilCorrection key={`${props.homework.id}/${props.entry.user.id}`} {...props} />
      </Suspense>
    </aside>
  )
}

function Loading() {
  const t = useT('correction')
  return (
    <div className={styles.form}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <Skeleton width="5rem" />
      <Skeleton width="100%" height="10rem" />
      <Skeleton width="7rem" height="1.75rem" />
      <Skeleton width="5rem" />
      <Skeleton width="8rem" height="2rem" />
    </div>
  )
}
