import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { courses, type Member } from '../../../contract/courses.ts'
import { me } from '../../../contract/me.ts'
import { useT } from '../../../i18n/useT.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'

/** A class of the user. `members` is undefined while it loads. */
export type OwnClass = { id: number; title: string; members: readonly Member[] | undefined }

/** Returns the user's classes, except those without a list of members. Fetches once `shouldFetch` is true. */
export function useOwnClasses(shouldFetch: boolean): { classes: readonly OwnClass[]; isLoading: boolean } {
  const t = useT('people')
  const memberships = useQuery({ ...query(me.memberships, {}), enabled: shouldFetch })
  const ids = (memberships.data?.rows ?? []).filter(row => row.is_pending !== true).map(row => row.course_id)
  const names = useQueries({
    queries: ids.map(course_id => ({ ...query(courses.get, { course_id }), enabled: shouldFetch })),
    combine: results => results.map(({ data }) => data?.name),
  })
  const members = useQueries({
    queries: ids.map(course_id => ({ ...query(courses.members, { course_id }), enabled: shouldFetch })),
    combine: results =>
      results.map(({ data, isError, isLoading }) => ({ rows: data?.rows, isError, isLoading })),
  })
  const classes = ids.flatMap((id, index) => {
    const { rows, isError } = members[index] ?? {}
    const name = sanitizeName(names[index] ?? '').trim()
    const title = name ? t('classNamed', { name }) : t('classNumber', { id: String(id) })
    // A service may name a class without listing its members.
    return isError && !rows ? [] : [{ id, title, members: rows }]
  })
  return { classes, isLoading: memberships.isLoading || members.some(({ isLoading }) => isLoading) }
}
