import { Badge, VisuallyHidden } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMatch } from 'react-router'
import { useStore } from 'zustand'
import { query } from '../../api/cache/query.ts'
import { responseInfoOf } from '../../api/client/responseInfo.ts'
import type { Rows } from '../../contract/endpoint.ts'
import { homework, type ListedHomework } from '../../contract/homework.ts'
import { isPupil, me } from '../../contract/me.ts'
import { myHomeworkQuery } from '../../features/day/useMyHomework.ts'
import { useWorkCounts } from '../../features/homework/list/useWorkCounts.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { parseDue } from '../../lib/due.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../AppContext.tsx'
import styles from './Shell.module.css'
import { useClasses } from './useClasses.ts'

/** Number of submissions to mark in a class, for a pupil of homework to hand in. */
export function HomeworkCount({ courseId, className }: { courseId: number; className: string }) {
  const t = useT('shell')
  const { data: profile } = useQuery(query(me.get, {}))
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const list = useHomeworkList(courseId, today)
  const rows = list?.rows.filter(({ course_id }) => course_id === courseId) ?? noHomework
  const counts = useWorkCounts(rows, responseInfoOf(list)?.requestedAt ?? 0)
  if (!profile) return null
  if (!isPupil(profile)) {
    const toMark = [...counts.values()].reduce((sum, { toCorrect }) => sum + toCorrect, 0)
    return <Count count={toMark} meaning={t('toMark', { className })} />
  }
  const toHandIn = rows.filter(
    ({ is_submissionable, own_status, until_datetime }) =>
      is_submissionable &&
      own_status?.is_submitted === false &&
      !own_status.is_corrected &&
      parseDue(until_datetime, timeZone).day >= today,
  )
  return <Count count={toHandIn.length} meaning={t('toHandIn', { className })} />
}

const noHomework: readonly ListedHomework[] = []

/** Returns the list of the class, or the cached one of My day. Requests the first when the page is idle. */
function useHomeworkList(courseId: number, today: string): Rows<ListedHomework> | undefined {
  const isIdle = useIsIdle()
  const isDay = useMatch(paths.day()) !== null
  const isMember = useClasses().list.some(({ id }) => id === courseId)
  const enabled = isIdle && !isDay && isMember
  const ofClass = useQuery({ ...query(homework.list, { course_id: courseId }), enabled }).data
  const ofDay = useQuery({ ...myHomeworkQuery(today), enabled: false }).data
  return isDay ? (ofDay ?? ofClass) : (ofClass ?? ofDay)
}

/** Hidden if it is 0 or unknown. */
function Count({ count, meaning }: { count: number; meaning: string }) {
  const format = useFormat()
  if (count === 0) return null
  return (
    <>
      {' '}
      <Badge className={`${styles.count} ${styles.plainCount}`} title={`${format.number(count)} ${meaning}`}>
        {count > maxShown ? `${maxShown}+` : format.number(count)} <VisuallyHidden>{meaning}</VisuallyHidden>
      </Badge>
    </>
  )
}

/**
 * Whether the page may fetch data that the user did not request: it is visible, no request is in flight or delayed by
 * the rate limit. Stays true afterwards, because these requests have background priority.
 */
function useIsIdle(): boolean {
  const { api } = useApp()
  const isBusy = useStore(api.freshness, ({ busyUntil }) => busyUntil !== undefined)
  const isVisible = useDocumentVisibility() === 'visible'
  const isFetching = useIsFetching() > 0
  const [wasIdle, setWasIdle] = useState(false)
  const isIdle = wasIdle || (isVisible && !isFetching && !isBusy)
  if (isIdle && !wasIdle) setWasIdle(true)
  return isIdle
}

/** A larger number does not fit into the narrow rail. */
const maxShown = 999
