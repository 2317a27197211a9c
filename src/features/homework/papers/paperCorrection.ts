import type { SubmissionEntry } from '../../../contract/submissions.ts'
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
import { type MarkingContext, setPoints } from '../scheme/markedDraft.ts'
import { mergeFiles } from '../storedFiles.ts'
import type { Part } from './papersDraft.ts'

type PaperOptions = {
  outbox: Outbox
  entry: SubmissionEntry
  part: Pick<Part, 'points' | 'files'>
  /** Text for a pupil without feedback. */
  feedback: string
  context: MarkingContext
}

/**
 * Adds the files and points of a part to the draft of the pupil's correction, and saves it. Feedback that the teacher
 * has written or returned stays. Resolves to false if the teacher set the draft aside. Throws `StorageError`.
 */
export const addToCorrection = (options: PaperOptions): Promise<boolean> =>
  changeDraft(options, async draft => {
    const stored = draft.state().value
    if (stored?.aside) return false
    draft.set(
      addPaper(stored ?? createCorrection(options.entry.submission, options.context.language), options),
    )
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
    return true
  })

/** Removes the files of a part from the draft again. Deletes a draft without other content. Throws `StorageError`. */
export const removeFromCorrection = (options: PaperOptions): Promise<void> =>
  changeDraft(options, async draft => {
    const stored = draft.state().value
    if (!stored) return
    const ids = new Set(options.part.files.map(({ id }) => id))
    const rest = { ...stored, files: stored.files.filter(({ id }) => !ids.has(id)) }
    const added = addPaper(createCorrection(options.entry.submission, options.context.language), options)
    if (isSameDraft(rest, { ...added, files: [] })) {
      await draft.discard()
      return
    }
    draft.set(rest)
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
  })

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
