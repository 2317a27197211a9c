import { paths } from '../../../app/paths.ts'
import { filters, type PupilFilter } from './pupilGroups.ts'

/** The filter in an address; what is none of ours counts as none. */
export const readFilter = (query: URLSearchParams): PupilFilter =>
  filters.find(filter => filter === query.get('show')) ?? 'all'

/** The desk at a pupil, with the filter of the list. */
export function deskAddress(
  { courseId, homeworkId }: { courseId: number; homeworkId: number },
  userId: number | undefined,
  filter: PupilFilter,
): string {
  const path = paths.desk(courseId, homeworkId, userId)
  return filter === 'all' ? path : `${path}?${new URLSearchParams({ show: filter })}`
}
