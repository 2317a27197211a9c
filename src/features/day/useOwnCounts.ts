import { useQuery } from '@tanstack/react-query'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { countToHandIn, countToMark } from './dayHomework.ts'
import { fromMine, myHomeworkQuery } from './useMyHomework.ts'

/**
 * Returns the number of homework that a pupil has to hand in for a class. Undefined if it is unknown or the service does
 * not offer the homework of all classes.
 */
export function useHandInCount(courseId: number, canFetch: boolean): number | undefined {
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const { data } = useQuery({ ...myHomeworkQuery(today), enabled: canFetch })
  const ofClass = data?.rows.filter(({ course_id }) => course_id === courseId)
  return ofClass && countToHandIn(ofClass.map(fromMine), today, timeZone)
}

/** Returns the number of submissions to mark in a class, if My day has loaded the homework of all classes. */
export function useCachedMarkCount(courseId: number): number | undefined {
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const { data } = useQuery({ ...myHomeworkQuery(today), enabled: false })
  const ofClass = data?.rows.filter(({ course_id }) => course_id === courseId)
  return ofClass && countToMark(ofClass.map(fromMine))
}
