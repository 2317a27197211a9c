import type { Caller } from '../auth/caller.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/schema.ts'
import { type Content, forEachField, selectClassOf } from './content.ts'
import { findInheritedAccess } from './files.ts'
import { type Grant, selectClassLevel, toGrant } from './grants.ts'

export type Resource = { course_id: number } | Content

export type CallerRelation = {
  isMember: boolean
  grant: Grant | undefined
  /** Grant on a file or a folder above it, or teaching the class. */
  inheritedAccess?: { canWrite: boolean } | undefined
  /** Only for members of a class. */
  timetableVersion?: number | undefined
}

const noRelation: CallerRelation = { isMember: false, grant: undefined }

export async function readCallerRelation(
  db: Db,
  caller: Caller,
  resource: Resource,
): Promise<CallerRelation> {
  if ('course_id' in resource) {
    const [membership] = await selectMembership(db, { courseId: resource.course_id, userId: caller.userId })
    return {
      isMember: membership !== undefined,
      grant: undefined,
      timetableVersion: membership?.timetable_version,
    }
  }
  const [row] = await selectRelation[resource.field](db, { id: resource.id, userId: caller.userId })
  if (!row) return noRelation
  const inheritedAccess =
    resource.field === 'file_id' ? await findInheritedAccess(db, caller, resource.id) : undefined
  return {
    inheritedAccess,
    isMember: row.member_id !== null,
    grant: toGrant(row),
  }
}

const selectRelation = forEachField(field =>
  compileOnce((db, { id, userId }: { id: number; userId: number }) =>
    db
      .selectFrom(selectClassOf(db, { field, id }).as('content'))
      .leftJoin('permissions', join =>
        join
          .on('permissions.resource_field', '=', field)
          .on('permissions.resource_id', '=', id)
          .on('permissions.user_id', '=', userId),
      )
      .leftJoin('memberships', join =>
        join
          .onRef('memberships.course_id', '=', 'content.course_id')
          .on('memberships.user_id', '=', userId)
          .on('memberships.is_accepted', '=', 1),
      )
      .select(['permissions.is_write', 'permissions.is_admin', 'memberships.user_id as member_id'])
      .select(selectClassLevel(db, { field, id, userId }).as('class_is_write')),
  ),
)

/** Pending members see no data yet. */
const selectMembership = compileOnce((db, { courseId, userId }: { courseId: number; userId: number }) =>
  db
    .selectFrom('memberships')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .select('courses.timetable_version')
    .where('memberships.course_id', '=', courseId)
    .where('memberships.user_id', '=', userId)
    .where('memberships.is_accepted', '=', 1),
)
