import { UnstyledButton } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import styles from './CellMarks.module.css'
import type { LessonMark } from './lessonMarks.ts'

/** Homework that is due on a day without school. Links to the list, which offers another day. */
export function DueOnFreeDay({ mark }: { mark: LessonMark }) {
  const t = useT('timetable')
  const courseId = Number(useParams().courseId)
  return (
    <UnstyledButton
      component={Link}
      variant="link"
      className={styles.freeDay}
      fz="sm"
      lh="sm"
      to={paths.homework(courseId)}
    >
      {t('marks.due', { count: mark.due })}
    </UnstyledButton>
  )
}
