import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import { query } from '../../../api/cache/query.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { isNewForPupil, useOpenedHomework } from '../newHomework.ts'
import { usePendingHandIns } from '../progress/handInStates.ts'
import type { HomeworkGroup, HomeworkRow } from './homeworkGroups.ts'
import { getOwnStatus, groupByStatus, type OwnStatus, type StoredStatuses } from './ownStatus.ts'
import { usePlacement } from './usePlacement.ts'

/** Status of the homework of a class for a pupil. */
export type OwnWork = {
  /** Undefined if the service does not send the own status. */
  groups: HomeworkGroup[] | undefined
  getStatus: (row: HomeworkRow) => OwnStatus
  /** Whether the user has not yet opened the homework, or its correction if it was returned. */
  isNew: (row: HomeworkRow) => boolean
}

type OwnWorkOptions = {
  tableRef: RefObject<HTMLElement | null>
  rows: readonly HomeworkRow[]
  filteredRows: readonly HomeworkRow[]
  today: string
}

/** Returns undefined if the user is not known to be a pupil. */
export function useOwnWork({ tableRef, rows, filteredRows, today }: OwnWorkOptions): OwnWork | undefined {
  const user = useQuery(query(me.get, {})).data
  const pending = usePendingHandIns()
  const statuses: StoredStatuses = useMemo(
    () =>
      new Map(
        rows.flatMap(({ homework: { id, own_status } }) => (own_status ? [[id, own_status] as const] : [])),
      ),
    [rows],
  )
  const placed = usePlacement(tableRef, statuses)
  const groups = useMemo(
    () => groupByStatus(filteredRows, { today, allRows: rows, statuses: placed }),
    [filteredRows, today, rows, placed],
  )
  const opened = useOpenedHomework()
  const { timeZone } = useSchoolTime()
  if (!user || !isPupil(user)) return undefined
  return {
    groups: statuses.size > 0 ? groups : undefined,
    getStatus: ({ homework }) => getOwnStatus(homework, pending.get(homework.id)),
    isNew: ({ homework }) => isNewForPupil(homework, opened, timeZone),
  }
}
