import { Badge, VisuallyHidden } from '@mantine/core'
import { useToMark } from '../../features/homework/list/useToMark.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import styles from './Shell.module.css'

/** Number of submissions to mark in the class, next to "Homework". Renders nothing if it is 0 or not known. */
export function ToMarkCount({ courseId }: { courseId: number }) {
  const t = useT('shell')
  const format = useFormat()
  const count = useToMark(courseId) ?? 0
  if (count === 0) return null
  return (
    <>
      {' '}
      <Badge className={`${styles.count} ${styles.quietCount}`}>
        {count > maxShown ? `${maxShown}+` : format.number(count)}{' '}
        <VisuallyHidden>{t('toMark')}</VisuallyHidden>
      </Badge>
    </>
  )
}

/** A larger number does not fit into the narrow rail. */
const maxShown = 999
