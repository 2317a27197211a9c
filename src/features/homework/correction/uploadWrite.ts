import type { Call } from '../../../api/client/call.ts'
import { readRelation } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import type { WriteKind } from '../../../outbox/queue/Writes.ts'
import { createFingerprint, isUploaded, toFingerprint } from './fileFingerprint.ts'

export type SubmissionOwner = { todo_id: number; user_id: number }

/**
 * Creates the write that uploads one file to a submission or a correction. `fetchFiles` returns the files that the
 * service has, or undefined if it does not show them.
 */
export const uploadWrite = (
  name: string,
  ownerKind: 'submission' | 'correction',
  fetchFiles: (call: Call, owner: SubmissionOwner) => Promise<readonly Document[] | undefined>,
): WriteKind<typeof documents.upload> => ({
  name,
  endpoint: documents.upload,
  // The files of a correction that was restored as a draft may be uploaded already.
  checksBeforeSending: true,
  async wasApplied({ input: { body } }, call) {
    const files = await fetchFiles(call, readOwner(body.related_to, ownerKind))
    return files && isUploaded(await createFingerprint(body.file), files.map(toFingerprint))
  },
})

/** Reads whose submission or correction a file belongs to. */
export function readOwner(relatedTo: string, ownerKind: 'submission' | 'correction'): SubmissionOwner {
  const relation = readRelation(relatedTo)
  if (relation?.kind !== ownerKind) throw new Error(`${relatedTo} is no relation of a ${ownerKind}`)
  return { todo_id: relation.todoId, user_id: relation.userId }
}
