import { marking, markingExpiryMs } from '../../contract/marking.ts'
import { invalid } from '../../http/problem.ts'
import type { Db } from '../db/schema.ts'
import { maxId } from '../http/parse.ts'
import { findRole } from '../policy/classes.ts'
import { requirePermission } from '../policy/policy.ts'
import { serializeMarking } from '../serialize/marking.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** Which pupil each teacher has open at the desk (docs/decisions/078). */
export const markingRoutes = [
  defineRoute(marking.get, async ({ params: { todo_id }, caller, db, clock, serializeContext }) => {
    await requirePermission(db, caller, 'write', { field: 'todo_id', id: todo_id })
    return serializeMarking(db, todo_id, { now: clock(), ...serializeContext })
  }),

  defineWriteRoute(
    marking.set,
    async ({ params: { todo_id }, body, caller, db, changed, clock, serializeContext }) => {
      await requirePermission(db, caller, 'write', { field: 'todo_id', id: todo_id })
      if (body.pupil_id !== null) await requirePupil(db, todo_id, body.pupil_id)
      const now = clock()
      const { pupil_id } = body
      const { userId: user_id } = caller
      // Also those of other homework, so that a user leaves few rows.
      await db
        .deleteFrom('open_submissions')
        .where('user_id', '=', user_id)
        .where('expires_at', '<=', new Date(now).toISOString())
        .execute()
      const own = db
        .selectFrom('open_submissions')
        .select('pupil_id')
        .where('todo_id', '=', todo_id)
        .where('user_id', '=', user_id)
      const previousId = (await own.executeTakeFirst())?.pupil_id ?? null
      if (pupil_id === null) {
        await db
          .deleteFrom('open_submissions')
          .where('todo_id', '=', todo_id)
          .where('user_id', '=', user_id)
          .execute()
      } else {
        const expires_at = new Date(now + markingExpiryMs).toISOString()
        await db
          .insertInto('open_submissions')
          .values({ todo_id, user_id, pupil_id, expires_at })
          .onConflict(conflict =>
            conflict.columns(['todo_id', 'user_id']).doUpdateSet({ pupil_id, expires_at }),
          )
          .execute()
      }
      // Other users do not see a renewal.
      if (pupil_id !== previousId) changed('marking', { todo_id })
      return serializeMarking(db, todo_id, { now, ...serializeContext })
    },
  ),
]

/** Throws 422 for users who are neither pupils of the class nor have handed in. */
async function requirePupil(db: Db, todo_id: number, user_id: number): Promise<void> {
  const found =
    user_id > maxId
      ? undefined
      : await db
          .selectFrom('homeworks')
          .leftJoin('submissions', join =>
            join.onRef('submissions.todo_id', '=', 'homeworks.id').on('submissions.user_id', '=', user_id),
          )
          .select(['homeworks.course_id', 'submissions.user_id as submitter_id'])
          .where('homeworks.id', '=', todo_id)
          .executeTakeFirst()
  if (found && found.submitter_id !== null) return
  if (found && (await findRole(db, user_id, found.course_id)) === 'pupil') return
  throw invalid({ pupil_id: 'must be a pupil of this homework' })
}
