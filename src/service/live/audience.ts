import type { Db } from '../db/schema.ts'
import type { Content } from '../rules/content.ts'
import { wayUp, within } from '../rules/files.ts'

/** Who hears of a change, all that are named together. Asked when it is told, not before: access may go meanwhile. */
export type Audience = {
  people?: readonly number[]
  /** Accepted members of a class. */
  membersOf?: number | undefined
  /** Those of them who are no teachers. */
  pupilsOf?: number | undefined
  /** Who was given something on the content, or on a folder above it. */
  holdersOf?: Content
  /** Who may write it. */
  writersOf?: Content
  /** Who was given something on what is in a folder. */
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

function partsOf(
  db: Db,
  { membersOf, pupilsOf, holdersOf, writersOf, holdersWithin, holdersBelow }: Audience,
) {
  const members = (courseId: number) =>
    db
      .selectFrom('memberships')
      .select('memberships.user_id as user_id')
      .where('memberships.course_id', '=', courseId)
      .where('memberships.is_accepted', '=', 1)
  const holders = (field: Content['field']) =>
    db
      .selectFrom('permissions')
      .select('permissions.user_id as user_id')
      .where('permissions.resource_field', '=', field)
  return [
    membersOf !== undefined && members(membersOf),
    pupilsOf !== undefined &&
      members(pupilsOf)
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('users.is_teacher', '=', 0),
    holdersOf?.field === 'file_id' &&
      holders('file_id').where('permissions.resource_id', 'in', wayUp(db, holdersOf.id).select('way.id')),
    holdersOf &&
      holdersOf.field !== 'file_id' &&
      holders(holdersOf.field).where('permissions.resource_id', '=', holdersOf.id),
    writersOf &&
      holders(writersOf.field)
        .where('permissions.resource_id', '=', writersOf.id)
        .where('permissions.is_write', '=', 1),
    holdersWithin !== undefined &&
      holders('file_id').where(
        'permissions.resource_id',
        'in',
        within(db, holdersWithin).select('within.id'),
      ),
    holdersBelow !== undefined &&
      holders('todo_id').where(
        'permissions.resource_id',
        'in',
        db.selectFrom('homeworks').select('id').where('lesson_id', '=', holdersBelow),
      ),
    holdersBelow !== undefined &&
      holders('lesson_comment_id').where(
        'permissions.resource_id',
        'in',
        db.selectFrom('lesson_contents').select('id').where('lesson_id', '=', holdersBelow),
      ),
  ].filter(part => part !== undefined && part !== false)
}
