import { documents } from '../../../contract/documents.ts'
import type { Homework } from '../../../contract/homework.ts'
import { type Submission, submissions } from '../../../contract/submissions.ts'
import { type Delivery, StorageError } from '../../../delivery/Delivery.ts'
import { withDraft } from '../../../delivery/drafts/acquireDraft.ts'
import {
  type Entry,
  isUnfinished,
  type NewEntry,
  type StoredInput,
  step,
} from '../../../delivery/entries/Entry.ts'
import { paths } from '../../../paths.ts'
import { flushMarks } from '../pen/markStore.ts'
import { correctionLane } from '../progress/returnStates.ts'
import type { MarkingContext } from '../scheme/markedDraft.ts'
import { isStoringFiles } from '../storedFiles.ts'
import { type CorrectionBody, type DraftProblem, parseBody } from './correctionBody.ts'
import { type CorrectionDraft, correctionDraft, createCorrection, getDraftKey } from './correctionDraft.ts'
import { CorrectionSnapshot, isSameCorrection, toCorrectionSnapshot } from './correctionSnapshot.ts'
import type { MarkedCopySource } from './makeMarkedCopy.ts'

export type ReturnOptions = Pick<NewEntry, 'title' | 'group' | 'notBefore'> & {
  homework: Homework
  submission: Submission
  context: MarkingContext
}

/** `changed`: files are still being stored, or another tab has changed or sent the draft. */
export type ReturnResult =
  | { problem: DraftProblem | { field: 'all'; why: 'changed' } }
  | { body: CorrectionBody }

/**
 * Moves the draft of a correction into the delivery, in one transaction. `prepare` returns the value to send for the
 * stored one, and `getRestored` the value that Edit puts back. Throws `StorageError`.
 */
export async function returnCorrection(
  delivery: Delivery,
  { homework, submission, context, ...options }: ReturnOptions,
  prepare: (stored: CorrectionDraft | undefined) => CorrectionDraft | undefined,
  getRestored: (stored: CorrectionDraft | undefined) => CorrectionDraft | undefined = prepare,
): Promise<ReturnResult> {
  const { todo_id, user_id } = submission
  const key = getDraftKey(todo_id, user_id)
  const changed: ReturnResult = { problem: { field: 'all', why: 'changed' } }
  if (isStoringFiles(delivery, correctionDraft, key)) return changed
  return withDraft(delivery, correctionDraft, key, async open => {
    const stored = open.state().value
    const draft = prepare(stored)
    if (!draft) return changed
    const restored = getRestored(stored)
    const parsed = parseBody(draft, context)
    if ('problem' in parsed) return parsed
    // Set the draft before the next await, so that later changes are not overwritten.
    open.set(draft)
    for (const { log } of draft.marked)
      if (!(await flushMarks(delivery, log))) throw new StorageError('the marks were not stored')
    const entry: NewEntry = {
      ...options,
      lane: correctionLane(todo_id, user_id),
      path: paths.desk(homework.course_id, todo_id, user_id),
      steps: createSteps(submission, draft, parsed.body),
      draft: restored && { kind: correctionDraft.name, key, value: restored },
    }
    const isSubmitted = await open.submit(
      draft,
      change => delivery.entries.add([entry], change),
      () => createCorrection(submission, undefined),
    )
    return isSubmitted ? parsed : changed
  })
}

function createSteps(
  { todo_id, user_id, correction_files_document_relation: related_to }: Submission,
  { files, marked, opened }: CorrectionDraft,
  body: CorrectionBody,
): NewEntry['steps'] {
  const isUnsent = ({ isSent }: { isSent?: true | undefined }) => !isSent
  const copies = marked.filter(isUnsent).map(({ document, name, log }) => {
    const from: MarkedCopySource = { log, document, name, todo_id, user_id }
    return { madeFile: { maker: 'markedCopy', from } }
  })
  const uploads: StoredInput<File>[] = [
    ...files.filter(isUnsent).map(({ id }) => ({ storedFile: id })),
    ...copies,
  ]
  return [
    // The pupil sees a file at once, so each file is compared like the correction itself.
    ...uploads.map(file => step(documents.upload, { body: { related_to, file } }, opened)),
    step(submissions.correct, { todo_id, user_id, body }, opened),
  ]
}

/** Returns the text and points of an entry. */
export function readCorrectionBody({ steps }: Pick<Entry, 'steps'>): CorrectionBody | undefined {
  const input = steps.at(-1)?.input
  return (input as { body?: CorrectionBody } | undefined)?.body
}

/** The submission that the teacher saw, as compared before each step. */
const findBase = ({ steps }: Pick<Entry, 'steps'>): CorrectionSnapshot | undefined =>
  CorrectionSnapshot.safeParse(steps.at(-1)?.base).data

/** Whether the entry is unfinished, or was sent by another tab and is not part of `submission` yet. */
export function isOnItsWay(entry: Entry, submission: Submission): boolean {
  if (isUnfinished(entry)) return true
  const base = findBase(entry)
  return base !== undefined && isSameCorrection(base, toCorrectionSnapshot(submission))
}
