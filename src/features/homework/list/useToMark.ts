import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { keyOf } from '../../../api/cache/query.ts'
import { homework } from '../../../contract/homework.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { dayOf } from '../../../lib/schoolTime.ts'
import { rowsOf, toCountOf } from './homeworkGroups.ts'
import { useCachedFunnels } from './useFunnels.ts'

/**
 * Returns the number of submissions to mark in a class, from cached data only. Returns undefined until the list of
 * homework was shown and its recent homework counted. While new homework is not counted yet, the number does not
 * change.
 */
export function useToMark(courseId: number): number | undefined {
  const client = useQueryClient()
  const { timeZone } = useSchoolTime()
  const today = dayOf(useNow(), timeZone)
  const key = keyOf(homework.list, { course_id: courseId })
  const list = useSyncExternalStore(
    listener => client.getQueryCache().subscribe(listener),
    () => client.getQueryData(key),
  )
  const funnels = useCachedFunnels()
  const [shown, setShown] = useState<number>()
  if (!list) return shown
  const rows = rowsOf(list.rows, [], timeZone)
  const isComplete = toCountOf(rows, today).every(id => funnels.has(id))
  if (!isComplete) return shown
  const count = rows.reduce((sum, { homework: { id }, correctable }) => {
    const funnel = correctable ? funnels.get(id) : undefined
    return sum + (funnel && funnel !== 'failed' ? funnel.toCorrect : 0)
  }, 0)
  if (count !== shown) setShown(count)
  return count
}
