import type { Caller } from '../auth/caller.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/schema.ts'
import { type Content, findContent } from './content.ts'
import { findInheritedAccess } from './files.ts'

/** A class, `{ course_id: 7 }`, or content, `{ field: 'lesson_id', id: 12 }`. */
export type Resource = { course_id: number } | Content

/** Empty if the content does not exist. */
export type CallerRelation = {
  isMember: boolean
  grant: { canWrite: boolean; isAdmin: boolean } | undefined
  /** Through a grant on a file or a folder above it, or by teaching the class. */
  inheritedAccess?: { canWrite: boolean } | undefined
}

const noRelation: CallerRelation = { isMember: false, grant: undefined }

export async function readCallerRelation(
  db: Db,
  caller: Caller,
  resource: Resource,
): Promise<CallerRelation> {
  if ('course_id' in resource)
    return { isMember: await isMember(db, caller, resource.course_id), grant: undefined }
  const content = await findContent(db, resource)
  if (!content) return noRelation
  const [row] = await selectGrant(db, { ...resource, userId: caller.userId })
  const inheritedAccess =
    resource.field === 'file_id' ? await findInheritedAccess(db, caller, resource.id) : undefined
  return {
    inheritedAccess,
    isMember: content.courseId !== null && (await isMember(db, caller, content.courseId)),
    grant: row && { canWrite: row.is_write === 1, isAdmin: row.is_admin === 1 },
  }
}

/** Pending members see no data yet. */
async function isMember(db: Db, caller: Caller, courseId: number): Promise<boolean> {
  const rows = await selectMembership(db, { courseId, userId: caller.userId })
  return rows.length > 0
}

const selectGrant = compileOnce((db, { field, id, userId }: Content & { userId: number }) =>
  db
    .selectFrom('permissions')
    .select(['is_write', 'is_admin'])
    .where('resource_field', '=', field)
    .where('resource_id', '=', id)
    .where('user_id', '=', userId),
)

const selectMembership = compileOnce((db, { courseId, userId }: { courseId: number; userId: number }) =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('course_id', '=', courseId)
    .where('user_id', '=', userId)
    .where('is_accepted', '=', 1),
)
