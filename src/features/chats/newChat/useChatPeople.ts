import { useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { usePeople } from '../../access/people/people.ts'
import type { PickedKey } from '../../access/people/pickerOptions.ts'
import { type OwnClass, useOwnClasses } from '../../access/people/useOwnClasses.ts'
import type { NewChatDraft } from './newChatDraft.ts'
import type { ChatTarget } from './newChatEntry.ts'

/** Returns the people and classes of a new chat and the props of the picker. `courseId`: class of the prefilled people. */
export function useChatPeople({ people: chosen, classes: chosenIds }: NewChatDraft, courseId?: number) {
  const t = useT('newChat')
  const tPeople = useT('people')
  const me = useCurrentUser().id
  const [isUsed, setUsed] = useState(false)
  const shouldFetch = isUsed || chosen.length + chosenIds.length > 0
  const known = usePeople(courseId, shouldFetch, shouldFetch)
  const { classes, isLoading } = useOwnClasses(shouldFetch)
  const otherPeople = new Map([...known.all].filter(([id]) => id !== me))
  const nameOf = (id: number) =>
    otherPeople.get(id)?.name ??
    chosen.find(person => person.id === id)?.name ??
    tPeople('byNumber', { id: String(id) })
  const chosenClasses = chosenIds.map(
    (id): OwnClass =>
      classes.find(one => one.id === id) ?? { id, title: nameOfClass(id), members: undefined },
  )
  const hasUnknownMembers = chosenClasses.some(({ members }) => !members)
  // A class that is a target needs no list of members.
  const loadingClass = chosenClasses.find(
    ({ members, isTarget }) => isTarget === undefined || (!isTarget && !members),
  )
  const classTargets = chosenClasses.filter(({ isTarget }) => isTarget)
  const idsOf = (classes: readonly OwnClass[]) =>
    classes.flatMap(({ members = [] }) => members.map(({ id }) => id))
  const readers = new Set([me, ...chosen.map(({ id }) => id), ...idsOf(chosenClasses)])
  const throughClass = new Set([me, ...idsOf(classTargets)])
  const targets: ChatTarget[] = [
    ...classTargets.map(({ id, title }) => ({ ids: { course_id: id }, name: title })),
    ...[...readers]
      .filter(id => !throughClass.has(id))
      .map(id => ({ ids: { user_id: id }, name: nameOf(id) })),
  ]
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
    targets,
    /** Number of classes that are one target each. */
    classCount: classTargets.length,
    /** Counts each person once. Undefined while the members of a class are unknown. */
    readerCount: hasUnknownMembers ? undefined : readers.size,
    problem: loadingClass && describeProblem(),
    picker: {
      people: { ...known, all: otherPeople },
      classes,
      selected,
      nameOf,
      getTakenReason,
      onFocus: () => setUsed(true),
    },
  }

  function nameOfClass(id: number): string {
    return tPeople('classNumber', { id: String(id) })
  }

  function describeProblem(): string {
    const named = loadingClass?.title ?? ''
    return t(isLoading ? 'errors.membersLoading' : 'errors.membersUnknown', { named })
  }
}
