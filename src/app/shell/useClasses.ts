import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { query } from '../../api/cache/query.ts'
import { courses } from '../../contract/courses.ts'
import { me } from '../../contract/me.ts'
import type { T } from '../../i18n/useT.ts'
import { takeCharacters } from '../../lib/truncateText.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useApp } from '../AppContext.tsx'

/** `isNameLoading`: show no substitute for the name, because the text would jump. The service may have no name. */
export type KnownClass = { id: number; name: string | undefined; isNameLoading: boolean; isAdded: boolean }

export type Classes = {
  list: readonly KnownClass[]
  isLoading: boolean
}

/** Returns the classes of the memberships, then those added by number. */
export function useClasses(): Classes {
  const { preferences } = useApp()
  const { id } = useCurrentUser()
  const { addedClasses } = useSyncExternalStore(preferences.subscribe, () => preferences.getUserMemory(id))
  const memberships = useQuery(query(me.memberships, {}))
  const memberRows = memberships.data?.rows
  const { memberNames, ids } = useMemo(() => {
    const rows = (memberRows ?? []).filter(row => row.is_pending !== true)
    const memberNames = new Map(rows.map(row => [row.course_id, row.course_name]))
    return { memberNames, ids: [...new Set([...memberNames.keys(), ...addedClasses])] }
  }, [memberRows, addedClasses])
  const names = useQueries({
    queries: ids.map(course_id => ({
      ...query(courses.get, { course_id }),
      enabled: memberNames.get(course_id) === undefined,
    })),
    combine: results =>
      results.map(({ data, isLoading }) => ({ name: data?.name, isNameLoading: isLoading })),
  })
  const list = useMemo(
    () =>
      ids.map((classId, index) => ({
        id: classId,
        name: memberNames.get(classId) ?? names[index]?.name,
        isNameLoading: names[index]?.isNameLoading ?? false,
        isAdded: !memberNames.has(classId),
      })),
    [ids, names, memberNames],
  )
  return { list, isLoading: memberships.isPending }
}

/** Returns the texts for a class: in a sentence, short, and for its badge. Without a name, they contain its number. */
export function classTitle(knownClass: { id: number; name: string | undefined }, t: T<'shell'>) {
  const name = knownClass.name?.trim()
  return name
    ? { title: t('classNamed', { name }), short: name, badge: takeCharacters(name, 3) }
    : {
        title: t('classNumber', { id: String(knownClass.id) }),
        short: `${knownClass.id}`,
        badge: knownClass.id < 1000 ? `${knownClass.id}` : '#',
      }
}
