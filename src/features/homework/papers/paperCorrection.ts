import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import { parsePoints } from '../../../lib/points.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import {
  type CorrectionDraft,
  correctionDraft,
  createCorrection,
  getDraftKey,
  isSameDraft,
} from '../correction/correctionDraft.ts'
import { hasSameMarks, type MarkingContext, setPoints } from '../scheme/markedDraft.ts'
import { mergeFiles } from '../storedFiles.ts'
import type { FeedbackChange, FeedbackFields, Part } from './papersDraft.ts'

type PaperOptions = {
  outbox: Outbox
  entry: SubmissionEntry
  part: Pick<Part, 'points' | 'files' | 'feedbackChange'>
  /** Text for a pupil without feedback. */
  feedback: string
  context: MarkingContext
}

/**
 * Adds the files and points of a part to the draft of the pupil's correction, and saves it. Feedback that the teacher
 * has written or returned stays. Calls `saveChange` before. Resolves to false if the teacher set the draft aside.
 * Throws `StorageError`.
 */
export const addToCorrection = (
  options: PaperOptions,
  saveChange: (change: FeedbackChange) => Promise<void>,
): Promise<boolean> =>
  changeDraft(options, async draft => {
    const stored = draft.state().value
    if (stored?.aside) return false
    const added = addPaper(stored ?? createFeedback(options), options)
    await saveChange({ before: stored ? pickFields(stored) : null, after: pickFields(added) })
    draft.set(added)
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
    return true
  })

/**
 * Removes the files of a part from the draft again, and restores the text and points that it replaced, unless the
 * teacher has changed them since. Deletes a draft without other content. Throws `StorageError`.
 */
export const removeFromCorrection = (options: PaperOptions): Promise<void> =>
  changeDraft(options, async draft => {
    const stored = draft.state().value
    if (!stored) return
    const { part } = options
    const created = createFeedback(options)
    const { before, after } = part.feedbackChange ?? {
      before: null,
      after: pickFields(addPaper(created, options)),
    }
    const ids = new Set(part.files.map(({ id }) => id))
    const rest = {
      ...stored,
      files: stored.files.filter(({ id }) => !ids.has(id)),
      ...restoreFields(stored, before ?? pickFields(created), after),
    }
    if (before === null && isSameDraft(rest, created)) {
      await draft.discard()
      return
    }
    draft.set(rest)
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
  })

const createFeedback = ({ entry, context }: PaperOptions): CorrectionDraft =>
  createCorrection(entry.submission, context.language)

const pickFields = ({ text, points, scheme }: FeedbackFields): FeedbackFields => ({ text, points, scheme })

/** Cancelling a return formats the points again, so they are compared as numbers. */
function restoreFields(
  stored: FeedbackFields,
  before: FeedbackFields,
  after: FeedbackFields,
): Partial<FeedbackFields> {
  const hasSamePoints =
    parsePoints(stored.points) === parsePoints(after.points) && hasSameMarks(stored.scheme, after.scheme)
  return {
    ...(isSameText(stored.text, after.text) && { text: before.text }),
    ...(hasSamePoints && { points: before.points, scheme: before.scheme }),
  }
}

const changeDraft = <T>(
  { outbox, entry: { user, submission } }: PaperOptions,
  change: (draft: OpenDraft<CorrectionDraft>) => Promise<T>,
): Promise<T> =>
  withDraft(outbox, correctionDraft, getDraftKey(submission.todo_id, user.id), async draft => {
    // The desk may have it open in another tab, which saves it first.
    await draft.takeOwnership()
    return change(draft)
  })

function addPaper(draft: CorrectionDraft, { part, feedback, context }: PaperOptions): CorrectionDraft {
  return {
    ...draft,
    text: draft.text.trim() === '' ? feedback : draft.text,
    files: mergeFiles(draft.files, part.files),
    ...(part.points.trim() !== '' && setPoints(draft, part.points, context)),
  }
}
