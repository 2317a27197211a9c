import type { Wire } from '../../contract/endpoint.ts'
import type { marking } from '../../contract/marking.ts'
import type { Db } from '../db/schema.ts'
import { resolveAudience } from '../live/audience.ts'
import { avatarUrl } from './avatarUrl.ts'

export async function serializeMarking(
  db: Db,
  todoId: number,
  { now, origin }: { now: number; origin: string },
): Promise<Wire<typeof marking.get>> {
  const correctors = await resolveAudience(db, { writersOf: { field: 'todo_id', id: todoId } })
  const rows = await db
    .selectFrom('open_submissions')
    .innerJoin('users', 'users.id', 'open_submissions.user_id')
    .select(['users.id', 'users.name', 'open_submissions.pupil_id'])
    .where('open_submissions.todo_id', '=', todoId)
    .where('open_submissions.expires_at', '>', new Date(now).toISOString())
    .orderBy('users.id')
    .execute()
  return {
    corrector_count: correctors.size,
    // Access may have ended since.
    open: rows
      .filter(({ id }) => correctors.has(id))
      .map(({ id, name, pupil_id }) => ({
        user_id: id,
        name,
        avatar_url: avatarUrl({ id, name }, origin),
        pupil_id,
      })),
  }
}
