import { canHandIn } from '../../contract/submissions.ts'
import { forbidden, notFound, Problem } from '../../http/problem.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { findRole } from './classes.ts'
import { requirePermission } from './policy.ts'

/** Throws 404 if the homework is not visible, and 403 for non-pupils. */
export async function requireOwnSubmission(db: Db, caller: Caller, todo_id: number): Promise<void> {
  const homework = await db
    .selectFrom('homeworks')
    .select('course_id')
    .where('id', '=', todo_id)
    .executeTakeFirst()
  if (!homework) throw notFound()
  await requirePermission(db, caller, 'read', { field: 'todo_id', id: todo_id })
  if ((await findRole(db, caller.userId, homework.course_id)) !== 'pupil') {
    throw forbidden('Only pupils of the class do this.')
  }
}

/** Throws 409. */
export function requireOpenSubmission({
  is_submissionable,
  corrected_at,
}: {
  is_submissionable: 0 | 1
  corrected_at: string | null
}): void {
  const is_corrected = corrected_at !== null
  if (canHandIn({ is_submissionable: is_submissionable === 1 }, { is_corrected })) return
  throw new Problem(
    409,
    is_corrected ? 'corrected' : 'not_submissionable',
    is_corrected
      ? 'This was corrected already: nothing more can be handed in.'
      : 'Nothing is handed in to this homework.',
  )
}

export async function isCorrectionReturned(
  db: Db,
  { todo_id, user_id }: { todo_id: number; user_id: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('corrected_at')
    .where('todo_id', '=', todo_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined && row.corrected_at !== null
}
