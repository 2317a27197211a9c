import { wordsOf } from '../../../lib/folded.ts'
import type { PeopleGroup } from './people.ts'
import type { ThingAccess } from './thingAccess.ts'
import { entriesOf, keep, type ThingGroup, type ThingKind } from './things.ts'

export type Matrix = { people: readonly PeopleGroup[]; things: readonly ThingGroup[] }
export type Filter = { find: string; kind: ThingKind | undefined; onlyOneAdmin: boolean }

/**
 * What a filter leaves. Each word narrows what it is found in: people by name, content by name, both where it is found in
 * both. A word found in neither leaves nothing.
 */
export function narrowed(
  { people, things }: Matrix,
  access: ReadonlyMap<string, ThingAccess>,
  { find, kind, onlyOneAdmin }: Filter,
): Matrix {
  const ofKind = keep(things, thing => {
    if (kind !== undefined && thing.kind !== kind) return false
    return !onlyOneAdmin || hasOnlyOneAdmin(access.get(thing.key))
  })
  const words = wordsOf(find)
  const ofPeople = words.filter(word => isIn(entriesOf(people), word))
  const ofThings = words.filter(word => isIn(entriesOf(ofKind), word))
  if (words.some(word => !ofPeople.includes(word) && !ofThings.includes(word))) return nothing
  return {
    people: ofPeople.length === 0 ? people : keep(people, hasAll(ofPeople)),
    things: ofThings.length === 0 ? ofKind : keep(ofKind, hasAll(ofThings)),
  }
}

export const hasOnlyOneAdmin = (access: ThingAccess | undefined): boolean =>
  access?.state === 'known' && access.onlyAdmin !== undefined

type Findable = { folded: string }
const isIn = (entries: readonly Findable[], word: string) =>
  entries.some(({ folded }) => folded.includes(word))
const hasAll =
  (words: readonly string[]) =>
  ({ folded }: Findable) =>
    words.every(word => folded.includes(word))
const nothing: Matrix = { people: [], things: [] }
