import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { courses } from '../../../contract/courses.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import type { ContentRef } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { canManageAccess, grantOfPerson } from '../../access/grants.ts'
import { coverLane, coverLanePrefix, getEndOfDay, lastsUntil } from './coverGrants.ts'

/** Homework or a file of the sheet. */
export type CoverItem = { resource: ContentRef; courseId: number; className: string; title: string }

/** `until` is undefined for access without an end. `toGive` items need a request. */
export type ItemState =
  | { kind: 'loading' | 'toGive' | 'member' | 'refused' | 'failed' | 'unsupported' }
  | { kind: 'has'; until: string | undefined }
  | { kind: 'write'; write: Write }

type CoverAccess = {
  states: readonly ItemState[]
  /** Undefined while it is unknown. False: the service does not end access itself. */
  endsItself: boolean | undefined
}

/** Reads who has access to the items. Sends no request without a colleague. */
export function useCoverAccess(
  items: readonly CoverItem[],
  colleagueId: number | undefined,
  date: string,
): CoverAccess {
  const { timeZone } = useSchoolTime()
  const { id: ownId } = useCurrentUser()
  const writes = useWrites(coverLanePrefix(date))
  const isEnabled = colleagueId !== undefined
  const lists = useQueries({
    queries: items.map(({ resource: { field, id } }) => ({
      ...query(permissions.list, { [field]: id }),
      enabled: isEnabled,
    })),
  })
  const courseIds = [...new Set(items.map(({ courseId }) => courseId))]
  const memberIds = useQueries({
    queries: courseIds.map(course_id => ({ ...query(courses.members, { course_id }), enabled: isEnabled })),
    combine: results => results.map(({ data }) => (data?.rows ?? []).map(({ id }) => id)),
  })
  const end = getEndOfDay(date, timeZone)
  const getState = ({ resource, courseId }: CoverItem, index: number): ItemState => {
    if (colleagueId === undefined) return { kind: 'loading' }
    const write = writes.findLast(({ lane }) => lane === coverLane(date, colleagueId, resource))
    if (write && write.state !== 'done') return { kind: 'write', write }
    if (memberIds[courseIds.indexOf(courseId)]?.includes(colleagueId)) return { kind: 'member' }
    return readListState(lists[index], resource)
  }
  const readListState = (
    list: UseQueryResult<Rows<Permission>> | undefined,
    resource: ContentRef,
  ): ItemState => {
    if (!list || list.isPending) return { kind: 'loading' }
    if (!list.data) {
      if (isRefused(list.error)) return { kind: 'refused' }
      const isMissing = list.error instanceof ApiError && list.error.kind !== 'offline'
      return { kind: resource.field === 'file_id' && isMissing ? 'unsupported' : 'failed' }
    }
    const { rows } = list.data
    const grant = colleagueId === undefined ? undefined : grantOfPerson(rows, colleagueId)
    if (grant && lastsUntil(grant, end)) return { kind: 'has', until: grant.expires_at ?? undefined }
    return { kind: canManageAccess(rows, ownId) ? 'toGive' : 'refused' }
  }
  const rows = lists.flatMap(({ data }) => data?.rows ?? [])
  return {
    states: items.map(getState),
    endsItself: rows.length === 0 ? undefined : rows.some(({ expires_at }) => expires_at !== undefined),
  }
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && ['forbidden', 'noScope', 'notFound'].includes(error.kind)
