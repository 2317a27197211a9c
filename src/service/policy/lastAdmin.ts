import type { Db } from '../db/schema.ts'
import { Problem } from '../http/problem.ts'
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

/** Throws 409. */
export async function requireOtherAdmin(db: Db, content: Content, userId: number): Promise<void> {
  if (await hasOtherAdmin(db, content, userId)) return
  const message = 'This is the last administrator. Make somebody else one first.'
  throw new Problem(409, 'last_admin', message)
}
