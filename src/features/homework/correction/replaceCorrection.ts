import type { QueryClient } from '@tanstack/react-query'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { addMarkedCopies } from './addMarkedCopies.ts'
import { type CorrectionSnapshot, correctionDraft, getDraftKey } from './correctionDraft.ts'
import { cancelReturn, correctionWrite, findCorrectionBody, returnCorrections } from './correctionWrite.ts'

type ReplaceOptions = {
  /** The write that was not sent because of the other version. */
  conflict: Write
  entry: SubmissionEntry
  /** The unfinished writes in the pupil's lane. */
  writes: readonly Write[]
  /** The version that the user replaces. */
  remote: CorrectionSnapshot
  language: string
}

/**
 * Returns the user's correction although another version exists (rule 24). If files are still to be sent, the
 * correction is queued again with `remote` as its base version: so the user is asked once, and no copy has the name of
 * a file of the other teacher. Resolves to false if it is too late. Throws `StorageError`.
 */
export async function replaceCorrection(
  outbox: Outbox,
  queryClient: QueryClient,
  { conflict, entry: { user, submission }, writes, remote, language }: ReplaceOptions,
): Promise<boolean> {
  if (conflict.kind === correctionWrite.name) {
    await outbox.writes.retry(conflict.id)
    return true
  }
  const { todo_id: todoId } = submission
  const key = getDraftKey(todoId, user.id)
  const body = findCorrectionBody(writes)
  // A text that was typed meanwhile is not part of this correction. The user reviews both in the form.
  const hasOtherDraft = (await outbox.drafts.list(correctionDraft)).some(draft => draft.key === key)
  const base = remote
  if (!(await cancelReturn(outbox, { todoId, userId: user.id, writes, base, language }))) return false
  if (!body || hasOtherDraft) return true
  await withDraft(outbox, correctionDraft, key, async draft => {
    await draft.takeOwnership()
    const value = draft.state().value
    if (!value) return
    const marked = await addMarkedCopies(outbox, queryClient, draft, submission)
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
    const { points, ...text } = body
    await returnCorrections(outbox, [
      {
        todoId,
        userId: user.id,
        relation: submission.correction_files_document_relation,
        draft: { ...value, marked },
        body: { ...text, ...(points !== undefined && { points }) },
      },
    ])
  })
  return true
}
