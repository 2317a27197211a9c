import { useTimeout } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo, useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { isNewForPupil, useOpenedHomework } from '../newHomework.ts'
import { usePendingHandInStates } from '../progress/handInStates.ts'
import type { HomeworkGroup, HomeworkRow } from './homeworkGroups.ts'
import { getIdsToCheck, getOwnStatus, groupByStatus, type OwnStatus } from './ownStatus.ts'
import { useOwnSubmissions } from './useOwnSubmissions.ts'
import { usePlacement } from './usePlacement.ts'

/** Status of the homework of a class for a pupil. */
export type OwnWork = {
  /** Undefined if the service does not show submissions to pupils. */
  groups: HomeworkGroup[] | undefined
  getStatus: (row: HomeworkRow) => OwnStatus
  /** Whether the user has not yet opened the homework, or its correction if it was returned. */
  isNew: (row: HomeworkRow) => boolean
  /** Whether the first statuses are loading, and the list should wait for them. */
  isChecking: boolean
}

/** In ms. After this time, the list appears without the missing statuses. */
const maxWait = 1500

type OwnWorkOptions = {
  tableRef: RefObject<HTMLElement | null>
  rows: readonly HomeworkRow[]
  filteredRows: readonly HomeworkRow[]
  visibleIds: readonly number[]
  today: string
  refetchKey: number
}

/** Returns undefined if the user is not known to be a pupil. */
export function useOwnWork(options: OwnWorkOptions): OwnWork | undefined {
  const { tableRef, rows, filteredRows, visibleIds, today, refetchKey } = options
  const user = useQuery(query(me.get, {})).data
  const isEnabled = user !== undefined && isPupil(user)
  const checkedIds = useMemo(() => (isEnabled ? getIdsToCheck(rows, today) : []), [isEnabled, rows, today])
  const submissionIds = useMemo(
    () => new Set(rows.filter(row => row.homework.is_submissionable).map(row => row.homework.id)),
    [rows],
  )
  const ids = new Set([...checkedIds, ...visibleIds.filter(id => isEnabled && submissionIds.has(id))])
  const submissions = useOwnSubmissions([...ids], refetchKey)
  const pending = usePendingHandInStates()

  const isSettled = rows.length > 0 && [...ids].every(id => submissions.has(id))
  // Rows move once everything is loaded, and not with each response.
  const [placed, setPlaced] = useState(submissions)
  usePlacement(tableRef, isSettled && placed !== submissions, () => setPlaced(submissions))
  const groups = useMemo(
    () => groupByStatus(filteredRows, { today, submissions: placed, checkedIds }),
    [filteredRows, today, placed, checkedIds],
  )
  const [hasWaited, setHasWaited] = useState(false)
  useTimeout(() => setHasWaited(true), maxWait, { autoInvoke: true })
  const opened = useOpenedHomework()
  const { timeZone } = useSchoolTime()
  if (!isEnabled) return undefined
  const states = [...submissions.values()]
  const isUnsupported = states.includes('unsupported') && states.every(state => typeof state === 'string')
  return {
    groups: isUnsupported ? undefined : groups,
    getStatus: row => {
      const { id } = row.homework
      return getOwnStatus(row, submissions.get(id), pending.get(id))
    },
    isNew: ({ homework }) => {
      const submission = submissions.get(homework.id)
      // Handed-in work that is not loaded must not appear as new.
      if (homework.is_submissionable && typeof submission !== 'object') return false
      return isNewForPupil(
        homework,
        typeof submission === 'object' ? submission : undefined,
        opened,
        timeZone,
      )
    },
    isChecking: rows.length > 0 && !isSettled && placed.size === 0 && !hasWaited,
  }
}
