import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { keyOf, query } from '../../api/cache/query.ts'
import type { Rows } from '../../contract/endpoint.ts'
import { canCorrect, homework, type MyHomework } from '../../contract/homework.ts'
import { isPupil, me } from '../../contract/me.ts'
import type { SchoolDay } from '../../contract/schoolDay.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useCachedFunnels } from '../homework/list/useFunnels.ts'
import { useOwnSubmissions } from '../homework/list/useOwnSubmissions.ts'
import { usePendingHandInStates } from '../homework/progress/handInStates.ts'
import { getLessonMarks, type LessonMarks } from './lessonMarks.ts'

type LessonMarksLoaderProps = {
  courseId: number
  days: readonly SchoolDay[]
  onChange: (marks: LessonMarks) => void
}

/**
 * Calls `onChange` with the marks of the lessons. Sends one request, for the homework of the class. The numbers come
 * from the cache of other screens.
 */
export function LessonMarksLoader({ courseId, days, onChange }: LessonMarksLoaderProps) {
  const { timeZone } = useSchoolTime()
  const user = useQuery(query(me.get, {})).data
  const { data } = useQuery(query(homework.list, { course_id: courseId }, { priority: 'background' }))
  const toMark = useKnownToMark()
  const done = useKnownDone()
  const isForPupil = user !== undefined && isPupil(user)
  const marks = useMemo(() => {
    if (!data) return undefined
    const correctable = new Set(data.rows.filter(canCorrect).map(({ id }) => id))
    return getLessonMarks(
      data.rows,
      days,
      {
        toMark: new Map([...toMark].filter(([id]) => correctable.has(id))),
        done: isForPupil ? done : noIds,
      },
      timeZone,
    )
  }, [data, days, toMark, done, isForPupil, timeZone])
  useEffect(() => {
    if (marks) onChange(marks)
  }, [marks, onChange])
  return null
}

const noIds: ReadonlySet<number> = new Set()

/** Returns the submissions to mark by homework, counted by the list or by My day. */
function useKnownToMark(): ReadonlyMap<number, number> {
  const funnels = useCachedFunnels()
  const homeworkOfDay = useCachedOfDay()
  return useMemo(() => {
    const counts = new Map(homeworkOfDay?.map(({ id, counts }) => [id, counts?.to_correct ?? 0]))
    for (const [id, funnel] of funnels) if (funnel !== 'failed') counts.set(id, funnel.toCorrect)
    return counts
  }, [funnels, homeworkOfDay])
}

/** Returns the homework that a pupil has handed in or got back. Work that is being sent counts. */
function useKnownDone(): ReadonlySet<number> {
  const submissions = useOwnSubmissions([], 0)
  const pending = usePendingHandInStates()
  const homeworkOfDay = useCachedOfDay()
  return useMemo(() => {
    const isDone = (status: { is_submitted: boolean; is_corrected: boolean }) =>
      status.is_submitted || status.is_corrected
    const ids = new Set(
      homeworkOfDay?.filter(row => row.own_status && isDone(row.own_status)).map(({ id }) => id),
    )
    for (const [id, submission] of submissions) {
      if (typeof submission === 'string') continue
      if (isDone(submission)) ids.add(id)
      else ids.delete(id)
    }
    for (const [id, state] of pending) {
      if (state === 'sending') ids.add(id)
      else ids.delete(id)
    }
    return ids
  }, [submissions, pending, homeworkOfDay])
}

/** Returns the homework that My day has loaded, unless it is outdated. */
function useCachedOfDay(): readonly MyHomework[] | undefined {
  const client = useQueryClient()
  const [source] = useState(() => {
    const [resource, path] = keyOf(homework.mine, {})
    const cache = client.getQueryCache()
    return {
      read: () =>
        cache
          .findAll({ queryKey: [resource, path] })
          .find(({ state }) => state.data !== undefined && !state.isInvalidated)?.state.data as
          | Rows<MyHomework>
          | undefined,
      subscribe: (listener: () => void) =>
        cache.subscribe(({ type, query: { queryKey } }) => {
          if (type !== 'added' && queryKey[0] === resource && queryKey[1] === path) listener()
        }),
    }
  })
  return useSyncExternalStore(source.subscribe, source.read)?.rows
}
