import type { Member } from '../../../contract/courses.ts'
import { type Permission, targetUserId } from '../../../contract/permissions.ts'
import { byFamilyName } from '../../../lib/familyName.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { nameOfTarget, type Role, roleOf, targetKey } from '../grants.ts'
import type { Resource, ResourceKind } from './resources.ts'

/** Rows and columns in order. Each kind is together, below its own heading. */
export type Matrix = { people: readonly MatrixPerson[]; resources: readonly Resource[] }
export type Filter = { find: string; kind: ResourceKind | undefined; onlyOneAdmin: boolean }

/**
 * Returns the filtered matrix. Each word filters where it is found: people by name, content by name, or both. If a word
 * is found in neither, the result is empty.
 */
export function narrowed(
  { people, resources }: Matrix,
  access: ReadonlyMap<string, ResourceAccess>,
  { find, kind, onlyOneAdmin }: Filter,
): Matrix {
  const ofKind = resources.filter(
    resource =>
      (kind === undefined || resource.kind === kind) &&
      (!onlyOneAdmin || hasOnlyOneAdmin(access.get(resource.key))),
  )
  const words = wordsOf(find)
  const ofPeople = words.filter(word => people.some(({ folded }) => folded.includes(word)))
  const ofResources = words.filter(word => ofKind.some(({ folded }) => folded.includes(word)))
  if (words.some(word => !ofPeople.includes(word) && !ofResources.includes(word))) {
    return { people: [], resources: [] }
  }
  return {
    people: people.filter(({ folded }) => ofPeople.every(word => folded.includes(word))),
    resources: ofKind.filter(({ folded }) => ofResources.every(word => folded.includes(word))),
  }
}

export const hasOnlyOneAdmin = (access: ResourceAccess | undefined): boolean =>
  access?.state === 'known' && access.onlyAdmin !== undefined

export type MatrixFacts = ReturnType<typeof matrixFacts>

/**
 * Counts resources. `all`: their number. `loaded`: those with a final result. `failed`: those that may be requested
 * again. The other counts are parts of `loaded`.
 */
export function matrixFacts({ resources, people }: Matrix, access: ReadonlyMap<string, ResourceAccess>) {
  const pupils = new Set(people.filter(({ kind }) => kind === 'pupil').map(({ key }) => key))
  const counts = { loaded: 0, onlyOneAdmin: 0, pupilAdmin: 0, hidden: 0, unasked: 0, untold: 0, failed: 0 }
  const facts = { all: resources.length, ...counts }
  for (const { key } of resources) {
    const known = access.get(key)
    if (!known) continue
    if (known.state !== 'failed') facts.loaded++
    if (known.state !== 'known') facts[known.state]++
    else if (known.admins.some(admin => pupils.has(admin))) facts.pupilAdmin++
    if (hasOnlyOneAdmin(known)) facts.onlyOneAdmin++
  }
  return facts
}

/**
 * Kinds of rows in order. `member`: a member of the class whose role the service does not send. `group`: several
 * people.
 */
export const peopleKinds = ['teacher', 'pupil', 'member', 'group', 'other'] as const
export type PersonKind = (typeof peopleKinds)[number]

/** A row of the matrix. `name` is '' if it is unknown. */
export type MatrixPerson = {
  key: string
  name: string
  kind: PersonKind
  /** The name, folded for the search. */
  folded: string
}

/** Returns the members of a class, by family name. */
export const membersOf = (members: readonly Member[], language: string): MatrixPerson[] =>
  members
    .map(({ id, name, is_teacher }) =>
      person(personKey(id), name, is_teacher === undefined ? 'member' : is_teacher ? 'teacher' : 'pupil'),
    )
    .toSorted(byName(language))

/** Returns the members, and all others with a known grant. */
export function peopleOf(
  members: readonly MatrixPerson[],
  known: Iterable<KnownAccess>,
  language: string,
): MatrixPerson[] {
  const seen = new Set(members.map(({ key }) => key))
  const others: MatrixPerson[] = []
  for (const { grantees } of known) {
    for (const { key, name, many } of grantees) {
      if (seen.has(key)) continue
      seen.add(key)
      others.push(person(key, name, many ? 'group' : 'other'))
    }
  }
  others.sort(byName(language))
  return peopleKinds.flatMap(kind => [...members, ...others].filter(each => each.kind === kind))
}

function person(key: string, text: string, kind: PersonKind): MatrixPerson {
  const name = harmlessName(text).trim()
  return { key, name, kind, folded: folded(name) }
}

function byName(language: string) {
  const compare = byFamilyName(language)
  return (a: MatrixPerson, b: MatrixPerson) => compare(a, b) || (a.key < b.key ? -1 : 1)
}

/** Target of a grant: a person with the key `user.<id>`, or a group. */
export type Grantee = { key: string; name: string; many: boolean }

/** The grants on a resource. `admins` are keys of grantees. */
export type KnownAccess = {
  state: 'known'
  roles: ReadonlyMap<string, Role>
  grantees: readonly Grantee[]
  admins: readonly string[]
  /** The only admin, if that is one person. Undefined if unreadable grants may include another. */
  onlyAdmin: Grantee | undefined
  /** Number of grants that could not be read. */
  unreadable: number
}

/**
 * Access to a resource. `unasked`: it is unknown whether the user may see it, so it is not requested. `hidden`: only
 * people with access may see it (api.md § Permissions). `untold`: the resource was deleted, or the service does not
 * support its kind. `failed`: another request may succeed.
 */
export type ResourceAccess = KnownAccess | { state: 'hidden' | 'unasked' | 'untold' | 'failed' }

export const personKey = (userId: number): string => `user.${userId}`

/** Reads the grants on a resource. */
export function accessOf(permissions: readonly Permission[], unreadable = 0): KnownAccess {
  const roles = new Map<string, Role>()
  const grantees = new Map<string, Grantee>()
  const admins = new Set<string>()
  for (const permission of permissions) {
    const { target } = permission
    const userId = targetUserId(target)
    const key = userId === undefined ? targetKey(target) : personKey(userId)
    const name = nameOfTarget(target)
    grantees.set(key, { key, name, many: userId === undefined || target.targets_multiple_users })
    roles.set(key, roleOf(permission))
    if (permission.is_admin) admins.add(key)
  }
  const [first] = admins
  const only = admins.size === 1 && first !== undefined ? grantees.get(first) : undefined
  return {
    state: 'known',
    roles,
    grantees: [...grantees.values()],
    admins: [...admins],
    onlyAdmin: only?.many || unreadable > 0 ? undefined : only,
    unreadable,
  }
}
