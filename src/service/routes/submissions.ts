import { submissions } from '../../contract/submissions.ts'
import { notFound, Problem } from '../../http/problem.ts'
import { lockGrants, makeAdmin } from '../content/grants.ts'
import { lockSubmission } from '../content/submissions.ts'
import type { Db } from '../db/schema.ts'
import { listResponse } from '../http/streamRows.ts'
import { findRole } from '../policy/classes.ts'
import { requirePermission } from '../policy/policy.ts'
import { requireOpenSubmission, requireOwnSubmission } from '../policy/submissions.ts'
import type { SerializeContext } from '../serialize/documents.ts'
import { submissionReader, type Viewer } from '../serialize/submissions.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** api.md § Homework submissions and corrections, § States and transitions. */
export const submissionRoutes = [
  defineRoute(submissions.list, async ({ params: { todo_id }, caller, db, serializeContext }) => {
    await requirePermission(db, caller, 'write', { field: 'todo_id', id: todo_id })
    const read = submissionReader(db, await requireHomework(db, todo_id), {
      ...serializeContext,
      viewer: 'writer',
    })
    return listResponse(after => read({ after }))
  }),

  defineRoute(submissions.get, async ({ params: { todo_id, user_id }, caller, db, serializeContext }) => {
    const content = { field: 'todo_id', id: todo_id } as const
    await requirePermission(db, caller, 'read', content)
    const homework = await requireHomework(db, todo_id)
    const isOwn = user_id === caller.userId && (await findRole(db, user_id, homework.course_id)) === 'pupil'
    if (!isOwn) await requirePermission(db, caller, 'write', content)
    return requireEntry(db, { todo_id, user_id }, { ...serializeContext, viewer: isOwn ? 'pupil' : 'writer' })
  }),

  defineWriteRoute(
    submissions.correct,
    async ({ params, body, caller, db, changed, clock, serializeContext }) => {
      const content = { field: 'todo_id', id: params.todo_id } as const
      await lockGrants(db, content)
      await requirePermission(db, caller, 'write', content)
      // Throws 404 before a row is created.
      await requireEntry(db, params, { ...serializeContext, viewer: 'writer' })
      await lockSubmission(db, params.todo_id, params.user_id)
      const corrected_at = new Date(clock()).toISOString()
      await db
        .updateTable('submissions')
        .set(expression => ({
          teacher_correction: body.teacher_correction,
          points: body.points ?? null,
          corrected_at,
          corrected_by_user_id: caller.userId,
          corrections: expression('corrections', '+', 1),
        }))
        .where('todo_id', '=', params.todo_id)
        .where('user_id', '=', params.user_id)
        .execute()
      // Assumed: the "creator" of api.md is that of the correction.
      await makeAdmin(db, content, caller.userId, corrected_at)
      changed('submission', params)
      changed('permission', content)
      return requireEntry(db, params, { ...serializeContext, viewer: 'writer' })
    },
  ),

  defineWriteRoute(
    submissions.handIn,
    async ({ params: { todo_id }, body, caller, db, changed, clock, serializeContext }) => {
      await requireOwnSubmission(db, caller, todo_id)
      const { homework, submission } = await lockSubmission(db, todo_id, caller.userId)
      requireOpenSubmission({ ...homework, ...submission })
      const now = new Date(clock()).toISOString()
      await db
        .updateTable('submissions')
        .set(expression => ({
          comment: body.comment,
          submitted_at: now,
          // Handing in includes acknowledging.
          acknowledged_at: submission.acknowledged_at ?? now,
          hand_ins: expression('hand_ins', '+', 1),
        }))
        .where('todo_id', '=', todo_id)
        .where('user_id', '=', caller.userId)
        .execute()
      const ids = { todo_id, user_id: caller.userId }
      changed('submission', ids)
      changed('homework', { ...ids, course_id: homework.course_id })
      return requireEntry(db, { todo_id, user_id: caller.userId }, { ...serializeContext, viewer: 'pupil' })
    },
  ),

  defineWriteRoute(
    submissions.acknowledge,
    async ({ params: { todo_id }, caller, db, changed, clock, serializeContext }) => {
      await requireOwnSubmission(db, caller, todo_id)
      const { homework, submission } = await lockSubmission(db, todo_id, caller.userId)
      if (submission.acknowledged_at === null) {
        if (submission.corrected_at !== null) {
          throw new Problem(409, 'corrected', 'This was corrected already.')
        }
        await db
          .updateTable('submissions')
          .set({ acknowledged_at: new Date(clock()).toISOString() })
          .where('todo_id', '=', todo_id)
          .where('user_id', '=', caller.userId)
          .execute()
        const ids = { todo_id, user_id: caller.userId }
        changed('submission', ids)
        changed('homework', { ...ids, course_id: homework.course_id })
      }
      return requireEntry(db, { todo_id, user_id: caller.userId }, { ...serializeContext, viewer: 'pupil' })
    },
  ),
]

async function requireHomework(db: Db, todoId: number) {
  const homework = await db
    .selectFrom('homeworks')
    .select(['id', 'course_id', 'is_submissionable'])
    .where('id', '=', todoId)
    .executeTakeFirst()
  if (!homework) throw notFound()
  return homework
}

async function requireEntry(
  db: Db,
  { todo_id, user_id }: { todo_id: number; user_id: number },
  showing: SerializeContext & { viewer: Viewer },
) {
  const homework = await requireHomework(db, todo_id)
  const { rows, serialize } = await submissionReader(db, homework, showing)({ userId: user_id })
  const [user] = rows
  if (!user) throw notFound()
  return serialize(user)
}
