import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { maxDaysAhead } from '../../../contract/scheduledMessages.ts'
import { timeline } from '../../../contract/timeline.ts'
import { isWeekday } from './sendTimes.ts'

/** Holidays seldom change, so they are cached for an hour. */
export const schoolDaysQuery = () => ({
  ...query(timeline.mine, { start_today: true, days_forward: maxDaysAhead }),
  staleTime: 60 * 60_000,
  retry: false,
})

/** Returns whether there is school on a day. Without the timetable, from Monday to Friday. */
export function useSchoolDays(): { isSchoolDay: (day: string) => boolean; isLoading: boolean } {
  const { data, isLoading } = useQuery(schoolDaysQuery())
  const known = new Map(data?.rows.map(({ date, is_unschooled }) => [date, !is_unschooled]))
  return { isSchoolDay: day => known.get(day) ?? isWeekday(day), isLoading }
}
