import { useCallback, useState } from 'react'
import { useLocale } from 'use-intl'
import { z } from 'zod/mini'
import type { Submission } from '../../../contract/submissions.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import type { DraftKind, DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { StoredFile } from '../../../outbox/storage/fileStore.ts'
import { MarkedFile } from '../pen/markedFile.ts'
import {
  applyScheme,
  hasMarks,
  hasSameMarks,
  type MarkingContext,
  readFeedback,
} from '../scheme/markedDraft.ts'
import { SchemeMarks } from '../scheme/marks.ts'
import { isDefaultFeedback } from './defaultFeedback.ts'
import { toFingerprint } from './fileFingerprint.ts'

/** The fields of a submission that are compared to detect a conflict: the pupil's work and its correction. */
export const CorrectionSnapshot = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  /** `sha1` is '' if the service does not give it. */
  files: z.array(z.object({ id: z.number(), sha1: z.string() })),
  teacher_correction: z.string(),
  points: z.nullable(z.number()),
  corrected_at: z.nullable(z.string()),
  corrected_by_user_id: z.nullable(z.number()),
  is_corrected: z.boolean(),
  /** Files that the pupil already has from the teachers. Not compared. Earlier snapshots have none. */
  correction_files: z.optional(z.array(z.object({ name: z.string(), size: z.number(), sha1: z.string() }))),
})
export type CorrectionSnapshot = z.output<typeof CorrectionSnapshot>

export const CorrectionDraft = z.object({
  text: z.string(),
  /** As typed. It is parsed when the correction is returned. */
  points: z.string(),
  /** Points for the lines of the points scheme. Undefined without a scheme. */
  scheme: z.optional(SchemeMarks),
  files: z.array(StoredFile),
  /** Files of the pupil with the teacher's marks. Missing in drafts of earlier releases. */
  marked: z._default(z.array(MarkedFile), []),
  /** Base version: the submission that the user saw when they began (rule 24). Stored under this name. */
  opened: CorrectionSnapshot,
  /** Whether the user kept another teacher's correction instead. "Return all drafts" omits such a draft. */
  aside: z.boolean(),
})
export type CorrectionDraft = z.output<typeof CorrectionDraft>

export const correctionDraft: DraftKind<CorrectionDraft> = {
  name: 'correction',
  value: CorrectionDraft,
  isEmpty: ({ text, points, files, marked, scheme }) =>
    text.trim() === '' &&
    points.trim() === '' &&
    files.length === 0 &&
    marked.length === 0 &&
    !hasMarks({ scheme }),
}

export const getDraftKey = (todoId: number, userId: number): string => `${todoId}/${userId}`

/** Returns the pupil ID in the key of a draft, or undefined if the draft belongs to another homework. */
export function parseDraftPupilId(key: string, todoId: number): number | undefined {
  const [, todo, user] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(key) ?? []
  return Number(todo) === todoId ? Number(user) : undefined
}

// Parsing gives both drafts the same order of fields.
export const isSameDraft = (a: CorrectionDraft, b: CorrectionDraft): boolean =>
  JSON.stringify(CorrectionDraft.parse(a)) === JSON.stringify(CorrectionDraft.parse(b))

/** Whether the service already has this draft as the user's correction. */
export function isReturned(
  draft: CorrectionDraft,
  remote: Pick<CorrectionSnapshot, 'is_corrected' | 'teacher_correction' | 'points' | 'corrected_by_user_id'>,
  userId: number,
  returnedFiles: readonly { name: string; size: number }[] = [],
): boolean {
  const isUploaded = (file: { name: string; size: number }) =>
    returnedFiles.some(({ name, size }) => name === file.name && size === file.size)
  // A file that exists only on this device would be deleted with the draft.
  if (!draft.files.every(isUploaded)) return false
  if (!draft.marked.every(({ copy }) => copy && isUploaded(copy))) return false
  if (!remote.is_corrected || remote.corrected_by_user_id !== userId) return false
  const { text, scheme } = readFeedback(remote.teacher_correction, remote.points, 'en')
  const isReplaced = draft.text.trim() === '' && isDefaultFeedback(text)
  return (
    (isReplaced || isSameText(text, draft.text)) &&
    hasSameMarks(scheme, draft.scheme) &&
    remote.points === (parsePoints(draft.points) ?? null)
  )
}

