import type { Insertable } from 'kysely'
import type { Submissions } from '../service/db/homeworkSchema.ts'
import type { Db } from '../service/db/schema.ts'
import { prepareDocument, storeDocument } from '../service/db/storeDocument.ts'
import type { PlannedHomework } from './classes.ts'
import type { Draw } from './draw.ts'
import { addDaysAtSameTime, createHandIns, type HandIn } from './handIns.ts'
import { createGrants, insertGrants, insertOne, insertRows } from './insertRows.ts'
import type { SeedInput } from './schoolFiles.ts'
import type { SchoolLanguage, SchoolTime } from './schoolKind.ts'
import { translateName } from './schoolTexts.ts'
import { loadFile } from './sheets.ts'

const minute = 60_000
const day = 24 * 60 * minute
const iso = (instant: number) => new Date(instant).toISOString()

/** `handIn` replaces a planned submission, by seat from 0. */
export type HomeworkOptions = SeedInput & {
  language: SchoolLanguage
  draw: Draw
  course_id: number
  lesson_id: number
  /** Unix ms. */
  due: number
  /** User IDs. The first administers the homework. */
  writers: readonly number[]
  /** User IDs. The last writer grants this two days later. */
  readers?: readonly number[]
  pupils: readonly number[]
  id?: number
  handIn?: (seat: number) => HandIn
}

export async function addHomework(
  db: Db,
  planned: PlannedHomework,
  options: HomeworkOptions,
): Promise<number> {
  const {
    now,
    timeZone,
    course_id,
    lesson_id,
    due,
    writers,
    readers = [],
    pupils,
    draw,
    language,
    files,
  } = options
  const setAt = getCreationTime(due, planned.lead, { now, timeZone })
  const id = await insertOne(db, 'homeworks', {
    ...(options.id !== undefined && { id: options.id }),
    ...{ course_id, lesson_id, text: planned.text, note: planned.note ?? '', due_at: iso(due) },
    is_submissionable: planned.state === 'none' ? 0 : 1,
    points: planned.points ?? null,
    created_at: iso(setAt),
  })
  const readGrant = { id, by: writers.at(-1) ?? null, at: iso(setAt + 2 * day) }
  await insertGrants(db, 'todo_id', [
    ...createGrants(writers, { id, at: iso(setAt) }),
    ...readers.map(userId => ({ ...readGrant, userId, can: 'read' }) as const),
  ])
  const teacher = writers[0] ?? 0
  if (planned.hasWorksheet) {
    const prepared = await prepareDocument({
      name: translateName(language, worksheet),
      bytes: await loadFile(worksheet, language, files),
    })
    const relation = { kind: 'homework', todoId: id } as const
    await storeDocument(db, prepared, { relation, uploadedAt: setAt, userId: teacher })
  }
  if (planned.state === 'none') return id

  const rows: Insertable<Submissions>[] = []
  const from = planned.state === 'open' ? now : due
  const span = { setAt, due, now, from, timeZone }
  const handIns = options.handIn
    ? []
    : createHandIns(planned, { ...span, draw, language, pupils: pupils.length })
  for (const [seat, userId] of pupils.entries()) {
    const handIn = options.handIn?.(seat) ?? handIns[seat] ?? {}
    rows.push({ todo_id: id, user_id: userId, ...toSubmissionRow(handIn, { from, now, planned, teacher }) })
    for (const file of handIn.files ?? []) {
      const bytes = 'storedName' in file ? await loadFile(file.storedName, language, files) : file.bytes
      const prepared = { ...(await prepareDocument({ name: file.name, bytes })), name: file.name }
      await storeDocument(db, prepared, {
        relation: { kind: 'submission', todoId: id, userId },
        uploadedAt: Math.round(from + (handIn.handedIn ?? 0) * minute) - minute,
        userId,
      })
    }
  }
  await insertRows(db, 'submissions', rows)
  return id
}

const worksheet = 'worksheet.pdf'

/** Unix ms: `lead` days before `due`, moved back by whole weeks until 20 hours ago. */
function getCreationTime(due: number, lead: number, { now, timeZone }: SchoolTime): number {
  let days = lead
  while (addDaysAtSameTime(due, -days, timeZone) > now - 20 * 60 * minute) days += 7
  return addDaysAtSameTime(due, -days, timeZone)
}

function toSubmissionRow(
  { seen, handedIn, comment = '', correction }: HandIn,
  context: { from: number; now: number; planned: PlannedHomework; teacher: number },
) {
  const { from, now, planned, teacher } = context
  const toIso = (minutes: number | undefined) =>
    minutes === undefined ? null : iso(Math.round(from + minutes * minute))
  const points =
    correction?.share === undefined || planned.points === undefined
      ? null
      : Math.round(correction.share * planned.points * 2) / 2
  return {
    acknowledged_at: toIso(seen ?? handedIn),
    comment: handedIn === undefined ? null : comment,
    submitted_at: toIso(handedIn),
    teacher_correction: correction ? correction.text : null,
    points,
    corrected_at: correction
      ? (toIso(correction.returned) ?? iso(Math.min(from + day, now - 60 * minute)))
      : null,
    corrected_by_user_id: correction ? teacher : null,
  }
}
