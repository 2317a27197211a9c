import { z } from 'zod/mini'
import { type Homework, HomeworkChanges, NewHomework } from '../../../contract/homework.ts'
import { parsePoints } from '../../../lib/points.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import { StoredFile } from '../../../outbox/storage/fileStore.ts'

/** The due day has no time, because the service chooses the time. */
const Content = z.object({
  lesson_id: z.nullable(z.number()),
  text: z.string(),
  note: z.string(),
  /** `YYYY-MM-DD`, or '' if no day is chosen. */
  due: z.string(),
  canHandIn: z.boolean(),
  /** Maximum points, as typed. */
  points: z.string(),
})
export type HomeworkContent = z.output<typeof Content>

/**
 * Stored before new homework is sent. `sentAt` is in Unix ms. `known` are the IDs of the homework that existed before,
 * or null if the list could not be read.
 */
const SendAttempt = z.object({ sentAt: z.number(), known: z.nullable(z.array(z.number())) })
export type SendAttempt = z.output<typeof SendAttempt>

const progress = {
  /** Set until the request has a response (rule 23). */
  sent: z.optional(SendAttempt),
  /** Attempt without a response before the user returned to the form. The homework may still have been set. */
  lost: z.optional(SendAttempt),
  /** ID of the created homework, whose files remain to be sent. */
  made: z.optional(z.number()),
}

/** A further class of new homework. */
const ClassTarget = z.object({
  course_id: z.number(),
  /** Null until the user chooses one. The form suggests a subject. */
  lesson_id: z.nullable(z.number()),
  /** '' until the user chooses one. The form suggests the next lesson. */
  due: z.string(),
  /** Files that remain to be sent, once the homework is created. Before, these are all files of the draft. */
  files: z.optional(z.array(StoredFile)),
  ...progress,
})
export type ClassTarget = z.output<typeof ClassTarget>

export const HomeworkDraft = z.extend(Content, {
  files: z.array(StoredFile),
  /** Content that a change is based on (rule 24), or that is used again. */
  opened: z.optional(Content),
  ...progress,
  /** Missing in drafts of earlier builds. */
  classes: z._default(z.array(ClassTarget), []),
  /** Like `files` of `ClassTarget`, for the class of the form. Only set if there are further classes. */
  ownFiles: z.optional(z.array(StoredFile)),
  /** IDs of the attachments of the homework used again that are not in `files` yet. */
  uncopied: z.optional(z.array(z.number())),
  /** IDs of the files that are copies of its attachments. */
  copied: z.optional(z.array(z.string())),
})
export type HomeworkDraft = z.output<typeof HomeworkDraft>

export const homeworkDraft: DraftKind<HomeworkDraft> = {
  name: 'homework',
  value: HomeworkDraft,
  // Homework without a text can't have been sent, so `sent` does not count.
  isEmpty({ files, opened, sent: _, lost: _lost, made, classes, copied, ...content }) {
    // The link that opened the form may have set the subject and the day.
    const { lesson_id, due, canHandIn } = content
    const initial = opened ?? { ...emptyContent, lesson_id, due, canHandIn }
    const hasOwnFiles = files.some(({ id }) => !copied?.includes(id))
    return !hasOwnFiles && made === undefined && classes.length === 0 && isSameContent(content, initial)
  },
}

export const emptyContent: HomeworkContent = {
  lesson_id: null,
  text: '',
  note: '',
  due: '',
  canHandIn: false,
  points: '',
}

export const getDraftKey = (courseId: number, homeworkId?: number): string =>
  homeworkId === undefined ? `${courseId}/new` : `${courseId}/${homeworkId}`

/** Of new homework that uses `homeworkId` again. It must not replace the draft of other new homework. */
export const getReuseDraftKey = (courseId: number, homeworkId: number): string =>
  `${courseId}/new/${homeworkId}`

/** `points` formats a number as the user types it. */
export const toContent = (homework: Homework, points: (value: number) => string): HomeworkContent => ({
  lesson_id: homework.lesson_id,
  text: homework.text,
  note: homework.note ?? '',
  due: homework.until_datetime.slice(0, 10),
  canHandIn: homework.is_submissionable,
  points: homework.points === undefined || homework.points === null ? '' : points(homework.points),
})

export const isSameContent = (a: HomeworkContent, b: HomeworkContent): boolean =>
  getChangedFields(a, b).length === 0

/** Name of each field in the API. */
const wireNames = {
  lesson_id: 'lesson_id',
  text: 'text',
  note: 'note',
  due: 'until_datetime',
  canHandIn: 'is_submissionable',
  points: 'points',
} as const satisfies Record<keyof HomeworkContent, keyof Homework>
const fields = Object.keys(wireNames) as (keyof HomeworkContent)[]

