import { z } from 'zod/mini'
import { type Homework, HomeworkChanges, NewHomework } from '../../../contract/homework.ts'
import type { DraftKind } from '../../../delivery/drafts/Drafts.ts'
import { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { parsePoints } from '../../../lib/points.ts'
import { paths } from '../../../paths.ts'

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

/** A further class of new homework. */
const ClassTarget = z.object({
  course_id: z.number(),
  /** Null until the user chooses one. The form suggests a subject. */
  lesson_id: z.nullable(z.number()),
  /** '' until the user chooses one. The form suggests the next lesson. */
  due: z.string(),
})
export type ClassTarget = z.output<typeof ClassTarget>

export const HomeworkDraft = z.extend(Content, {
  files: z.array(StoredFile),
  /** Content that a change is based on (rule 24), or that is used again. */
  opened: z.optional(Content),
  classes: z.array(ClassTarget),
  /** IDs of the attachments of the homework used again that are not in `files` yet. */
  uncopied: z.optional(z.array(z.number())),
  /** IDs of the files that are copies of its attachments. */
  copied: z.optional(z.array(z.string())),
})
export type HomeworkDraft = z.output<typeof HomeworkDraft>

export const homeworkDraft: DraftKind<HomeworkDraft> = {
  name: 'homework',
  value: HomeworkDraft,
  isEmpty({ files, opened, classes, copied, ...content }) {
    // The link that opened the form may have set the subject and the day.
    const { lesson_id, due, canHandIn } = content
    const initial = opened ?? { ...emptyContent, lesson_id, due, canHandIn }
    const hasOwnFiles = files.some(({ id }) => !copied?.includes(id))
    return !hasOwnFiles && classes.length === 0 && isSameContent(content, initial)
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

/** Returns the address of the form with this draft. */
export function getFormPath(draftKey: string): string {
  const [courseId, target, from] = draftKey.split('/')
  return target === 'new'
    ? paths.newHomework(Number(courseId), from === undefined ? {} : { from })
    : paths.changeHomework(Number(courseId), Number(target))
}

/** `points` formats a number as the user types it. */
export const toContent = (homework: StoredHomework, points: (value: number) => string): HomeworkContent => ({
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

const normalizeText = (text: string): string => text.replaceAll('\r\n', '\n').trim()

const normalize = (value: string | number | boolean | null) =>
  typeof value === 'string' ? normalizeText(value) : value

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

/** The fields of a homework that the form changes. */
export type StoredHomework = Pick<
  Homework,
  'lesson_id' | 'text' | 'note' | 'until_datetime' | 'is_submissionable' | 'points'
>

/** Returns these fields in a form that can be compared. */
export const toStored = (homework: StoredHomework): StoredHomework => ({
  lesson_id: homework.lesson_id,
  text: normalizeText(homework.text),
  note: normalizeText(homework.note ?? ''),
  until_datetime: homework.until_datetime.slice(0, 10),
  is_submissionable: homework.is_submissionable,
  points: homework.points ?? null,
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
