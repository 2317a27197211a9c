import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { courses, type Member } from '../../../contract/courses.ts'
import { isPupil, me } from '../../../contract/me.ts'
import { useT } from '../../../i18n/useT.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'

/**
 * A class of the user. `members` is undefined while it loads. `isTarget`: the service gives access to the class as a
 * whole. Undefined while it is unknown.
 */
export type OwnClass = {
  id: number
  title: string
  members: readonly Member[] | undefined
  isTarget?: boolean | undefined
}

type OwnClassesOptions = {
  /** Without classes that are no target, and without requests for members. */
  onlyTargets?: boolean
}

/**
 * Returns the user's classes; none for pupils, who choose people (rule 63). Without a list of members, only those that are
 * a target. Fetches once `shouldFetch` is true.
 */
export function useOwnClasses(
  shouldFetch: boolean,
  { onlyTargets = false }: OwnClassesOptions = {},
): { classes: readonly OwnClass[]; isLoading: boolean } {
  const t = useT('people')
  const { data: profile } = useQuery({ ...query(me.get, {}), enabled: shouldFetch })
  const memberships = useQuery({ ...query(me.memberships, {}), enabled: shouldFetch })
  const isForPupil = profile !== undefined && isPupil(profile)
  const ownIds = (memberships.data?.rows ?? [])
    .filter(row => row.is_pending !== true)
    .map(row => row.course_id)
  const ids = isForPupil ? [] : ownIds
  const details = useQueries({
    queries: ids.map(course_id => ({ ...query(courses.get, { course_id }), enabled: shouldFetch })),
    combine: results => results.map(({ data, isLoading }) => ({ data, isLoading })),
  })
  const members = useQueries({
    queries: ids.map(course_id => ({
      ...query(courses.members, { course_id }),
      enabled: shouldFetch && !onlyTargets,
    })),
    combine: results =>
      results.map(({ data, isError, isLoading }) => ({ rows: data?.rows, isError, isLoading })),
  })
  const classes = ids.flatMap((id, index): OwnClass[] => {
    const { rows, isError } = members[index] ?? {}
    const { data, isLoading = true } = details[index] ?? {}
    const name = sanitizeName(data?.name ?? '').trim()
    const title = name ? t('classNamed', { name }) : t('classNumber', { id: String(id) })
    const isTarget = isLoading ? undefined : data?.accepts_permissions === true
    // A service may name a class without listing its members.
    const isOffered = isTarget || (!onlyTargets && !(isError && !rows))
    return isOffered ? [{ id, title, members: rows, isTarget }] : []
  })
  const isLoading =
    memberships.isLoading || [...details, ...members].some(({ isLoading: isPending }) => isPending)
  return { classes, isLoading }
}

/** Sends no request: the app shell fetches the classes. */
export function useOwnClassIds(): readonly number[] {
  const { data } = useQuery({ ...query(me.memberships, {}), enabled: false })
  return (data?.rows ?? []).filter(row => row.is_pending !== true).map(row => row.course_id)
}