/** Ignores white space at both ends and the kind of line break. */
export const getChangedFields = (a: HomeworkContent, b: HomeworkContent): (keyof HomeworkContent)[] =>
  fields.filter(field => normalize(a[field]) !== normalize(b[field]))

const normalize = (value: string | number | boolean | null | undefined) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value

const isSameText = (a: string, b: string): boolean => normalize(a) === normalize(b)

/** Name in the API. */
export type FormField = (typeof wireNames)[keyof HomeworkContent]

/** `said` is the message of the service. */
type FieldProblem = 'missing' | 'tooLong' | 'tooLarge' | 'invalid' | { said: string }
export type FieldProblems = Partial<Record<FormField, FieldProblem>>

type Parsed<Body> = { body: Body } | { problems: FieldProblems }

/** Omits fields that are not in api.md if they are not set, or if the service does not support them. */
export function parseNewHomework(
  content: HomeworkContent,
  supportsHandIn: boolean,
): Parsed<z.input<typeof NewHomework>> {
  const { points, is_submissionable, ...wire } = toWire(content)
  if (!supportsHandIn || !is_submissionable) return validate(NewHomework, wire, false)
  const body = { ...wire, is_submissionable, ...(typeof points === 'number' && { points }) }
  return validate(NewHomework, body, points === undefined)
}

/** Returns the homework that may be the one that was sent. Not every service returns hand-in setting and points. */
export const findSimilarHomework = (
  rows: readonly Homework[],
  body: z.input<typeof NewHomework>,
): Homework[] =>
  rows.filter(
    row =>
      row.lesson_id === body.lesson_id &&
      isSameText(row.text, body.text) &&
      isSameText(row.note ?? '', body.note ?? '') &&
      row.until_datetime.slice(0, 10) === body.until_datetime &&
      (row.is_submissionable || !body.is_submissionable) &&
      (typeof row.points !== 'number' || !body.is_submissionable || row.points === body.points),
  )

/**
 * Returns false if `latest` still equals `before`. Returns undefined if it differs from both, or if the service does
 * not return points.
 */
export function areChangesSaved(
  body: z.input<typeof HomeworkChanges>,
  before: Homework | undefined,
  latest: Homework,
): boolean | undefined {
  const sent = Object.keys(body)
  if (typeof body.points === 'number' && latest.points === undefined) return undefined
  const hasValues = (homework: Homework, expected: Comparable) =>
    sent.every(field => normalize(toComparable(homework)[field]) === normalize(expected[field]))
  if (hasValues(latest, body)) return true
  return before && hasValues(latest, toComparable(before)) ? false : undefined
}

type Comparable = Readonly<Record<string, string | number | boolean | null | undefined>>

const toComparable = (homework: Homework): Comparable => ({
  ...Object.fromEntries(Object.values(wireNames).map(name => [name, homework[name] ?? null])),
  note: homework.note ?? '',
  until_datetime: homework.until_datetime.slice(0, 10),
})

/** Sends only fields that differ from `base`, so that changes of other users remain. */
export function parseChanges(
  content: HomeworkContent,
  base: HomeworkContent,
): Parsed<z.input<typeof HomeworkChanges>> {
  const wire = toWire(content)
  const names = getChangedFields(content, base).map(field => wireNames[field])
  const body = Object.fromEntries(
    names.map(name => [name, wire[name]]).filter(([, value]) => value !== undefined),
  )
  return validate(HomeworkChanges, body, wire.points === undefined)
}

const toWire = (content: HomeworkContent) => ({
  lesson_id: content.lesson_id ?? undefined,
  text: content.text.trim(),
  note: content.note.trim(),
  until_datetime: content.due,
  is_submissionable: content.canHandIn,
  // Points have no meaning without hand-ins. The form keeps the typed value.
  points: content.canHandIn ? parsePoints(content.points) : null,
})

function validate<S extends z.ZodMiniType>(
  schema: S,
  body: object,
  hasInvalidPoints: boolean,
): Parsed<z.input<S>> {
  const problems: FieldProblems = hasInvalidPoints ? { points: 'invalid' } : {}
  const { success, error } = schema.safeParse(body)
  for (const issue of error?.issues ?? []) {
    const field = findField(issue.path[0])
    if (field) problems[field] ??= toProblem(field, issue)
  }
  return success && !hasInvalidPoints ? { body: body as z.input<S> } : { problems }
}

const findField = (name: PropertyKey | undefined) => Object.values(wireNames).find(field => field === name)

function toProblem(field: FormField, issue: z.core.$ZodIssue): FieldProblem {
  if (issue.code === 'too_big') return field === 'points' ? 'tooLarge' : 'tooLong'
  return field === 'points' ? 'invalid' : 'missing'
}

/** Ignores fields that the form does not have. */
export const toFieldProblems = (fields: Record<string, string>): FieldProblems =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, said]) => (findField(name) ? [[name, { said }]] : [])),
  )
