import type { Insertable } from 'kysely'
import type { Submissions } from '../service/db/homeworkSchema.ts'
import type { Db } from '../service/db/schema.ts'
import { readyDocument, storeDocument } from '../service/db/storeDocument.ts'
import type { PlannedHomework } from './classes.ts'
import type { Draw } from './draw.ts'
import { correctedHandIn, type HandIn, type Materials, mixedHandIn, openHandIn } from './handIns.ts'
import { keptIn, type SchoolFiles } from './schoolFiles.ts'
import type { SchoolKind } from './schoolKind.ts'
import { textsOf } from './schoolTexts.ts'

const minute = 60_000
const day = 24 * 60 * minute
const iso = (instant: number) => new Date(instant).toISOString()

/** Where a homework goes, and what its pupils did if not what is planned. */
export type Place = {
  now: number
  draw: Draw
  course_id: number
  lesson_id: number
  /** Unix milliseconds. */
  due: number
  /** The first sets it and administers it, the others write. */
  writers: readonly number[]
  /** Given by the last of the writers two days later. */
  readers?: readonly number[]
  pupils: readonly number[]
  /** A number of its own instead of the next. */
  id?: number
  handIn?: (seat: number) => HandIn
  kind: SchoolKind
  files: SchoolFiles
}

/** One homework with its grants, its worksheet and what its pupils did; answers its id. */
export async function addHomework(db: Db, planned: PlannedHomework, place: Place): Promise<number> {
  const { now, course_id, lesson_id, due, writers, pupils, draw, kind, files } = place
  const texts = textsOf(kind.language)
  const materials: Materials = { planned, draw, texts }
  const setAt = Math.min(due - planned.lead * day, now - 2 * 60 * minute)
  const { id } = await db
    .insertInto('homeworks')
    .values({
      ...(place.id !== undefined && { id: place.id }),
      course_id,
      lesson_id,
      text: planned.text,
      note: planned.note ?? '',
      due_at: iso(due),
      is_submissionable: planned.state === 'none' ? 0 : 1,
      points: planned.points ?? null,
      created_at: iso(setAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const grants = writers.map(
    (user_id, index) =>
      ({
        resource_field: 'todo_id',
        resource_id: id,
        user_id,
        is_write: 1,
        is_admin: index === 0 ? 1 : 0,
        given_by_user_id: index === 0 ? null : (writers[0] ?? null),
        given_at: iso(setAt),
      }) as const,
  )
  const readers = (place.readers ?? []).map(
    user_id =>
      ({
        resource_field: 'todo_id',
        resource_id: id,
        user_id,
        is_write: 0,
        is_admin: 0,
        given_by_user_id: writers.at(-1) ?? null,
        given_at: iso(setAt + 2 * day),
      }) as const,
  )
  await db
    .insertInto('permissions')
    .values([...grants, ...readers])
    .execute()
  const teacher = writers[0] ?? 0
  if (planned.hasWorksheet) {
    const bytes = await files(keptIn(kind.language, 'worksheet.pdf'))
    const relation = { kind: 'homework', todoId: id } as const
    await storeDocument(db, await readyDocument({ name: texts.worksheet, bytes }), {
      relation,
      uploadedAt: setAt,
      userId: teacher,
    })
  }
  if (planned.state === 'none') return id

  const rows: Insertable<Submissions>[] = []
  for (const [seat, userId] of pupils.entries()) {
    const handIn = place.handIn?.(seat) ?? handInOf(planned, seat, (now - setAt) / minute, materials)
    const from = planned.state === 'open' ? now : due
    rows.push(submissionRow(handIn, { todo_id: id, user_id: userId, from, now, planned, teacher }))
    for (const file of handIn.files ?? []) {
      // As a service would that takes any name as it comes.
      const bytes = 'kept' in file ? await files(keptIn(kind.language, file.kept)) : file.bytes
      const ready = { ...(await readyDocument({ name: file.name, bytes })), name: file.name }
      await storeDocument(db, ready, {
        relation: { kind: 'submission', todoId: id, userId },
        uploadedAt: from + (handIn.handedIn ?? 0) * minute - minute,
        userId,
      })
    }
  }
  await db.insertInto('submissions').values(rows).execute()
  return id
}

function handInOf({ state }: PlannedHomework, seat: number, age: number, materials: Materials): HandIn {
  if (state === 'mixed') return mixedHandIn(seat, materials)
  return state === 'corrected'
    ? correctedHandIn(seat, materials.texts)
    : openHandIn(seat, age, materials.texts)
}

function submissionRow(
  { seen, handedIn, comment = '', correction }: HandIn,
  at: {
    todo_id: number
    user_id: number
    from: number
    now: number
    planned: PlannedHomework
    teacher: number
  },
): Insertable<Submissions> {
  const { todo_id, user_id, from, now, planned, teacher } = at
  const when = (minutes: number | undefined) => (minutes === undefined ? null : iso(from + minutes * minute))
  const points =
    correction?.share === undefined || planned.points === undefined
      ? null
      : Math.round(correction.share * planned.points * 2) / 2
  return {
    todo_id,
    user_id,
    acknowledged_at: when(seen ?? handedIn),
    comment: handedIn === undefined ? null : comment,
    submitted_at: when(handedIn),
    teacher_correction: correction ? correction.text : null,
    points,
    corrected_at: correction ? iso(Math.min(from + day, now - 60 * minute)) : null,
    corrected_by_user_id: correction ? teacher : null,
  }
}
