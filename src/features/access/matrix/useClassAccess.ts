import { useMemo } from 'react'
import { entriesOf } from './group.ts'
import type { MatrixAddress } from './matrixAddress.ts'
import { matrixFacts } from './matrixFacts.ts'
import { type Matrix, narrowed } from './narrowed.ts'
import { peopleOf } from './people.ts'
import { useAsking, useGrants } from './useGrants.ts'
import { useMembers } from './usePeople.ts'
import { useThings } from './useThings.ts'
import { withUnasked } from './withUnasked.ts'

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
