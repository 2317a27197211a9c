import { VisuallyHidden } from '@mantine/core'
import { IconBook2, IconCheck, IconChecklist } from '@tabler/icons-react'
import type { T } from '../../i18n/useT.ts'
import styles from './CellMarks.module.css'
import type { LessonMark } from './lessonMarks.ts'

type CellMarksProps = { mark: LessonMark; isInCell?: boolean; t: T<'timetable'> }

/** Icons with numbers. Screen readers read them in words. */
export function CellMarks({ mark, isInCell, t }: CellMarksProps) {
  const { due, toMark, done } = mark
  const DueIcon = done === due ? IconCheck : IconBook2
  return (
    <span className={`${styles.marks} ${isInCell ? styles.inCell : ''}`}>
      <VisuallyHidden>{formatMark(mark, t)}</VisuallyHidden>
      <span aria-hidden>
        <DueIcon />
        {due}
      </span>
      {toMark > 0 && (
        <span className={styles.toMark} aria-hidden>
          <IconChecklist />
          {toMark}
        </span>
      )}
    </span>
  )
}

/** One icon with the more urgent number, for lessons that share a cell. */
export function BriefMark({ mark: { due, toMark, done } }: { mark: LessonMark }) {
  const Icon = toMark > 0 ? IconChecklist : done === due ? IconCheck : IconBook2
  return (
    <b className={`${styles.brief} ${toMark > 0 ? styles.toMark : ''}`}>
      <Icon />
      {toMark || due}
    </b>
  )
}

/** E.g. `2 homework due, 5 to mark`. */
function formatMark({ due, toMark, done }: LessonMark, t: T<'timetable'>): string {
  const parts = [
    t('marks.due', { count: due }),
    ...(toMark > 0 ? [t('marks.toMark', { count: toMark })] : []),
    ...(done > 0 ? [t('marks.done', { count: done })] : []),
  ]
  return parts.join(', ')
}
