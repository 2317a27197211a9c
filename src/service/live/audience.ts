import type { Db } from '../db/schema.ts'
import type { Content } from '../rules/content.ts'
import { wayUp, within } from '../rules/files.ts'

/** Who receives a change: all that are named together. Looked up when it is sent, not before: access may end meanwhile. */
export type Audience = {
  people?: readonly number[]
  /** Accepted members of a class. */
  membersOf?: number | undefined
  /** Those of them who are no teachers. */
  pupilsOf?: number | undefined
  /** Who was given something on the content itself. */
  holdersOf?: Content
  /** Who was given something on a file or a folder above it. */
  holdersOnWay?: number
  /** Who may write it. */
  writersOf?: Content
  /** Who was given something on what is in a folder, and not on that alone. */
  holdersWithin?: number
  /** Who was given something on homework of a subject, or on what was taught in it. */
  holdersBelow?: number
}

/** The people of an audience, by one query where it takes any. */
export async function peopleOf(db: Db, audience: Audience): Promise<ReadonlySet<number>> {
  const [first, ...rest] = partsOf(db, audience)
  if (!first) return new Set(audience.people)
  const query = rest.reduce((all, part) => all.unionAll(part), first)
  const rows = await query.execute()
  return new Set([...(audience.people ?? []), ...rows.map(({ user_id }) => user_id)])
}

function partsOf(db: Db, audience: Audience) {
  const { membersOf, pupilsOf, holdersOf, holdersOnWay, writersOf, holdersWithin, holdersBelow } = audience
  const members = (courseId: number) =>
    db
      .selectFrom('memberships')
      .select('memberships.user_id as user_id')
      .where('memberships.course_id', '=', courseId)
      .where('memberships.is_accepted', '=', 1)
  const pupils = (courseId: number) =>
    members(courseId).innerJoin('users', 'users.id', 'memberships.user_id').where('users.is_teacher', '=', 0)
  const on = (field: Content['field']) =>
    db
      .selectFrom('permissions')
      .select('permissions.user_id as user_id')
      .where('permissions.resource_field', '=', field)
  const holders = ({ field, id }: Content) => on(field).where('permissions.resource_id', '=', id)
  const onWay = (id: number) =>
    on('file_id').where('permissions.resource_id', 'in', wayUp(db, id).select('way.id'))
  const inside = (id: number) =>
    on('file_id')
      .where('permissions.resource_id', 'in', within(db, id).select('within.id'))
      .where('permissions.resource_id', '!=', id)
  const ofLesson = (table: 'homeworks' | 'lesson_contents', id: number) =>
    db.selectFrom(table).select('id').where('lesson_id', '=', id)
  const onHomework = (id: number) =>
    on('todo_id').where('permissions.resource_id', 'in', ofLesson('homeworks', id))
  const onContents = (id: number) =>
    on('lesson_comment_id').where('permissions.resource_id', 'in', ofLesson('lesson_contents', id))
  return [
    membersOf !== undefined && members(membersOf),
    pupilsOf !== undefined && pupils(pupilsOf),
    holdersOf && holders(holdersOf),
    holdersOnWay !== undefined && onWay(holdersOnWay),
    writersOf && holders(writersOf).where('permissions.is_write', '=', 1),
    holdersWithin !== undefined && inside(holdersWithin),
    holdersBelow !== undefined && onHomework(holdersBelow),
    holdersBelow !== undefined && onContents(holdersBelow),
  ].filter(part => part !== undefined && part !== false)
}
