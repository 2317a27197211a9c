import type { Db } from './store/schema.ts'
import { readyDocument, storeDocument } from './storeDocument.ts'

/** Homework of the small school: Albrecht administers the one of 8b, Kern the one of 10a. */
export const smallHomework = {
  maths: 1,
  english: 2,
  /** On Maths the worksheet, a file of Sommer's submission and one of their correction; on English the worksheet. */
  documents: { worksheet: 1, handedIn: 2, correction: 3, otherWorksheet: 4 },
} as const

/** Adds it to the small school. Nothing is handed in but a file; it is due tomorrow. */
export async function fillSmallHomework(
  db: Db,
  { now, people }: { now: number; people: Record<'albrecht' | 'kern' | 'sommer', number> },
): Promise<void> {
  const at = new Date(now).toISOString()
  const due_at = new Date(now + 86_400_000).toISOString()
  for (const [name, id, lesson_id, user_id] of [
    ['maths', smallHomework.maths, 1, people.albrecht],
    ['english', smallHomework.english, 3, people.kern],
  ] as const) {
    const course_id = name === 'maths' ? 1 : 2
    const words = { text: `Homework in ${name}`, note: 'With a <b>note</b>.', points: 15 }
    await db
      .insertInto('homeworks')
      .values({ id, course_id, lesson_id, ...words, due_at, is_submissionable: 1, created_at: at })
      .execute()
    const grant = { resource_field: 'todo_id', resource_id: id, user_id, is_write: 1, is_admin: 1 } as const
    await db
      .insertInto('permissions')
      .values({ ...grant, given_by_user_id: null, given_at: at })
      .execute()
  }
  const { maths, english } = smallHomework
  for (const [relation, userId] of [
    [{ kind: 'homework', todoId: maths }, people.albrecht],
    [{ kind: 'submission', todoId: maths, userId: people.sommer }, people.sommer],
    [{ kind: 'correction', todoId: maths, userId: people.sommer }, people.albrecht],
    [{ kind: 'homework', todoId: english }, people.kern],
  ] as const) {
    const bytes = new TextEncoder().encode(`For ${relation.kind}`)
    await storeDocument(db, await readyDocument({ name: `${relation.kind}.txt`, bytes }), {
      relation,
      uploadedAt: now,
      userId,
    })
  }
}
