import type { Selectable } from 'kysely'
import { relationLabel } from '../../contract/document.ts'
import { canHandIn, type SubmissionEntry } from '../../contract/submissions.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import type { Homeworks, Submissions } from '../db/homeworkSchema.ts'
import type { Db } from '../db/schema.ts'
import { pageSize } from '../http/streamRows.ts'
import { avatarUrl } from './avatarUrl.ts'
import { type SerializeContext, serializeDocument, serializeSubmissionDocument } from './documents.ts'
import { basicText, formattedText } from './renderText.ts'

/** Pupils see corrections and their files after the return. */
export type Viewer = 'writer' | 'pupil'

type Homework = Pick<Selectable<Homeworks>, 'id' | 'course_id' | 'is_submissionable'>

/**
 * By the pupil's ID (api.md § Submission entry). Includes pupils who have not handed in, and former pupils who have.
 */
export function submissionReader(
  db: Db,
  homework: Homework,
  { viewer, ...serializeContext }: SerializeContext & { viewer: Viewer },
) {
  const pupils = db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(({ eb, and, or, selectFrom }) =>
      or([
        and([
          eb('is_teacher', '=', 0),
          eb(
            'id',
            'in',
            selectFrom('memberships')
              .select('user_id')
              .where('course_id', '=', homework.course_id)
              .where('is_accepted', '=', 1),
          ),
        ]),
        eb('id', 'in', selectFrom('submissions').select('user_id').where('todo_id', '=', homework.id)),
      ]),
    )
  return async (selection: { after: number } | { userId: number }) => {
    const users = await ('userId' in selection
      ? pupils.where('id', '=', selection.userId)
      : pupils.where('id', '>', selection.after).orderBy('id').limit(pageSize)
    ).execute()
    const { rowsByUser, documentsByLabel } = await readStoredSubmissions(
      db,
      homework.id,
      users.map(({ id }) => id),
    )
    const serialize = (user: { id: number; name: string }): SubmissionEntry => {
      const row = rowsByUser.get(user.id) ?? emptySubmission(homework.id, user.id)
      const files = documentsByLabel.get(labelOf('submission', row)) ?? []
      const corrections = documentsByLabel.get(labelOf('correction', row)) ?? []
      return {
        user: {
          id: user.id,
          name: user.name,
          badges: [],
          presence: { is_online: false, expires_in: null },
          profile_token: `p${user.id.toString(36)}`,
          avatar_url: avatarUrl(user, serializeContext.origin),
        },
        submission: {
          ...serializeSubmission(row, homework, serializeContext.timeZone),
          files: files.map(file => serializeSubmissionDocument(file, serializeContext)),
          correction_files:
            viewer === 'pupil' && row.corrected_at === null
              ? []
              : corrections.map(file => serializeDocument(file, serializeContext)),
        },
      }
    }
    return { rows: users, serialize }
  }
}

async function readStoredSubmissions(db: Db, todoId: number, users: number[]) {
  const rows = await db
    .selectFrom('submissions')
    .selectAll()
    .where('todo_id', '=', todoId)
    .where('user_id', 'in', users)
    .execute()
  const labels = users.flatMap(user_id =>
    (['submission', 'correction'] as const).map(kind => labelOf(kind, { todo_id: todoId, user_id })),
  )
  const documents = await db
    .selectFrom('documents')
    .selectAll()
    .where('related_to', 'in', labels)
    .orderBy('id')
    .execute()
  return {
    rowsByUser: new Map(rows.map(row => [row.user_id, row])),
    documentsByLabel: Map.groupBy(documents, document => document.related_to),
  }
}

function serializeSubmission(row: Selectable<Submissions>, homework: Homework, timeZone: string) {
  const inSchoolTime = (instant: string | null) =>
    instant === null ? null : isoDateTime(Date.parse(instant), timeZone)
  const { todo_id, user_id, comment, teacher_correction } = row
  const is_corrected = row.corrected_at !== null
  return {
    todo_id,
    user_id,
    acknowledged_at: inSchoolTime(row.acknowledged_at),
    comment,
    submitted_at: inSchoolTime(row.submitted_at),
    teacher_correction,
    points: row.points,
    corrected_at: inSchoolTime(row.corrected_at),
    corrected_by_user_id: row.corrected_by_user_id,
    document_relation: labelOf('submission', row),
    correction_files_document_relation: labelOf('correction', row),
    user_can_submit: canHandIn({ is_submissionable: homework.is_submissionable === 1 }, { is_corrected }),
    comment_formatted: comment === null ? null : formattedText(comment),
    comment_basic: comment === null ? null : basicText(comment),
    teacher_correction_formatted: teacher_correction === null ? null : formattedText(teacher_correction),
    teacher_correction_basic: teacher_correction === null ? null : basicText(teacher_correction),
    is_acknowledged: row.acknowledged_at !== null,
    is_submitted: row.submitted_at !== null,
    is_corrected,
    is_uncorrected: !is_corrected,
  }
}

const labelOf = (kind: 'submission' | 'correction', row: { todo_id: number; user_id: number }) =>
  relationLabel({ kind, todoId: row.todo_id, userId: row.user_id })

const emptySubmission = (todo_id: number, user_id: number): Selectable<Submissions> => ({
  todo_id,
  user_id,
  acknowledged_at: null,
  comment: null,
  submitted_at: null,
  teacher_correction: null,
  points: null,
  corrected_at: null,
  corrected_by_user_id: null,
  corrections: 0,
  hand_ins: 0,
})
