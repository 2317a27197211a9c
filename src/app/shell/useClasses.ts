import { useQueries, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { query } from '../../api/cache/query.ts'
import { courses } from '../../contract/courses.ts'
import { me } from '../../contract/me.ts'
import type { T } from '../../i18n/useT.ts'
import { firstCharacters } from '../../lib/cutText.ts'
import { useCurrentUser } from '../../session/currentUser.ts'
import { useApp } from '../AppContext.tsx'

/**
 * A class that the user can switch to. `naming`: the name is still loading, so show no substitute for it, because the
 * text would jump. `name` is also missing if the service has none.
 */
export type KnownClass = { id: number; name: string | undefined; naming: boolean; added: boolean }

export type Classes = {
  list: readonly KnownClass[]
  /** Whether the classes of the user are still loading. */
  loading: boolean
}

/** Returns the classes of the memberships, then those added by number. */
export function useClasses(): Classes {
  const { preferences } = useApp()
  const { id } = useCurrentUser()
  const { addedClasses } = useSyncExternalStore(preferences.subscribe, () => preferences.person(id))
  const memberships = useQuery(query(me.memberships, {}))
  const own = (memberships.data?.rows ?? []).filter(row => row.is_pending !== true).map(row => row.course_id)
  const ids = [...new Set([...own, ...addedClasses])]
  const names = useQueries({
    queries: ids.map(course_id => query(courses.get, { course_id })),
    combine: answers => answers.map(({ data, isPending }) => ({ name: data?.name, naming: isPending })),
  })
  const list = ids.map((course, at) => ({
    id: course,
    name: names[at]?.name,
    naming: names[at]?.naming ?? false,
    added: !own.includes(course),
  }))
  return { list, loading: memberships.isPending }
}

/** Returns the texts for a class: in a sentence, short, and for its badge. Without a name, they contain its number. */
export function classTitle(known: { id: number; name: string | undefined }, t: T<'shell'>) {
  const name = known.name?.trim()
  return name
    ? { title: t('classNamed', { name }), short: name, crest: firstCharacters(name, 3) }
    : {
        title: t('classNumber', { id: String(known.id) }),
        short: `${known.id}`,
        crest: known.id < 1000 ? `${known.id}` : '#',
      }
}
