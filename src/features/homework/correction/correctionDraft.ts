import { useCallback, useState } from 'react'
import { useLocale } from 'use-intl'
import { z } from 'zod/mini'
import type { Submission } from '../../../contract/submissions.ts'
import type { DraftKind, DraftState, OpenDraft } from '../../../delivery/drafts/Drafts.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { formatPoints } from '../../../lib/points.ts'
import { MarkedFile } from '../pen/markedFile.ts'
import { applyScheme, hasMarks, type MarkingContext, readFeedback } from '../scheme/markedDraft.ts'
import { SchemeMarks } from '../scheme/marks.ts'
import { CorrectionSnapshot, toCorrectionSnapshot } from './correctionSnapshot.ts'

export const CorrectionDraft = z.object({
  text: z.string(),
  /** As typed. It is parsed when the correction is returned. */
  points: z.string(),
  /** Points for the lines of the points scheme. Undefined without a scheme. */
  scheme: z.optional(SchemeMarks),
  files: z.array(StoredFile),
  /** Files of the pupil with the teacher's marks. */
  marked: z.array(MarkedFile),
  /** Base version: the submission that the user saw when they began (rule 24). Stored under this name. */
  opened: CorrectionSnapshot,
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
  return { ...fields, files: [], marked: [], opened: toCorrectionSnapshot(submission) }
}
