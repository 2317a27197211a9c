import { useQueries } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { courses } from '../../../contract/courses.ts'
import { permissions } from '../../../contract/permissions.ts'
import { useEntries } from '../../../delivery/DeliveryContext.ts'
import { type Entry, isUnfinished } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import type { ContentRef } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { canManageAccess, grantOfPerson } from '../../access/grants.ts'
import { coverLane, coverLanePrefix, getEndOfDay, lastsUntil } from './coverGrants.ts'

/** Homework or a file of the sheet. */
export type CoverItem = { resource: ContentRef; courseId: number; className: string; title: string }

/** `until` is undefined for access without an end. `toGive` items need a request. */
export type ItemState =
  | { kind: 'loading' | 'toGive' | 'member' | 'refused' | 'failed' }
  | { kind: 'has'; until: string | undefined }
  | { kind: 'entry'; entry: Entry }

/** Returns who has access to each item. Sends no request without a colleague. */
export function useCoverAccess(
  items: readonly CoverItem[],
  colleagueId: number | undefined,
  date: string,
): ItemState[] {
  const { timeZone } = useSchoolTime()
  const { id: ownId } = useCurrentUser()
  const entries = useEntries(coverLanePrefix(date))
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
    const entry = entries.find(each => each.lane === coverLane(date, colleagueId, resource))
    if (entry && isUnfinished(entry)) return { kind: 'entry', entry }
    if (memberIds[courseIds.indexOf(courseId)]?.includes(colleagueId)) return { kind: 'member' }
    const list = lists[index]
    if (!list || list.isPending) return { kind: 'loading' }
    if (!list.data) return { kind: isRefused(list.error) ? 'refused' : 'failed' }
    const { rows } = list.data
    const grant = grantOfPerson(rows, colleagueId)
    if (grant && lastsUntil(grant, end)) return { kind: 'has', until: grant.expires_at ?? undefined }
    return { kind: canManageAccess(rows, ownId) ? 'toGive' : 'refused' }
  }
  return items.map(getState)
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && ['forbidden', 'noScope', 'notFound'].includes(error.kind)
