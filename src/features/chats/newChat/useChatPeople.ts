import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { usePeople } from '../../access/people/people.ts'
import type { PickedKey } from '../../access/people/pickerOptions.ts'
import { useOwnClasses } from '../../access/people/useOwnClasses.ts'
import type { NewChatValues, PersonToAdd } from './newChatDraft.ts'

/** Returns the people of a new chat and the props of the picker. `courseId`: class of the prefilled people. */
export function useChatPeople({ people: chosen, classes: chosenIds }: NewChatValues, courseId?: number) {
  const t = useT('newChat')
  const tPeople = useT('people')
  const me = useCurrentUser().id
  const [isUsed, setUsed] = useState(false)
  const shouldFetch = isUsed || chosen.length + chosenIds.length > 0
  const known = usePeople(courseId, shouldFetch, shouldFetch)
  const { classes, isLoading } = useOwnClasses(shouldFetch)
  const others = new Map([...known.all].filter(([id]) => id !== me))
  const nameOf = (id: number) =>
    others.get(id)?.name ??
    chosen.find(person => person.id === id)?.name ??
    tPeople('byNumber', { id: String(id) })
  const chosenClasses = chosenIds.map(id => classes.find(one => one.id === id) ?? { id, title: undefined })
  const loadingClass = chosenClasses.find(one => !('members' in one && one.members))
  const readers = new Set([
    me,
    ...chosen.map(({ id }) => id),
    ...chosenClasses.flatMap(one => ('members' in one ? (one.members ?? []).map(({ id }) => id) : [])),
  ])
  const people: Required<PersonToAdd>[] = [...readers]
    .filter(id => id !== me)
    .map(id => ({ id, name: nameOf(id) }))
  const selected: PickedKey[] = [
    ...chosenIds.map(id => ({ kind: 'class' as const, id })),
    ...chosen.map(({ id }) => ({ kind: 'person' as const, id })),
  ]
  const getTakenReason = (id: number, name: string) => {
    const ofClass = classes.find(
      one => chosenIds.includes(one.id) && one.members?.some(member => member.id === id),
    )
    return ofClass && tPeople('alreadyInClass', { name, named: ofClass.title })
  }
  return {
    people,
    /** Undefined while the members of a class are unknown. */
    readerCount: loadingClass ? undefined : readers.size,
    problem: loadingClass && describeProblem(),
    picker: {
      people: { ...known, all: others },
      classes,
      selected,
      nameOf,
      getTakenReason,
      onFocus: () => setUsed(true),
    },
  }

  function describeProblem(): string {
    const named = loadingClass?.title ?? tPeople('classNumber', { id: String(loadingClass?.id) })
    return t(isLoading ? 'errors.membersLoading' : 'errors.membersUnknown', { named })
  }
}