export type OpenCorrection = {
  /** The draft with the current points scheme. */
  value: CorrectionDraft
  /** Returns the latest value, which may not be rendered yet. */
  getLatest: () => CorrectionDraft
  hasContent: boolean
  state: DraftState<CorrectionDraft>
  draft: OpenDraft<CorrectionDraft>
  /** Changes some fields, based on the latest state of the draft, which may not be rendered yet. */
  change: (patch: Partial<CorrectionDraft> | ((latest: CorrectionDraft) => Partial<CorrectionDraft>)) => void
  /** Whether the user is writing a new version of a returned correction. */
  isRevising: boolean
  /** Fills the empty draft with the returned correction. */
  startRevision: () => void
  endRevision: () => void
  /** Deletes the draft and ends the revision. If the draft can't be deleted, the form shows it again. */
  discard: () => void
}

/** Opens the draft of one pupil's correction. Its first change stores the current submission as its base version. */
export function useCorrectionDraft(submission: Submission, context: MarkingContext): OpenCorrection {
  'use memo'
  const language = useLocale()
  const { draft, state } = useDraft(correctionDraft, getDraftKey(submission.todo_id, submission.user_id))
  const [revision, setRevision] = useState<{ isTouched: boolean }>()
  const discard = useCallback(() => {
    setRevision(undefined)
    draft.discard().catch(() => undefined)
  }, [draft])
  // Clearing the fields deletes the draft. Do not fill them with the returned correction again.
  const isPrefilled = revision !== undefined && !revision.isTouched
  const withDefaults = (stored: CorrectionDraft | undefined): CorrectionDraft =>
    applyScheme(stored ?? createCorrection(submission, isPrefilled ? language : undefined), context)
  return {
    value: withDefaults(state.value),
    getLatest: () => withDefaults(draft.state().value),
    hasContent: state.value !== undefined && !correctionDraft.isEmpty(state.value),
    state,
    draft,
    change: patch => {
      const latest = withDefaults(draft.state().value)
      setRevision(current => current && { isTouched: true })
      draft.set({ ...latest, ...(typeof patch === 'function' ? patch(latest) : patch) })
    },
    isRevising: revision !== undefined,
    startRevision: () => setRevision({ isTouched: false }),
    endRevision: () => setRevision(undefined),
    discard,
  }
}

/** Returns a new draft. With a language, it has the fields of the returned correction. */
export function createCorrection(submission: Submission, language: string | undefined): CorrectionDraft {
  const { teacher_correction, points } = submission
  const fields =
    language === undefined
      ? { text: '', points: '' }
      : {
          ...readFeedback(teacher_correction ?? '', points, language),
          points: points === null ? '' : formatPoints(points, language),
        }
  return { ...fields, files: [], marked: [], opened: toCorrectionSnapshot(submission), aside: false }
}

export const toCorrectionSnapshot = (submission: Submission): CorrectionSnapshot => ({
  comment: submission.comment ?? '',
  submitted_at: submission.submitted_at,
  files: submission.files
    .map(({ id, sha1_checksum }) => ({ id, sha1: sha1_checksum }))
    .sort((a, b) => a.id - b.id),
  teacher_correction: submission.teacher_correction ?? '',
  points: submission.points,
  corrected_at: submission.corrected_at,
  corrected_by_user_id: submission.corrected_by_user_id,
  is_corrected: submission.is_corrected,
  correction_files: submission.correction_files.map(toFingerprint),
})

export const isSameHandIn = (a: CorrectionSnapshot, b: CorrectionSnapshot): boolean =>
  isSameText(a.comment, b.comment) &&
  isSameTime(a.submitted_at, b.submitted_at) &&
  a.files.length === b.files.length &&
  a.files.every(({ id, sha1 }, index) => {
    const other = b.files[index]
    return other?.id === id && (sha1 === '' || other.sha1 === '' || sha1 === other.sha1)
  })

export const isSameCorrection = (a: CorrectionSnapshot, b: CorrectionSnapshot): boolean =>
  a.is_corrected === b.is_corrected &&
  isSameText(a.teacher_correction, b.teacher_correction) &&
  a.points === b.points &&
  a.corrected_by_user_id === b.corrected_by_user_id &&
  isSameTime(a.corrected_at, b.corrected_at)

const timeZonePattern = /(?:Z|[+-]\d{2}:?\d{2})$/
const quarterHourSeconds = 15 * 60

/**
 * Whether two times of the service are the same second. If only one has a time zone, they may differ by whole quarters
 * of an hour, as time zones do.
 */
function isSameTime(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === b) return a === b
  const [left, right] = [a, b].map(text => Math.floor((parseInstant(text, 'UTC') ?? Number.NaN) / 1000))
  if (left === undefined || right === undefined) return false
  return timeZonePattern.test(a) === timeZonePattern.test(b)
    ? left === right
    : (left - right) % quarterHourSeconds === 0
}
