import { query } from '../../api/query.ts'
import { timeline } from '../../contract/timeline.ts'
import { weekOf } from '../../lib/week.ts'
import { daysForward } from './weekRequest.ts'

/** Substitutions change during the morning; the budget stretches it when the network is busy. */
const refreshEvery = 5 * 60_000

/** The timeline that holds a week; for a week it does not reach, this week's. */
export function timetableQuery(courseId: number, week: string, today: string) {
  const days = daysForward(week, today) ?? daysForward(weekOf(today), today)
  return query(
    timeline.days,
    { course_id: courseId, ...(days !== undefined && { days_forward: days }) },
    { every: refreshEvery },
  )
}
