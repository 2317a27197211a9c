import type { Permission } from '../../../contract/permissions.ts'

/** A class and who is in it. */
export type ClassPeople = {
  name: string
  members: readonly { id: number; is_teacher?: boolean | undefined }[]
}

/** Who of which class can read a chat. */
export type Audience = { who: 'both' | 'pupils' | 'teachers'; className: string }

/** How many people have access; `undefined` where one of the targets is several people, and nobody says how many. */
export function countPeople(
  permissions: readonly Pick<Permission, 'target'>[] | undefined,
): number | undefined {
  if (!permissions || permissions.some(({ target }) => target.targets_multiple_users)) return undefined
  return new Set(permissions.map(({ target }) => target.ids.user_id)).size
}

/**
 * Names the class everybody with access belongs to, if there is one and most of it can read the chat: teachers who happen
 * to teach one class are not "the teachers of" it. Nothing is said of a chat of two or three.
 */
export function audienceOf(
  permissions: readonly Pick<Permission, 'target'>[],
  classes: readonly ClassPeople[],
): Audience | undefined {
  const ids = permissions.map(({ target }) => target.ids.user_id)
  if (ids.length < 4 || countPeople(permissions) === undefined) return undefined
  for (const { name, members } of classes) {
    // Who teaches is not told of everybody everywhere: then nothing is said of it.
    const teaches = new Map<unknown, boolean | undefined>(
      members.map(({ id, is_teacher }) => [id, is_teacher]),
    )
    if (!ids.every(id => teaches.get(id) !== undefined) || !isMost(ids, members)) continue
    const teachers = ids.filter(id => teaches.get(id)).length
    const who = teachers === 0 ? 'pupils' : teachers === ids.length ? 'teachers' : 'both'
    return { who, className: name }
  }
  return undefined
}

const isMost = (ids: readonly unknown[], members: ClassPeople['members']) => ids.length * 2 >= members.length
