import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { courses } from '../../../contract/courses.ts'
import { me } from '../../../contract/me.ts'
import { useT } from '../../../i18n/useT.ts'

export type NamedClass = { id: number; name: string }

/** Returns the names of classes. Without a name, they contain the number. Fetches names that the memberships lack. */
export function useClassNames(ids: readonly number[]): NamedClass[] {
  const t = useT('homework')
  const memberships = useQuery({ ...query(me.memberships, {}), enabled: false }).data?.rows
  const names = ids.map(id => memberships?.find(({ course_id }) => course_id === id)?.course_name)
  const found = useQueries({
    queries: ids.map((course_id, index) => ({
      ...query(courses.get, { course_id }),
      enabled: names[index] === undefined,
    })),
  })
  return ids.map((id, index) => ({
    id,
    name: (names[index] ?? found[index]?.data?.name)?.trim() || t('form.classes.number', { id: String(id) }),
  }))
}

/** Returns the user's other classes, sorted by name. Undefined while they load. `error`: the service does not list them. */
export function useOtherClasses(courseId: number): {
  classes: NamedClass[] | undefined
  error: Error | null
} {
  const { data, error } = useQuery(query(me.memberships, {}))
  const ids = (data?.rows ?? [])
    .filter(({ course_id, is_pending }) => is_pending !== true && course_id !== courseId)
    .map(({ course_id }) => course_id)
  const classes = useClassNames(ids)
  return {
    classes: data && classes.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })),
    error: data ? null : error,
  }
}
