import { z } from 'zod/mini'
import { readRelation } from './document.ts'
import { Document } from './documents.ts'
import { endpoint, nothing, one, rows } from './endpoint.ts'
import { Lesson } from './lessons.ts'
import { assumed, byId, DateTime, Day, Id, lenient, ordered, UnknownList } from './wire.ts'

/**
 * api.md § Homework, also called "todo" there. `time` is in Unix seconds. `points` is the maximum that can be achieved.
 */
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

/**
 * Returns the documents of the task itself. A service may list all documents of a homework, including those of
 * submissions.
 */
export const attachmentsOf = ({ documents = [] }: Pick<Homework, 'documents'>): Document[] =>
  documents.filter(({ related_to }) => {
    const kind = readRelation(related_to)?.kind
    return kind !== 'submission' && kind !== 'correction'
  })

const lessonId = Id
const text = z.string().check(z.maxLength(10_000), z.regex(/\S/, 'must not be empty'))
const note = z.string().check(z.maxLength(100_000))
const maximum = z.nullable(z.number().check(z.positive(), z.maximum(100_000)))

/**
 * `until_datetime` is the due day, `points` the maximum. Send `is_submissionable` and `points` only to a service that
 * supports them (`knowsHandingIn`).
 */
export const NewHomework = z.object({
  lesson_id: lessonId,
  text,
  note: z._default(note, ''),
  until_datetime: Day,
  is_submissionable: z.optional(z.boolean()),
  points: z.optional(maximum),
})

export const HomeworkChanges = z.object({
  lesson_id: z.optional(lessonId),
  text: z.optional(text),
  note: z.optional(note),
  until_datetime: z.optional(Day),
  is_submissionable: z.optional(z.boolean()),
  points: z.optional(maximum),
})

const why = 'api.md creates and reads one homework; the rest of the collection is believed to be there'

const list = endpoint('GET /courses/:course_id/homeworks', 'The homework of a class', {
  resource: 'homework',
  answer: rows(Homework),
  assumed: why,
})

const get = endpoint('GET /courses/:course_id/homeworks/:homework_id', 'One homework of a class', {
  resource: 'homework',
  answer: one(Homework),
})

export const homework = {
  list,
  /** Source of `get` and `create`: api.md § Homework. */
  get,
  /** The response is an array with the new homework. */
  create: endpoint('POST /courses/:course_id/homeworks', 'Sets homework', {
    resource: 'homework',
    body: NewHomework,
    answer: rows(Homework),
    // The creator becomes its administrator.
    invalidates: ['homework', 'permission'],
    patches: [{ target: list, adds: true }],
  }),
  change: endpoint('PUT /courses/:course_id/homeworks/:homework_id', 'Changes homework', {
    resource: 'homework',
    body: HomeworkChanges,
    answer: one(Homework),
    // `user_can_submit` of every submission depends on `is_submissionable`.
    invalidates: ['homework', 'submission'],
    patches: [{ target: list }, { target: get }],
    assumed: why,
  }),
  remove: endpoint('DELETE /courses/:course_id/homeworks/:homework_id', 'Deletes homework and submissions', {
    resource: 'homework',
    answer: nothing,
    invalidates: ['homework', 'submission', 'permission'],
    assumed: why,
  }),
}

/** Whether the service supports `is_submissionable` and `points`. If it does, every homework has points or null. */
export const knowsHandingIn = (shown: readonly Pick<Homework, 'points'>[]): boolean =>
  shown.some(({ points }) => points !== undefined)

/** Whether the caller may correct submissions. By api.md § States, these are the users who may edit the homework. */
export const canCorrect = (homework: Pick<Homework, 'can_edit' | 'can_correct'>): boolean =>
  homework.can_correct ?? homework.can_edit
