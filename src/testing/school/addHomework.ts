import type { Bytes } from '../../school/schoolFiles.ts'
import type { DocumentStore } from '../../service/db/documentStore.ts'
import type { Db } from '../../service/db/schema.ts'
import { prepareDocument } from '../../service/db/storeDocument.ts'
import { storeFile } from '../storeFile.ts'
import { createGrants, insertGrants, insertOne, insertRows } from './insertRows.ts'

const minute = 60_000
const day = 24 * 60 * minute
const iso = (instant: number) => new Date(instant).toISOString()

/** Times are minutes from the due time. */
export type HandIn = {
  seen?: number
  handedIn?: number
  comment?: string
  files?: readonly { name: string; bytes: Bytes }[]
  correction?: { text: string; points?: number }
}

export type NewHomework = {
  id?: number
  course_id: number
  lesson_id: number
  text: string
  note?: string
  points?: number
  /** Unix ms. The homework was set a week earlier. */
  due: number
  /** User IDs. The first administers the homework. */
  writers: readonly number[]
  /** User IDs, by seat. */
  pupils: readonly number[]
  /** By seat from 0. Without it, nothing can be handed in. */
  handIn?: (seat: number) => HandIn
}

export async function addHomework(db: Db, store: DocumentStore, homework: NewHomework): Promise<number> {
  const { course_id, lesson_id, text, note = '', points = null, due, writers, pupils, handIn } = homework
  const setAt = iso(due - 7 * day)
  const id = await insertOne(db, 'homeworks', {
    ...(homework.id !== undefined && { id: homework.id }),
    ...{ course_id, lesson_id, text, note, due_at: iso(due), points, created_at: setAt },
    is_submissionable: handIn ? 1 : 0,
  })
  await insertGrants(db, 'todo_id', createGrants(writers, { id, at: setAt }))
  if (!handIn) return id
  const toIso = (minutes: number | undefined) => (minutes === undefined ? null : iso(due + minutes * minute))
  const handIns = pupils.map((userId, seat) => ({ userId, ...handIn(seat) }))
  const rows = handIns.map(({ userId, seen, handedIn, comment = '', correction }) => ({
    todo_id: id,
    user_id: userId,
    acknowledged_at: toIso(seen ?? handedIn),
    comment: handedIn === undefined ? null : comment,
    submitted_at: toIso(handedIn),
    teacher_correction: correction?.text ?? null,
    points: correction?.points ?? null,
    corrected_at: correction ? iso(due + day) : null,
    corrected_by_user_id: correction ? (writers[0] ?? null) : null,
  }))
  for (const { userId, handedIn = 0, files = [] } of handIns) {
    for (const file of files) {
      const prepared = { ...(await prepareDocument(file)), name: file.name }
      const relation = { kind: 'submission', todoId: id, userId } as const
      await storeFile(db, store, prepared, { relation, uploadedAt: due + (handedIn - 1) * minute, userId })
    }
  }
  await insertRows(db, 'submissions', rows)
  return id
}
