import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useT } from '../../../i18n/useT.ts'
import styles from './HomeworkForm.module.css'

const fields = [
  ['subject', '2.25rem'],
  ['text', '3.75rem'],
  ['note', '6.25rem'],
  ['due', '2.25rem'],
] as const

/** The form while its draft is read and its subjects are loaded. */
export function FormSkeleton() {
  const t = useT('homework')
  return (
    <div className={styles.body}>
      <VisuallyHidden role="status">{t('form.loading')}</VisuallyHidden>
      {fields.map(([name, height]) => (
        <div key={name} className={styles.files}>
          <Skeleton width="7rem" />
          <Skeleton width="100%" height={height} />
        </div>
      ))}
    </div>
  )
}
