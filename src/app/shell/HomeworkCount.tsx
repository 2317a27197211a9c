import { Badge, VisuallyHidden } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMatch } from 'react-router'
import { useStore } from 'zustand'
import { query } from '../../api/cache/query.ts'
import { isPupil, me } from '../../contract/me.ts'
import { useCachedMarkCount, useHandInCount } from '../../features/day/useOwnCounts.ts'
import { useMarkCount } from '../../features/homework/list/useMarkCount.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { useApp } from '../AppContext.tsx'
import styles from './Shell.module.css'
import { useClasses } from './useClasses.ts'

/** Number of submissions to mark, for a pupil of homework to hand in. */
export function HomeworkCount({ courseId }: { courseId: number }) {
  const { data } = useQuery(query(me.get, {}))
  return data && isPupil(data) ? <ToHandIn courseId={courseId} /> : <ToMark courseId={courseId} />
}

function ToMark({ courseId }: { courseId: number }) {
  const t = useT('shell')
  const isIdle = useIsIdle()
  const isDay = useMatch(paths.day()) !== null
  const canPrefetch = useMayMark(courseId) && isIdle && !isDay
  const counted = useMarkCount(courseId, canPrefetch)
  const countedForDay = useCachedMarkCount(courseId)
  return <Count count={counted ?? countedForDay} meaning={t('toMark')} />
}

function ToHandIn({ courseId }: { courseId: number }) {
  const t = useT('shell')
  const isIdle = useIsIdle()
  return <Count count={useHandInCount(courseId, isIdle)} meaning={t('toHandIn')} />
}

/** Hidden if it is 0 or unknown. */
function Count({ count = 0, meaning }: { count: number | undefined; meaning: string }) {
  const format = useFormat()
  if (count === 0) return null
  return (
    <>
      {' '}
      <Badge className={`${styles.count} ${styles.plainCount}`}>
        {count > maxShown ? `${maxShown}+` : format.number(count)} <VisuallyHidden>{meaning}</VisuallyHidden>
      </Badge>
    </>
  )
}

/** Whether the user belongs to the class, and their profile says that they are not a pupil. */
function useMayMark(courseId: number): boolean {
  const { data } = useQuery(query(me.get, {}))
  const { list } = useClasses(false)
  return data !== undefined && !isPupil(data) && list.some(({ id }) => id === courseId)
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
