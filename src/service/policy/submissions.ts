import type { Selectable } from 'kysely'
import { canHandIn } from '../../contract/submissions.ts'
import type { Caller } from '../auth/caller.ts'
import type { Homeworks, Submissions } from '../db/homeworkSchema.ts'
import type { Db } from '../db/schema.ts'
import { forbidden, notFound, Problem } from '../http/problem.ts'
import { roleIn } from './classes.ts'
import { requirePermission } from './policy.ts'

/**
 * A submission and its homework, locked against other writes. Locks are always acquired in the order permissions,
 * homework, submission, so that deadlocks can't occur.
 */
export type LockedSubmission = { homework: Selectable<Homeworks>; submission: Selectable<Submissions> }

/** Locks a homework against other writes and returns its latest state. Throws 404 if it does not exist. */
export async function lockHomework(trx: Db, todo_id: number): Promise<Selectable<Homeworks>> {
  const homework = await trx
    .updateTable('homeworks')
    .set(expression => ({ text: expression.ref('text') }))
    .where('id', '=', todo_id)
    .returningAll()
    .executeTakeFirst()
  if (!homework) throw notFound()
  return homework
}

/**
 * Locks the submission of a pupil against other writes. Creates its row if necessary. Throws 404 if the homework does
 * not exist.
 */
export async function lockSubmission(trx: Db, todo_id: number, user_id: number): Promise<LockedSubmission> {
  const homework = await lockHomework(trx, todo_id)
  const submission = await trx
    .insertInto('submissions')
    .values({ todo_id, user_id })
    .onConflict(conflict =>
      conflict
        .columns(['todo_id', 'user_id'])
        .doUpdateSet(expression => ({ user_id: expression.ref('excluded.user_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return { homework, submission }
}

/**
 * Locks the caller's own submission. Throws 404 if the homework is not visible to the caller, and 403 if the caller is
 * not a pupil of its class.
 */
export async function lockOwn(trx: Db, caller: Caller, todo_id: number): Promise<LockedSubmission> {
  const found = await trx
    .selectFrom('homeworks')
    .select('course_id')
    .where('id', '=', todo_id)
    .executeTakeFirst()
  if (!found) throw notFound()
  await requirePermission(trx, caller, 'read', { field: 'todo_id', id: todo_id })
  if ((await roleIn(trx, caller.userId, found.course_id)) !== 'pupil') {
    throw forbidden('Only pupils of the class do this.')
  }
  return lockSubmission(trx, todo_id, caller.userId)
}

/** Throws 409 if a correction was returned already, or if the homework accepts no submissions. */
export function requireOpenSubmission({ homework, submission }: LockedSubmission): void {
  const is_corrected = submission.corrected_at !== null
  if (canHandIn({ is_submissionable: homework.is_submissionable === 1 }, { is_corrected })) return
  throw new Problem(
    409,
    is_corrected ? 'corrected' : 'not_submissionable',
    is_corrected
      ? 'This was corrected already: nothing more can be handed in.'
      : 'Nothing is handed in to this homework.',
  )
}
