import type { Selectable } from 'kysely'
import { notFound } from '../../http/problem.ts'
import type { Homeworks, Submissions } from '../db/homeworkSchema.ts'
import type { Db } from '../db/schema.ts'

/** Lock permissions, homework and submission in this order, to avoid deadlocks. */
export type LockedSubmission = { homework: Selectable<Homeworks>; submission: Selectable<Submissions> }

/** Throws 404. */
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

/** Creates the row if necessary. Throws 404. */
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
