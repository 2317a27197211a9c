import { Problem } from '../../http/problem.ts'
import type { Db } from '../db/schema.ts'
import type { Content } from './content.ts'

export async function hasOtherAdmin(db: Db, content: Content, userId: number): Promise<boolean> {
  const admin = await db
    .selectFrom('permissions')
    .select('user_id')
    .where('resource_field', '=', content.field)
    .where('resource_id', '=', content.id)
    .where('is_admin', '=', 1)
    .where('user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** False for a chat that only pupils administer. Its members can leave it (rule 63). */
export async function hasTeacherAsAdmin(db: Db, content: Content): Promise<boolean> {
  const admin = await db
    .selectFrom('permissions')
    .innerJoin('users', 'users.id', 'permissions.user_id')
    .select('users.id')
    .where('permissions.resource_field', '=', content.field)
    .where('permissions.resource_id', '=', content.id)
    .where('permissions.is_admin', '=', 1)
    .where('users.is_teacher', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

/** Throws 409. */
export async function requireOtherAdmin(db: Db, content: Content, userId: number): Promise<void> {
  if (await hasOtherAdmin(db, content, userId)) return
  const message = 'This is the last administrator. Make somebody else one first.'
  throw new Problem(409, 'last_admin', message)
}
