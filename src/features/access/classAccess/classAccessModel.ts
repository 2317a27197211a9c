import type { Member } from '../../../contract/courses.ts'
import { type Permission, targetUserId } from '../../../contract/permissions.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { isPerson, nameOfTarget, targetKey } from '../grants.ts'
import { type AccessItem, contentOf, itemKey, itemKinds, unnamedItem } from './accessItems.ts'

/** Groups of the list of people. `member`: a member of the class whose role the service does not send. */
export const personKinds = ['teacher', 'pupil', 'member', 'other'] as const
export type PersonKind = (typeof personKinds)[number]

/** An item with all its grants. */
export type ItemAccess = {
  item: AccessItem
  grants: Permission[]
  /** The only admin, if that is one person. Undefined if unreadable grants may include another admin. */
  onlyAdmin: Permission | undefined
}

/** An item of a person, with the person's grant on it. */
export type HeldItem = ItemAccess & { grant: Permission }

/** A person or a group with access, or a member of the class without any. `name` is '' if it is unknown. */
export type Person = {
  key: string
  userId: number | undefined
  name: string
  folded: string
  kind: PersonKind
  held: HeldItem[]
}

export type ClassAccess = {
  people: readonly Person[]
  /** Items with at least one grant, by kind. */
  items: readonly ItemAccess[]
}

/** Number of items by role. `only`: items of which the person is the only admin. */
export type PersonFacts = { admin: number; only: number; write: number; read: number }

export const personKey = (userId: number): string => `user.${userId}`

const keyOfTarget = (grant: Permission) => {
  const userId = targetUserId(grant.target)
  return userId === undefined ? targetKey(grant.target) : personKey(userId)
}

type Given = {
  members: readonly Member[]
  /** Items of all lists, in order. */
  items: readonly AccessItem[]
  grants: readonly Permission[]
  /** Whether some grants could not be read. */
  isIncomplete: boolean
  language: string
}

/** Combines the lists of a class with its grants. */
export function classAccess({ members, items, grants, isIncomplete, language }: Given): ClassAccess {
  const byItem = grantsByItem(grants, items)
  const people = new Map(members.map(member => [personKey(member.id), personOfMember(member)]))
  const found = [...byItem.values()].flatMap(({ item, grants: all }): ItemAccess[] =>
    all.length === 0 ? [] : [{ item, grants: all, onlyAdmin: isIncomplete ? undefined : onlyAdminOf(all) }],
  )
  const order = new Map(itemKinds.map((kind, at) => [kind, at]))
  found.sort((a, b) => (order.get(a.item.kind) ?? 0) - (order.get(b.item.kind) ?? 0))
  for (const access of found) {
    for (const grant of access.grants) {
      const key = keyOfTarget(grant)
      const person = people.get(key) ?? personOfTarget(key, grant)
      people.set(key, person)
      person.held.push({ ...access, grant })
    }
  }
  const compare = compareByFamilyName(language)
  const sorted = [...people.values()].sort((a, b) => compare(a, b) || (a.key < b.key ? -1 : 1))
  return { people: personKinds.flatMap(kind => sorted.filter(person => person.kind === kind)), items: found }
}

/** Groups grants by item. The items of the lists come first, in their order. */
function grantsByItem(grants: readonly Permission[], items: readonly AccessItem[]) {
  const byItem = new Map(items.map(item => [item.key, { item, grants: [] as Permission[] }]))
  for (const grant of grants) {
    const of = contentOf(grant)
    if (!of) continue
    const key = itemKey(of.field, of.id)
    const entry = byItem.get(key) ?? { item: unnamedItem(of), grants: [] }
    entry.grants.push(grant)
    byItem.set(key, entry)
  }
  return byItem
}

function onlyAdminOf(grants: readonly Permission[]): Permission | undefined {
  const admins = grants.filter(({ is_admin }) => is_admin)
  return admins.length === 1 && admins[0] && isPerson(admins[0].target) ? admins[0] : undefined
}

function personOfMember({ id, name, is_teacher }: Member): Person {
  const kind = is_teacher === undefined ? 'member' : is_teacher ? 'teacher' : 'pupil'
  return person(personKey(id), id, sanitizeName(name).trim(), kind)
}

const personOfTarget = (key: string, { target }: Permission): Person =>
  person(key, targetUserId(target), nameOfTarget(target), 'other')

const person = (key: string, userId: number | undefined, name: string, kind: PersonKind): Person => ({
  ...{ key, userId, name, kind, folded: foldText(name), held: [] },
})

export const isOnlyAdmin = ({ onlyAdmin, grant }: HeldItem): boolean => onlyAdmin?.id === grant.id

export function factsOf({ held }: Person): PersonFacts {
  const facts = { admin: 0, only: 0, write: 0, read: 0 }
  for (const each of held) {
    const { is_admin, is_write } = each.grant
    facts[is_admin ? 'admin' : is_write ? 'write' : 'read'] += 1
    if (isOnlyAdmin(each)) facts.only += 1
  }
  return facts
}

/** Returns the entries whose folded name contains all words of the text. */
export function matching<Entry>(
  entries: readonly Entry[],
  text: string,
  nameOf: (entry: Entry) => string,
): readonly Entry[] {
  const words = splitWords(text)
  if (words.length === 0) return entries
  return entries.filter(entry => words.every(word => nameOf(entry).includes(word)))
}
