import { type Permission, targetUserId } from '../../contract/permissions.ts'
import { isPerson, type Role, roleOf } from './grants.ts'
import type { KnownPerson } from './people.ts'
import type { Heir } from './permissionWrites.ts'

/** Somebody content can be handed over to, and what they are until then; no role where they have no access yet. */
export type HeirChoice = { key: string; heir: Heir; role: Role | undefined; isTeacher: boolean | undefined }

const rank: Record<Role, number> = { adminReads: 0, admin: 0, write: 1, read: 2 }
/** As many as one looks through: anybody else can be added to the list first. */
const most = 50

/** Whoever has access but the one who gives it up, teachers and those with most rights first; then other teachers known. */
export function heirsOf(
  rows: readonly Permission[],
  own: Permission,
  people: ReadonlyMap<number, KnownPerson>,
  nameOf: (grant: Permission) => string,
): readonly HeirChoice[] {
  const here = rows
    .filter(({ id, target }) => id !== own.id && isPerson(target))
    .map(grant => {
      const userId = targetUserId(grant.target)
      return {
        key: `grant ${grant.id}`,
        heir: { name: nameOf(grant), grantId: grant.id },
        role: roleOf(grant),
        isTeacher: userId === undefined ? undefined : people.get(userId)?.isTeacher,
      }
    })
    .sort(
      (a, b) =>
        Number(b.isTeacher === true) - Number(a.isTeacher === true) ||
        rank[a.role] - rank[b.role] ||
        a.heir.name.localeCompare(b.heir.name),
    )
  const taken = new Set(rows.map(({ target }) => targetUserId(target)))
  const others = [...people.values()]
    .filter(({ id, isTeacher }) => isTeacher === true && !taken.has(id))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name, isTeacher }) => ({
      key: `person ${id}`,
      heir: { name, userId: id },
      role: undefined,
      isTeacher,
    }))
  return [...here, ...others].slice(0, most)
}
