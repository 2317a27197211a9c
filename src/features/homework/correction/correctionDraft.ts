import { useState } from 'react'
import { z } from 'zod/mini'
import type { Submission } from '../../../contract/submissions.ts'
import { normalized } from '../../../lib/normalized.ts'
import { parsePoints } from '../../../lib/points.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import { type DraftKind, type DraftState, KeptFile, type OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import type { ReturnState } from '../../../outbox/returned.ts'

/** What of a submission decides whether a correction may be returned: the pupil's side, and any correction there is. */
export const CorrectionSeen = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  /** Bytes are told apart by id and checksum, '' where the service gives none. */
  files: z.array(z.object({ id: z.number(), sha1: z.string() })),
  teacher_correction: z.string(),
  points: z.nullable(z.number()),
  corrected_at: z.nullable(z.string()),
  corrected_by_user_id: z.nullable(z.number()),
  is_corrected: z.boolean(),
})
export type CorrectionSeen = z.output<typeof CorrectionSeen>

/** A correction that is not returned yet. */
export const CorrectionDraft = z.object({
  text: z.string(),
  /** As typed; what it means is asked when it is returned. */
  points: z.string(),
  files: z.array(KeptFile),
  /** The submission as it was when this was begun, to notice what changed since (cases 24). */
  opened: CorrectionSeen,
  /** Another teacher's correction was kept instead. Stays here, and is not returned with "all drafts". */
  aside: z.boolean(),
})
export type CorrectionDraft = z.output<typeof CorrectionDraft>

export const correctionDraft: DraftKind<CorrectionDraft> = {
  name: 'correction',
  value: CorrectionDraft,
  isEmpty: ({ text, points, files }) => text.trim() === '' && points.trim() === '' && files.length === 0,
}

export const draftKey = (todoId: number, userId: number): string => `${todoId}/${userId}`

/** The pupil a draft of this homework is for, `undefined` for one of another homework. */
export function pupilOfDraft(key: string, todoId: number): number | undefined {
  const [, todo, user] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(key) ?? []
  return Number(todo) === todoId ? Number(user) : undefined
}

/** The same text, points and files, and begun at the same submission; in whatever order its fields were written. */
export const sameDraft = (one: CorrectionDraft, other: CorrectionDraft): boolean =>
  JSON.stringify(CorrectionDraft.parse(one)) === JSON.stringify(CorrectionDraft.parse(other))

/**
 * The service has these very words, points and files already: the draft of a correction that arrived. `returnedFiles`
 * are those of the submission's correction.
 */
export function isReturned(
  draft: CorrectionDraft,
  seen: Pick<CorrectionSeen, 'is_corrected' | 'teacher_correction' | 'points' | 'corrected_by_user_id'>,
  userId: number,
  returnedFiles: readonly { name: string; size: number }[] = [],
): boolean {
  const isThere = (file: { name: string; size: number }) =>
    returnedFiles.some(({ name, size }) => name === file.name && size === file.size)
  // A file that is only here would be lost with the draft.
  if (!draft.files.every(isThere)) return false
  if (!seen.is_corrected || seen.corrected_by_user_id !== userId) return false
  return sameText(seen.teacher_correction, draft.text) && seen.points === (parsePoints(draft.points) ?? null)
}

export type OpenCorrection = {
  value: CorrectionDraft
  /** There is something to keep. */
  begun: boolean
  state: DraftState<CorrectionDraft>
  draft: OpenDraft<CorrectionDraft>
  /** Changes some of it, on top of whatever was changed a moment ago. */
  change: (patch: Partial<CorrectionDraft> | ((now: CorrectionDraft) => Partial<CorrectionDraft>)) => void
}

/**
 * The correction of one pupil as it is being written. What was opened is kept from the first letter on. `begin` is what
 * the fields hold before it: nothing, or the correction that is to be corrected; another `round` begins anew.
 */
export function useCorrectionDraft(
  submission: Submission,
  begin: Pick<CorrectionDraft, 'text' | 'points'>,
  round: number,
): OpenCorrection {
  const { draft, state } = useDraft(correctionDraft, draftKey(submission.todo_id, submission.user_id))
  // Emptied, a draft is removed: the fields stay empty then, and what they began with does not come back.
  const [touched, setTouched] = useState<number>()
  const orNew = (kept: CorrectionDraft | undefined): CorrectionDraft =>
    kept ?? {
      ...(touched === round ? { text: '', points: '' } : begin),
      files: [],
      opened: seenOf(submission),
      aside: false,
    }
  return {
    value: orNew(state.value),
    begun: state.value !== undefined && !correctionDraft.isEmpty(state.value),
    state,
    draft,
    change: patch => {
      const now = orNew(draft.state().value)
      setTouched(round)
      draft.set({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) })
    },
  }
}

export type CorrectionState = 'draft' | ReturnState

/** The same fields of a submission as it was shown or read. */
export const seenOf = (submission: Submission): CorrectionSeen => ({
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

/** Whether the pupil's side is the same in both. */
export const sameHandIn = (a: CorrectionSeen, b: CorrectionSeen): boolean =>
  sameText(a.comment, b.comment) &&
  sameMoment(a.submitted_at, b.submitted_at) &&
  a.files.length === b.files.length &&
  a.files.every(({ id, sha1 }, index) => {
    const other = b.files[index]
    return other?.id === id && (sha1 === '' || other.sha1 === '' || sha1 === other.sha1)
  })

/** Whether the teacher's side is the same in both. */
export const sameCorrection = (a: CorrectionSeen, b: CorrectionSeen): boolean =>
  a.is_corrected === b.is_corrected &&
  sameText(a.teacher_correction, b.teacher_correction) &&
  a.points === b.points &&
  a.corrected_by_user_id === b.corrected_by_user_id &&
  sameMoment(a.corrected_at, b.corrected_at)

/** Same words: a service may end its lines and texts in its own way. */
export const sameText = (a: string, b: string): boolean => plain(a) === plain(b)
const plain = (text: string) => normalized(text, 'NFC').replaceAll('\r\n', '\n').trim()

const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/
const quarter = 15 * 60

/**
 * Same moment, in whichever of the two formats each came and with or without fractions of a second. One without a
 * zone agrees with any that differs by whole quarters of an hour, as zones do.
 */
function sameMoment(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === b) return a === b
  const [left, right] = [a, b].map(text => Math.floor((instantOf(text, 'UTC') ?? Number.NaN) / 1000))
  if (left === undefined || right === undefined) return false
  return hasZone.test(a) === hasZone.test(b) ? left === right : (left - right) % quarter === 0
}
