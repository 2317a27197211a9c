import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { keyOf, query } from '../../../api/cache/query.ts'
import { homework } from '../../../contract/homework.ts'
import { submissions } from '../../../contract/submissions.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { getIdsToCount, toRows } from './homeworkGroups.ts'
import { useFunnels } from './useFunnels.ts'

/** Maximum of homework that is counted before the user opens the list. Each takes one request. */
const maxPrefetched = 10

/** In ms. While a class hands in, changes arrive every few seconds. */
const minRecountInterval = 30_000

/**
 * Returns the number of submissions to mark in a class. Undefined until the list of homework is loaded and its recent
 * homework is counted. While new homework is not counted yet, the number does not change.
 *
 * @param shouldPrefetch Whether to fetch missing data. Otherwise the number appears once the user has opened the list. The
 *   list uses the same queries, so it does not fetch them again.
 */
export function useMarkCount(courseId: number, shouldPrefetch: boolean): number | undefined {
  const client = useQueryClient()
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const key = keyOf(homework.list, { course_id: courseId })
  const list = useSyncExternalStore(
    // A screen adds queries while it renders, when no other component may update.
    listener => client.getQueryCache().subscribe(({ type }) => type !== 'added' && listener()),
    () => client.getQueryData(key),
  )
  useEffect(() => {
    if (!shouldPrefetch) return
    // If this fails, the list reports the error once the user opens it.
    client.ensureQueryData(query(homework.list, { course_id: courseId })).catch(() => undefined)
  }, [client, shouldPrefetch, courseId])
  const rows = useMemo(() => toRows(list?.rows ?? [], [], timeZone), [list, timeZone])
  const idsToCount = useMemo(() => getIdsToCount(rows, today), [rows, today])
  const changes = useSubmissionChanges()
  const funnels = useFunnels(shouldPrefetch && idsToCount.length <= maxPrefetched ? idsToCount : [], changes)
  const [lastCount, setLastCount] = useState<number>()
  if (!list || !idsToCount.every(id => funnels.has(id))) return lastCount
  const count = rows.reduce((sum, { homework: { id }, isCorrectable }) => {
    const funnel = isCorrectable ? funnels.get(id) : undefined
    return sum + (funnel && funnel !== 'failed' ? funnel.toCorrect : 0)
  }, 0)
  if (count !== lastCount) setLastCount(count)
  return count
}

/** Returns a number that increases when cached submissions become outdated. */
function useSubmissionChanges(): number {
  const client = useQueryClient()
  const [changes, setChanges] = useState(0)
  const increment = useThrottledCallback(() => setChanges(count => count + 1), minRecountInterval)
  useEffect(() => {
    const [resource, path] = keyOf(submissions.list, { todo_id: 0 })
    return client.getQueryCache().subscribe(event => {
      if (event.type !== 'updated' || event.action.type !== 'invalidate') return
      const { queryKey } = event.query
      if (queryKey[0] === resource && queryKey[1] === path) increment()
    })
  }, [client, increment])
  return changes
}
