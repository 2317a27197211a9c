import type { Member } from '../../../contract/courses.ts'
import { isNamedClass, type Permission, targetCourseId, targetUserId } from '../../../contract/permissions.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import { foldText, hasWords, splitSearchWords } from '../../../lib/foldText.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { isPerson, nameOfTarget, targetKey } from '../grants.ts'
import { type AccessItem, createUnnamedItem, getResource, itemKey, itemKinds } from './accessItems.ts'

export const personKinds = ['teacher', 'pupil', 'other'] as const
export type PersonKind = (typeof personKinds)[number]

export type ItemAccess = {
  item: AccessItem
  grants: Permission[]
  /** Undefined for several admins, or if unreadable grants may include another. */
  onlyAdmin: Permission | undefined
}

/** `grant` is that of the person, or of their class. `classGrant`: their class has a higher level. */
export type PersonItem = ItemAccess & { grant: Permission; classGrant?: Permission | undefined }

export const isThroughClass = ({ grant, classGrant }: PersonItem): boolean => grant === classGrant

/**
 * A person, class or other group with access, or a member without any. `name` is '' if unknown, and without "Class" for
 * a class.
 */
export type Person = {
  key: string
  userId: number | undefined
  courseId: number | undefined
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
  courseId: number
  members: readonly Member[]
  items: readonly AccessItem[]
  grants: readonly Permission[]
  /** Some grants could not be read. */
  isIncomplete: boolean
  language: string
}

export function createClassAccess({
  courseId,
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
    addThroughClass(access, members, people, courseId)
  }
  const compare = compareByFamilyName(language)
  const sorted = [...people.values()].sort((a, b) => compare(a, b) || (a.key < b.key ? -1 : 1))
  return {
    people: personKinds.flatMap(kind => sorted.filter(person => person.kind === kind)),
    items: itemsWithAccess,
  }
}

/** Adds the permission of the class to each of its members. */
function addThroughClass(
  access: ItemAccess,
  members: readonly Member[],
  people: ReadonlyMap<string, Person>,
  courseId: number,
): void {
  const classGrant = access.grants.find(({ target }) => targetCourseId(target) === courseId)
  if (!classGrant) return
  for (const { id } of members) {
    const person = people.get(personKey(id))
    const last = person?.items.at(-1)
    if (last?.item.key !== access.item.key) person?.items.push({ ...access, grant: classGrant, classGrant })
    else if (classGrant.is_write && !last.grant.is_write && !last.grant.is_admin) last.classGrant = classGrant
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
  return createPerson({
    ...{ key: personKey(id), userId: id, name: sanitizeName(name).trim() },
    kind: is_teacher ? 'teacher' : 'pupil',
  })
}

function createTargetPerson(key: string, { target }: Permission): Person {
  const courseId = isNamedClass(target) ? targetCourseId(target) : undefined
  const name = (courseId !== undefined && sanitizeName(target.name.trim())) || nameOfTarget(target)
  return createPerson({ key, userId: targetUserId(target), courseId, name, kind: 'other' })
}

const createPerson = ({
  courseId,
  ...person
}: Pick<Person, 'key' | 'userId' | 'name' | 'kind'> & { courseId?: number | undefined }): Person => ({
  ...person,
  courseId,
  foldedName: foldText(person.name),
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
  const words = splitSearchWords(text)
  if (words.length === 0) return entries
  return entries.filter(entry => hasWords(nameOf(entry), words))
}
