import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { courses } from '../../../contract/courses.ts'
import type { MatrixAddress } from './accessLoader.ts'
import { createGrantStore, type Grants } from './grantStore.ts'
import { matrixFacts } from './matrixFacts.ts'
import { type Matrix, narrowed } from './narrowed.ts'
import { type MatrixPerson, membersOf, peopleOf } from './people.ts'
import { type Asking, createPrefetchQueue } from './prefetchQueue.ts'
import type { ThingAccess } from './thingAccess.ts'
import { entriesOf, type Thing } from './things.ts'
import { useThings } from './useThings.ts'

/** Everything of a class that access can be given to, everybody who has it, and the part of both that is shown. */
export function useClassAccess(courseId: number, address: MatrixAddress, collator: Intl.Collator) {
  const people = useMembers(courseId, collator)
  const grants = useGrants()
  const seenFiles = [...grants.access.keys()].filter(key => key.startsWith('file_id.')).join(' ')
  const things = useThings({
    courseId,
    older: address.older,
    seenFiles,
    collator,
  })
  const loading = people.loading || things.loading.length > 0

  const { members } = people
  const access = useMemo(
    () => withUnasked(grants.access, entriesOf(things.groups)),
    [grants.access, things.groups],
  )
  const all = useMemo((): Matrix => {
    const known = entriesOf(things.groups).flatMap(({ key }) => {
      const found = access.get(key)
      return found?.state === 'known' ? [found] : []
    })
    return { people: peopleOf(members, known, collator), things: things.groups }
  }, [members, access, things.groups, collator])
  const { find, kind, onlyOneAdmin } = address
  const shown = useMemo(
    () => narrowed(all, access, { find, kind, onlyOneAdmin }),
    [all, access, find, kind, onlyOneAdmin],
  )
  const wanted = useMemo(
    // What the filter shows goes before the rest.
    () => (loading ? [] : [...new Set([...entriesOf(shown.things), ...entriesOf(all.things)])]),
    [loading, shown.things, all.things],
  )
  const asking = useAsking(wanted)
  return {
    loading,
    things,
    people,
    grants,
    access,
    all,
    shown,
    facts: matrixFacts(all.things, all.people, access),
    asking,
    retry: () => {
      things.retry()
      if (people.error) people.retry()
      asking.again()
    },
  }
}

const hidden = { state: 'hidden' } as const
const unasked = { state: 'unasked' } as const

/** With what the lists tell of things that nothing is asked about. What was learned all the same, in the drawer, stands. */
function withUnasked(
  access: ReadonlyMap<string, ThingAccess>,
  things: readonly Thing[],
): ReadonlyMap<string, ThingAccess> {
  const closed = things.filter(({ key, seesAccess }) => seesAccess !== true && !access.has(key))
  if (closed.length === 0) return access
  const all = new Map(access)
  for (const { key, seesAccess } of closed) all.set(key, seesAccess === false ? hidden : unasked)
  return all
}

/** The people of a class. `unsupported`: this service does not list them. */
function useMembers(courseId: number, collator: Intl.Collator) {
  const { data, error, refetch } = useQuery(query(courses.members, { course_id: courseId }))
  const unsupported = !data && error instanceof ApiError && error.kind === 'unsupported'
  const signedOut = error instanceof ApiError && error.kind === 'signedOut'
  const members = useMemo(
    (): readonly MatrixPerson[] => membersOf(data?.rows ?? [], collator),
    [data, collator],
  )
  return {
    members,
    unsupported,
    unreadable: data?.unreadable ?? 0,
    loading: !data && !error,
    error: unsupported || signedOut ? null : error,
    retry: () => void refetch(),
  }
}

/** What is known about access, whoever asked for it. */
function useGrants(): Grants {
  const client = useQueryClient()
  const [store] = useState(() => createGrantStore(client))
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Asks for `wanted` one after another while the screen is there. */
function useAsking(wanted: readonly Thing[]): Asking {
  const client = useQueryClient()
  const [asking] = useState(() => createPrefetchQueue(client))
  useEffect(() => {
    asking.want(wanted)
  }, [asking, wanted])
  useEffect(
    () => () => {
      asking.want([])
      asking.show([])
    },
    [asking],
  )
  return asking
}
