import type { Caller } from '../auth/caller.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import type { Db } from '../db/schema.ts'
import { type Content, findContent } from './content.ts'
import { findInheritedAccess } from './files.ts'

/** A class, `{ course_id: 7 }`, or a piece of content, `{ field: 'lesson_id', id: 12 }`. */
export type Resource = { course_id: number } | Content

/**
 * Relation of a caller to a class or content: membership of its class, and their grant on it. A caller has neither if
 * the content does not exist.
 */
export type CallerRelation = {
  member: boolean
  grant: { write: boolean; admin: boolean } | undefined
  /** Access to a file through a grant on it or on a folder above it, or by teaching the class. */
  inheritedAccess?: { write: boolean } | undefined
}

const stranger: CallerRelation = { member: false, grant: undefined }

/** Reads the relation of the caller to a class or content. `verdict` in policy.ts decides by it. */
export async function callerRelation(db: Db, caller: Caller, resource: Resource): Promise<CallerRelation> {
  if ('course_id' in resource)
    return { member: await belongsTo(db, caller, resource.course_id), grant: undefined }
  const content = await findContent(db, resource)
  if (!content) return stranger
  const [row] = await grantOf(db, { ...resource, userId: caller.userId })
  const inheritedAccess =
    resource.field === 'file_id' ? await findInheritedAccess(db, caller, resource.id) : undefined
  return {
    inheritedAccess,
    member: content.courseId !== null && (await belongsTo(db, caller, content.courseId)),
    grant: row && { write: row.is_write === 1, admin: row.is_admin === 1 },
  }
}

/** Only accepted members count. Pending members see no data yet. */
async function belongsTo(db: Db, caller: Caller, courseId: number): Promise<boolean> {
  const rows = await membershipOf(db, { courseId, userId: caller.userId })
  return rows.length > 0
}

const grantOf = compiledOnce((db, { field, id, userId }: Content & { userId: number }) =>
  db
    .selectFrom('permissions')
    .select(['is_write', 'is_admin'])
    .where('resource_field', '=', field)
    .where('resource_id', '=', id)
    .where('user_id', '=', userId),
)

const membershipOf = compiledOnce((db, { courseId, userId }: { courseId: number; userId: number }) =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .where('is_accepted', '=', 1),
)
