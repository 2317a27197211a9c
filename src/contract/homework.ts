import { z } from 'zod/mini'
import { visibleCharacter } from '../lib/visibleText.ts'
import { readRelation } from './document.ts'
import { Document } from './documents.ts'
import { type CachePatch, endpoint, noContent, one, rows } from './endpoint.ts'
import { Lesson } from './lessons.ts'
import { assumed, byId, DateTime, Day, Id, lenient, ordered, UnknownList } from './wire.ts'

/** api.md § Homework ("todo"). `time` is in Unix seconds. `points` is the maximum. */
export const Homework = z.looseObject({
  id: Id,
  course_id: Id,
  lesson_id: Id,
  text: z.string(),
  note: z.nullable(z.string()),
  time: lenient(z.int(), 0),
  until_datetime: DateTime,
  related_members: lenient(UnknownList, []),
  is_private: lenient(z.boolean(), false),
  is_restricted: lenient(z.boolean(), false),
  can_edit: z.boolean(),
  is_checked: lenient(z.boolean(), false),
  can_check: lenient(z.boolean(), false),
  is_submissionable: z.boolean(),
  points: assumed(z.nullable(z.number().check(z.nonnegative()))),
  created_at: assumed(DateTime),
  lesson: assumed(Lesson),
  note_formatted: assumed(z.nullable(z.string())),
  note_basic: assumed(z.nullable(z.string())),
  document_relation: assumed(z.string()),
  can_correct: assumed(z.boolean()),
  is_admin: assumed(z.boolean()),
  can_delete: assumed(z.boolean()),
  documents: assumed(ordered(Document, byId)),
})
export type Homework = z.output<typeof Homework>

/** Numbers of pupils. `seen` includes later steps, `handed_in` all who sent work, `to_correct` those without a correction. */
export const HomeworkCounts = z.looseObject({
  seen: z.int(),
  handed_in: z.int(),
  to_correct: z.int(),
  corrected: z.int(),
  of: z.int(),
})

/** The caller's own submission. Times as in api.md § Submission. */
export const OwnStatus = z.looseObject({
  acknowledged_at: z.nullable(DateTime),
  is_acknowledged: z.boolean(),
  is_submitted: z.boolean(),
  is_corrected: z.boolean(),
  submitted_at: z.nullable(DateTime),
  corrected_at: z.nullable(DateTime),
  points: z.nullable(z.number()),
})
export type OwnStatus = z.output<typeof OwnStatus>

/** Homework in a list. Extension: `counts` for those who may correct, `own_status` for pupils, otherwise null. */
export const ListedHomework = z.extend(Homework, {
  counts: assumed(z.nullable(HomeworkCounts)),
  own_status: assumed(z.nullable(OwnStatus)),
})
export type ListedHomework = z.output<typeof ListedHomework>

/** Leaves out documents of submissions, which a service may include. */
export const attachmentsOf = ({ documents = [] }: Pick<Homework, 'documents'>): Document[] =>
  documents.filter(({ related_to }) => {
    const kind = readRelation(related_to)?.kind
    return kind !== 'submission' && kind !== 'correction'
  })

const lessonId = Id
/** In characters, except the points. */
export const maxHomeworkValues = { text: 10_000, note: 100_000, points: 100_000 }
const text = z
  .string()
  .check(z.maxLength(maxHomeworkValues.text), z.regex(visibleCharacter, 'must not be empty'))
const note = z.string().check(z.maxLength(maxHomeworkValues.note))
const maxPoints = z.nullable(z.number().check(z.positive(), z.maximum(maxHomeworkValues.points)))

/** Send `is_submissionable` and `points` only to our own service. */
export const NewHomework = z.object({
  lesson_id: lessonId,
  text,
  note: z._default(note, ''),
  until_datetime: Day,
  is_submissionable: z.optional(z.boolean()),
  points: z.optional(maxPoints),
})

export const HomeworkChanges = z.object({
  lesson_id: z.optional(lessonId),
  text: z.optional(text),
  note: z.optional(note),
  until_datetime: z.optional(Day),
  is_submissionable: z.optional(z.boolean()),
  points: z.optional(maxPoints),
})

const why = 'api.md creates and reads one homework; the other endpoints of the collection are assumed'

const list = endpoint('GET /courses/:course_id/homeworks', 'The homework of a class', {
  resource: 'homework',
  includes: ['submission'],
  response: rows(ListedHomework),
  assumed: `${why}. The counts and the own status are an extension; without it the app shows neither`,
})

/** Changes no counts, and the response has none. */
const withChange: CachePatch['patch'] = (cached, { response }) => {
  const rows = cached.rows as ListedHomework[]
  const changed = response as Homework
  const index = rows.findIndex(({ id }) => id === changed.id)
  const row = rows[index]
  return row && { ...cached, rows: rows.with(index, { ...row, ...changed }) }
}

const get = endpoint('GET /courses/:course_id/homeworks/:homework_id', 'One homework of a class', {
  resource: 'homework',
  response: one(Homework),
})

export const homework = {
  list,
  mine: endpoint('GET /me/homeworks', 'The homework of all classes of the signed-in user', {
    resource: 'homework',
    includes: ['submission'],
    query: z.object({ due_from: z.optional(Day) }),
    response: rows(ListedHomework),
    assumed:
      'extension: one request for all classes, with counts; without it the app sends one for each class and shows cached counts',
  }),
  /** api.md § Homework. */
  get,
  /** The response is an array with one homework. */
  create: endpoint('POST /courses/:course_id/homeworks', 'Sets homework', {
    resource: 'homework',
    body: NewHomework,
    response: rows(ListedHomework),
    invalidates: ['homework', 'permission'],
    patches: [{ target: list, addsRow: true }],
  }),
  change: endpoint('PUT /courses/:course_id/homeworks/:homework_id', 'Changes homework', {
    resource: 'homework',
    body: HomeworkChanges,
    response: one(Homework),
    // `user_can_submit` depends on `is_submissionable`.
    invalidates: ['homework', 'submission'],
    patches: [{ target: list, patch: withChange }, { target: get }],
    assumed: why,
  }),
  remove: endpoint('DELETE /courses/:course_id/homeworks/:homework_id', 'Deletes homework and submissions', {
    resource: 'homework',
    response: noContent,
    invalidates: ['homework', 'submission', 'marking', 'permission'],
    assumed: why,
  }),
}

/** api.md § States. */
export const canCorrect = (homework: Pick<Homework, 'can_edit' | 'can_correct'>): boolean =>
  homework.can_correct ?? homework.can_edit
