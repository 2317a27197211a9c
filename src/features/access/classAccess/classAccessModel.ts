import type { Member } from '../../../contract/courses.ts'
import { type Permission, targetUserId } from '../../../contract/permissions.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { isPerson, nameOfTarget, targetKey } from '../grants.ts'
import { type AccessItem, createUnnamedItem, getResource, itemKey, itemKinds } from './accessItems.ts'

/** `member`: the service does not send the role. */
export const personKinds = ['teacher', 'pupil', 'member', 'other'] as const
export type PersonKind = (typeof personKinds)[number]

export type ItemAccess = {
  item: AccessItem
  grants: Permission[]
  /** Undefined for several admins, or if unreadable grants may include another. */
  onlyAdmin: Permission | undefined
}

export type PersonItem = ItemAccess & { grant: Permission }

/** A person or group with access, or a member without any. `name` is '' if unknown. */
export type Person = {
  key: string
  userId: number | undefined
  name: string
  foldedName: string
  kind: PersonKind
  items: PersonItem[]
}

export type ClassAccess = {
  people: readonly Person[]
  items: readonly ItemAccess[]
}

export type RoleCounts = { admin: number; onlyAdmin: number; write: number; read: number }

export const personKey = (userId: number): string => `user.${userId}`

const getPersonKey = (grant: Permission) => {
  const userId = targetUserId(grant.target)
  return userId === undefined ? targetKey(grant.target) : personKey(userId)
}

type ClassLists = {
  members: readonly Member[]
  items: readonly AccessItem[]
  grants: readonly Permission[]
  /** Some grants could not be read. */
  isIncomplete: boolean
  language: string
}

export function createClassAccess({
  members,
  items,
  grants,
  isIncomplete,
  language,
}: ClassLists): ClassAccess {
  const byItem = groupByItem(grants, items)
  const people = new Map(members.map(member => [personKey(member.id), createMemberPerson(member)]))
  const itemsWithAccess = [...byItem.values()].flatMap(({ item, grants: all }): ItemAccess[] =>
    all.length === 0 ? [] : [{ item, grants: all, onlyAdmin: isIncomplete ? undefined : findOnlyAdmin(all) }],
  )
  const order = new Map(itemKinds.map((kind, index) => [kind, index]))
  itemsWithAccess.sort((a, b) => (order.get(a.item.kind) ?? 0) - (order.get(b.item.kind) ?? 0))
  for (const access of itemsWithAccess) {
    for (const grant of access.grants) {
      const key = getPersonKey(grant)
      const person = people.get(key) ?? createTargetPerson(key, grant)
      people.set(key, person)
      person.items.push({ ...access, grant })
    }
  }
  const compare = compareByFamilyName(language)
  const sorted = [...people.values()].sort((a, b) => compare(a, b) || (a.key < b.key ? -1 : 1))
  return {
    people: personKinds.flatMap(kind => sorted.filter(person => person.kind === kind)),
    items: itemsWithAccess,
  }
}

/** Listed items come first, in their order. */
function groupByItem(grants: readonly Permission[], items: readonly AccessItem[]) {
  const byItem = new Map(items.map(item => [item.key, { item, grants: [] as Permission[] }]))
  for (const grant of grants) {
    const resource = getResource(grant)
    if (!resource) continue
    const key = itemKey(resource.field, resource.id)
    const entry = byItem.get(key) ?? { item: createUnnamedItem(resource), grants: [] }
    entry.grants.push(grant)
    byItem.set(key, entry)
  }
  return byItem
}

function findOnlyAdmin(grants: readonly Permission[]): Permission | undefined {
  const admins = grants.filter(({ is_admin }) => is_admin)
  return admins.length === 1 && admins[0] && isPerson(admins[0].target) ? admins[0] : undefined
}

function createMemberPerson({ id, name, is_teacher }: Member): Person {
  const kind = is_teacher === undefined ? 'member' : is_teacher ? 'teacher' : 'pupil'
  return createPerson(personKey(id), id, sanitizeName(name).trim(), kind)
}

const createTargetPerson = (key: string, { target }: Permission): Person =>
  createPerson(key, targetUserId(target), nameOfTarget(target), 'other')

const createPerson = (key: string, userId: number | undefined, name: string, kind: PersonKind): Person => ({
  key,
  userId,
  name,
  kind,
  foldedName: foldText(name),
  items: [],
})

export const isOnlyAdmin = ({ onlyAdmin, grant }: PersonItem): boolean => onlyAdmin?.id === grant.id

export function countRoles({ items }: Person): RoleCounts {
  const counts = { admin: 0, onlyAdmin: 0, write: 0, read: 0 }
  for (const personItem of items) {
    const { is_admin, is_write } = personItem.grant
    counts[is_admin ? 'admin' : is_write ? 'write' : 'read'] += 1
    if (isOnlyAdmin(personItem)) counts.onlyAdmin += 1
  }
  return counts
}

/** All words must occur in the folded name. */
export function filterByText<Entry>(
  entries: readonly Entry[],
  text: string,
  nameOf: (entry: Entry) => string,
): readonly Entry[] {
  const words = splitWords(text)
  if (words.length === 0) return entries
  return entries.filter(entry => words.every(word => nameOf(entry).includes(word)))
}
