import { paths } from '../../paths.ts'
import type { DayHomework } from './dayHomework.ts'

/** Leads teachers to the correction desk, and pupils to the task. */
export const linkOf = ({ course_id, id, canCorrect, is_submissionable }: DayHomework, isForPupil: boolean) =>
  !isForPupil && canCorrect && is_submissionable ? paths.desk(course_id, id) : paths.task(course_id, id)
