import type { Expression } from 'kysely'
import { ancestorsOf, descendantsOf } from '../db/fileTree.ts'
import type { Db } from '../db/schema.ts'
import type { Content } from '../policy/content.ts'
import { selectClassHolders } from '../policy/grants.ts'

/**
 * Union of these groups. Resolved when the change is sent, because access may end before. Do not rename fields:
 * processes of different releases exchange them.
 */
export type Audience = {
  people?: readonly number[]
  membersOf?: number | undefined
  pupilsOf?: number | undefined
  holdersOf?: Content
  /** Grant on a file or a folder above it. */
  holdersOnWay?: number
  writersOf?: Content
  /** Grant inside a folder, but not on it. */
  holdersWithin?: number
  /** Grant on homework or lesson contents of a subject. */
  holdersBelow?: number
}

/** Sends at most one query. */
export async function resolveAudience(db: Db, audience: Audience): Promise<ReadonlySet<number>> {
  const [first, ...rest] = audienceQueries(db, audience)
  if (!first) return new Set(audience.people)
  const query = rest.reduce((all, part) => all.unionAll(part), first)
  const rows = await query.execute()
  return new Set([...(audience.people ?? []), ...rows.map(({ user_id }) => user_id)])
}

function audienceQueries(db: Db, audience: Audience) {
  const { membersOf, pupilsOf, holdersOf, holdersOnWay, writersOf, holdersWithin, holdersBelow } = audience
  const members = (courseId: number) =>
    db
      .selectFrom('memberships')
      .select('memberships.user_id as user_id')
      .where('memberships.course_id', '=', courseId)
      .where('memberships.is_accepted', '=', 1)
  const pupils = (courseId: number) =>
    members(courseId).innerJoin('users', 'users.id', 'memberships.user_id').where('users.is_teacher', '=', 0)
  /** People with a permission, and members of classes with one. */
  const holders = (
    field: Content['field'],
    ids: readonly number[] | Expression<number>,
    { isWrite = false } = {},
  ) => {
    const people = db
      .selectFrom('permissions')
      .select('permissions.user_id as user_id')
      .where('permissions.resource_field', '=', field)
      .where('permissions.resource_id', 'in', ids)
    const classMembers = selectClassHolders(db, field).where('class_permissions.resource_id', 'in', ids)
    return isWrite
      ? [
          people.where('permissions.is_write', '=', 1),
          classMembers.where('class_permissions.is_write', '=', 1),
        ]
      : [people, classMembers]
  }
  const holdersOnPath = (id: number) =>
    holders('file_id', ancestorsOf(db, id).select('ancestors.id').$asScalar())
  const holdersInFolder = (id: number) =>
    holders(
      'file_id',
      descendantsOf(db, id).select('descendants.id').where('descendants.id', '!=', id).$asScalar(),
    )
  const idsOfLesson = (table: 'homeworks' | 'lesson_contents', id: number) =>
    db.selectFrom(table).select('id').where('lesson_id', '=', id).$asScalar()
  return [
    membersOf !== undefined && [members(membersOf)],
    pupilsOf !== undefined && [pupils(pupilsOf)],
    holdersOf && holders(holdersOf.field, [holdersOf.id]),
    holdersOnWay !== undefined && holdersOnPath(holdersOnWay),
    writersOf && holders(writersOf.field, [writersOf.id], { isWrite: true }),
    holdersWithin !== undefined && holdersInFolder(holdersWithin),
    holdersBelow !== undefined && holders('todo_id', idsOfLesson('homeworks', holdersBelow)),
    holdersBelow !== undefined && holders('lesson_comment_id', idsOfLesson('lesson_contents', holdersBelow)),
  ].flatMap(parts => parts || [])
}
