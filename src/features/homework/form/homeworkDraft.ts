import { z } from 'zod/mini'
import type { Homework } from '../../../contract/homework.ts'
import { type DraftKind, KeptFile } from '../../../outbox/drafts/Drafts.ts'

/** What a homework says, as it is compared: the day it is due and not the time, which the service chooses. */
const Content = z.object({
  lesson_id: z.nullable(z.number()),
  text: z.string(),
  note: z.string(),
  /** `YYYY-MM-DD`, '' when none is chosen. */
  due: z.string(),
  canHandIn: z.boolean(),
  /** The maximum as it is typed. */
  points: z.string(),
})
export type HomeworkContent = z.output<typeof Content>

/**
 * That new homework was sent, stored before it is. `sentAt` in Unix ms; `known`: every homework that was there before,
 * by number, `null` where the list could not be read.
 */
const SentMark = z.object({ sentAt: z.number(), known: z.nullable(z.array(z.number())) })
export type SentMark = z.output<typeof SentMark>

/** The form of new or changed homework while it is being filled in. */
export const HomeworkDraft = z.extend(Content, {
  files: z.array(KeptFile),
  /** Change: the homework as it was when the form was opened (cases 24). */
  opened: z.optional(Content),
  /** New: it was sent and no answer came yet (cases 23). */
  sent: z.optional(SentMark),
  /** New: the homework that was made of it; what is left is sending the files. */
  made: z.optional(z.number()),
})
export type HomeworkDraft = z.output<typeof HomeworkDraft>

export const homeworkDraft: DraftKind<HomeworkDraft> = {
  name: 'homework',
  value: HomeworkDraft,
  // A subject and a day can be chosen by the link that opened the form: nobody typed them.
  isEmpty: ({ text, note, points, files, opened, sent, made, ...rest }) =>
    opened
      ? files.length === 0 && sameContent({ text, note, points, ...rest }, opened)
      : text.trim() === '' &&
        note.trim() === '' &&
        points.trim() === '' &&
        files.length === 0 &&
        !sent &&
        !made,
}

export const draftKey = (courseId: number, homeworkId?: number): string =>
  homeworkId === undefined ? `${courseId}/new` : `${courseId}/${homeworkId}`

/** What a homework of the service says. `points` writes a number as the reader types it. */
export const contentOf = (homework: Homework, points: (value: number) => string): HomeworkContent => ({
  lesson_id: homework.lesson_id,
  text: homework.text,
  note: homework.note ?? '',
  due: homework.until_datetime.slice(0, 10),
  canHandIn: homework.is_submissionable,
  points: homework.points === undefined || homework.points === null ? '' : points(homework.points),
})

export const sameContent = (a: HomeworkContent, b: HomeworkContent): boolean =>
  changedFields(a, b).length === 0

const fields = ['lesson_id', 'text', 'note', 'due', 'canHandIn', 'points'] as const

/** Fields in which two differ; white space at the ends and the kind of line break make no difference. */
export const changedFields = (a: HomeworkContent, b: HomeworkContent): (typeof fields)[number][] =>
  fields.filter(field => plain(a[field]) !== plain(b[field]))

const plain = (value: string | number | boolean | null) =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : value

/** Whether two texts say the same. */
export const sameWords = (a: string, b: string): boolean => plain(a) === plain(b)
