import { useState } from 'react'
import { z } from 'zod/mini'
import type { Submission } from '../../../contract/submissions.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { parsePoints } from '../../../lib/points.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import type { DraftKind, DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { KeptFile } from '../../../outbox/storage/keptFiles.ts'
import type { ReturnState } from '../progress/returnStates.ts'

/**
 * The fields of a submission that decide whether a correction may be sent: the pupil's work and any existing
 * correction.
 */
export const CorrectionSnapshot = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  /** Files are compared by ID and checksum. `sha1` is '' if the service does not give it. */
  files: z.array(z.object({ id: z.number(), sha1: z.string() })),
  teacher_correction: z.string(),
  points: z.nullable(z.number()),
  corrected_at: z.nullable(z.string()),
  corrected_by_user_id: z.nullable(z.number()),
  is_corrected: z.boolean(),
})
export type CorrectionSnapshot = z.output<typeof CorrectionSnapshot>

/** A correction that is not returned yet. */
export const CorrectionDraft = z.object({
  text: z.string(),
  /** As typed. It is parsed when the correction is returned. */
  points: z.string(),
  files: z.array(KeptFile),
  /** The submission when this draft was begun, to detect later changes (rule 24). */
  opened: CorrectionSnapshot,
  /**
   * Whether the user kept another teacher's correction instead. The draft remains, but "Return all drafts" skips it.
   */
  aside: z.boolean(),
})
export type CorrectionDraft = z.output<typeof CorrectionDraft>

export const correctionDraft: DraftKind<CorrectionDraft> = {
  name: 'correction',
  value: CorrectionDraft,
  isEmpty: ({ text, points, files }) => text.trim() === '' && points.trim() === '' && files.length === 0,
}

export const getDraftKey = (todoId: number, userId: number): string => `${todoId}/${userId}`

/** Returns the pupil ID in the key of a draft, or undefined if the draft belongs to another homework. */
export function parseDraftPupilId(key: string, todoId: number): number | undefined {
  const [, todo, user] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(key) ?? []
  return Number(todo) === todoId ? Number(user) : undefined
}

/** Whether two drafts are equal in all fields. The order of the fields does not matter. */
export const sameDraft = (one: CorrectionDraft, other: CorrectionDraft): boolean =>
  JSON.stringify(CorrectionDraft.parse(one)) === JSON.stringify(CorrectionDraft.parse(other))

/**
 * Whether the service already has this text, these points and these files, so the draft is obsolete. `returnedFiles`
 * are the files of the submission's correction.
 */
export function isReturned(
  draft: CorrectionDraft,
  seen: Pick<CorrectionSnapshot, 'is_corrected' | 'teacher_correction' | 'points' | 'corrected_by_user_id'>,
  userId: number,
  returnedFiles: readonly { name: string; size: number }[] = [],
): boolean {
  const isUploaded = (file: { name: string; size: number }) =>
    returnedFiles.some(({ name, size }) => name === file.name && size === file.size)
  // A file that exists only on this device would be lost with the draft.
  if (!draft.files.every(isUploaded)) return false
  if (!seen.is_corrected || seen.corrected_by_user_id !== userId) return false
  return (
    isSameText(seen.teacher_correction, draft.text) && seen.points === (parsePoints(draft.points) ?? null)
  )
}

export type OpenCorrection = {
  value: CorrectionDraft
  /** Whether the draft has content. */
  hasContent: boolean
  state: DraftState<CorrectionDraft>
  draft: OpenDraft<CorrectionDraft>
  /** Changes some fields, based on the latest state of the draft, which may not be rendered yet. */
  change: (patch: Partial<CorrectionDraft> | ((now: CorrectionDraft) => Partial<CorrectionDraft>)) => void
}

/**
 * Opens the draft of one pupil's correction. The first change stores the submission as it was. Until then the fields
 * contain `begin`: empty, or the returned correction for a revision. A new `round` starts again from `begin`.
 */
export function useCorrectionDraft(
  submission: Submission,
  begin: Pick<CorrectionDraft, 'text' | 'points'>,
  round: number,
): OpenCorrection {
  const { draft, state } = useDraft(correctionDraft, getDraftKey(submission.todo_id, submission.user_id))
  // Clearing the fields deletes the draft. They must then stay empty instead of showing `begin` again.
  const [touched, setTouched] = useState<number>()
  const withDefaults = (kept: CorrectionDraft | undefined): CorrectionDraft =>
    kept ?? {
      ...(touched === round ? { text: '', points: '' } : begin),
      files: [],
      opened: toCorrectionSnapshot(submission),
      aside: false,
    }
  return {
    value: withDefaults(state.value),
    hasContent: state.value !== undefined && !correctionDraft.isEmpty(state.value),
    state,
    draft,
    change: patch => {
      const now = withDefaults(draft.state().value)
      setTouched(round)
      draft.set({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) })
    },
  }
}

export type CorrectionState = 'draft' | ReturnState

/** Returns the compared fields of a submission. */
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
})

/** Whether the pupil's work is the same in both. */
export const isSameHandIn = (a: CorrectionSnapshot, b: CorrectionSnapshot): boolean =>
  isSameText(a.comment, b.comment) &&
  sameMoment(a.submitted_at, b.submitted_at) &&
  a.files.length === b.files.length &&
  a.files.every(({ id, sha1 }, index) => {
    const other = b.files[index]
    return other?.id === id && (sha1 === '' || other.sha1 === '' || sha1 === other.sha1)
  })

/** Whether the correction is the same in both. */
export const isSameCorrection = (a: CorrectionSnapshot, b: CorrectionSnapshot): boolean =>
  a.is_corrected === b.is_corrected &&
  isSameText(a.teacher_correction, b.teacher_correction) &&
  a.points === b.points &&
  a.corrected_by_user_id === b.corrected_by_user_id &&
  sameMoment(a.corrected_at, b.corrected_at)

/** Whether two texts are equal, apart from line endings and white space at both ends, which a service may change. */
export const isSameText = (a: string, b: string): boolean => plain(a) === plain(b)
const plain = (text: string) => normalizeText(text, 'NFC').replaceAll('\r\n', '\n').trim()

const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/
const quarter = 15 * 60

/**
 * Whether two times are the same, in either format of the service, ignoring fractions of a second. If only one has a
 * time zone, they may differ by whole quarters of an hour, as time zones do.
 */
function sameMoment(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === b) return a === b
  const [left, right] = [a, b].map(text => Math.floor((parseInstant(text, 'UTC') ?? Number.NaN) / 1000))
  if (left === undefined || right === undefined) return false
  return hasZone.test(a) === hasZone.test(b) ? left === right : (left - right) % quarter === 0
}
