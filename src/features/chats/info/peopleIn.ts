import { type Permission, targetUserId } from '../../../contract/permissions.ts'
import { folded, wordsOf } from '../../../lib/folded.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** What somebody may do in a chat, as the flags of the grant say. */
export type Role = 'admin' | 'adminReads' | 'write' | 'read'

/** One entry of the list of people. `many`: a group, whose people nobody lists. */
export type PersonIn = { id: number; name: string; role: Role; own: boolean; many: boolean }

const roleOf = ({ is_admin, is_write }: Pick<Permission, 'is_admin' | 'is_write'>): Role => {
  if (is_admin) return is_write ? 'admin' : 'adminReads'
  return is_write ? 'write' : 'read'
}
const rank: Record<Role, number> = { admin: 0, adminReads: 0, write: 1, read: 2 }

/** Who has access, admins first, then by name. */
export const peopleIn = (permissions: readonly Permission[], personId: number): PersonIn[] =>
  permissions
    .map(permission => ({
      id: permission.id,
      name: harmlessName(permission.target.name || permission.target.display_name),
      role: roleOf(permission),
      own: targetUserId(permission.target) === personId,
      many: permission.target.targets_multiple_users,
    }))
    .sort((a, b) => rank[a.role] - rank[b.role] || a.name.localeCompare(b.name) || a.id - b.id)

/** Those in whose name every word is found. */
export function findPeople(people: readonly PersonIn[], find: string): readonly PersonIn[] {
  const words = wordsOf(find)
  return people.filter(({ name }) => words.every(word => folded(name).includes(word)))
}
