import { foldText, splitWords } from '../../../lib/foldText.ts'
import { findPeople, type KnownPerson } from './people.ts'
import type { OwnClass } from './useOwnClasses.ts'

export type PickedKey = { kind: 'person' | 'class'; id: number }

export type PickerOption =
  | ({ kind: 'class' } & OwnClass)
  | ({ kind: 'person'; id: number } & ({ name: undefined } | Pick<KnownPerson, 'name' | 'isTeacher'>))

type PickerSearch = {
  people: ReadonlyMap<number, KnownPerson>
  classes: readonly OwnClass[]
  text: string
  isSelected: (key: PickedKey) => boolean
  isTaken: (userId: number) => boolean
  language: string
}

/** Returns classes whose title has all typed words, then people as in `findPeople`. */
export function getPickerOptions(search: PickerSearch): PickerOption[] {
  const { people, classes, text, isSelected, isTaken, language } = search
  const words = splitWords(text)
  const foundClasses = classes.filter(
    ({ id, title }) =>
      !isSelected({ kind: 'class', id }) && words.every(word => foldText(title).includes(word)),
  )
  const isHidden = (id: number) => isSelected({ kind: 'person', id }) || isTaken(id)
  return [
    ...foundClasses.map(found => ({ kind: 'class' as const, ...found })),
    ...findPeople(people.values(), text, isHidden, language).map(person => ({
      kind: 'person' as const,
      ...person,
    })),
  ]
}
