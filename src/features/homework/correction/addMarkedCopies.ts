import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { bytesQuery, type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import type { Submission } from '../../../contract/submissions.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { getOriginal } from '../originals.ts'
import { type CopyOwner, createMarkedCopies } from '../pen/markedCopies.ts'
import { type CopiedFile, getCopyName, type MarkedFile } from '../pen/markedFile.ts'
import type { CorrectionDraft } from './correctionDraft.ts'
import { createFingerprint, type FileFingerprint, isUploaded, toFingerprint } from './fileFingerprint.ts'

/**
 * Creates the missing marked copies of a draft, and stores them in it. An earlier copy gets a new name if the pupil has
 * another file of this name. Throws `MarkedCopyError`, or `StorageError`.
 */
export async function addMarkedCopies(
  outbox: Outbox,
  queryClient: QueryClient,
  draft: OpenDraft<CorrectionDraft>,
  submission: Submission,
): Promise<CopiedFile[]> {
  const getValue = () => draft.state().value
  const owner: CopyOwner = {
    getMarked: () => getValue()?.marked ?? [],
    setMarked(marked) {
      const value = getValue()
      if (value) draft.set({ ...value, marked })
    },
  }
  const returnedFiles = getReturnedFiles(submission, getValue())
  const takenNames = [...returnedFiles, ...(getValue()?.files ?? [])].map(({ name }) => name)
  await renameTakenCopies(outbox, owner, returnedFiles, takenNames)
  return createMarkedCopies(outbox, owner, {
    files: submission.files.map(toDocumentFile),
    load: file => loadOriginal(queryClient, file),
    takenNames,
  })
}

/** Whether all copies exist, and the pupil has no other file with the name of one. */
export function hasUsableCopies(draft: CorrectionDraft, submission: Submission): boolean {
  const returnedNames = new Set(getReturnedFiles(submission, draft).map(({ name }) => name))
  return draft.marked.every(({ copy }) => copy !== null && !returnedNames.has(copy.name))
}

/** Files that the pupil has from the teachers. The base version may be newer than the submission in the cache. */
const getReturnedFiles = (submission: Submission, draft: CorrectionDraft | undefined): FileFingerprint[] => [
  ...submission.correction_files.map(toFingerprint),
  ...(draft?.opened.correction_files ?? []),
]

async function renameTakenCopies(
  outbox: Outbox,
  owner: CopyOwner,
  returnedFiles: readonly FileFingerprint[],
  takenNames: readonly string[],
): Promise<void> {
  for (const { log, name, copy } of owner.getMarked()) {
    if (!copy || !returnedFiles.some(returned => returned.name === copy.name)) continue
    const file = await outbox.drafts.file(copy.id)
    // The copy itself may be uploaded already, before its return failed.
    if (!file || isUploaded(await createFingerprint(file), returnedFiles) !== false) continue
    const otherNames = owner.getMarked().flatMap(marked => marked.copy?.name ?? [])
    const newName = getCopyName(name, [...takenNames, ...otherNames], file.type)
    const renamed = await outbox.drafts.putFile(new File([file], newName, { type: file.type }))
    const isCopy = (marked: MarkedFile) => marked.log === log && marked.copy?.id === copy.id
    owner.setMarked(owner.getMarked().map(marked => (isCopy(marked) ? { ...marked, copy: renamed } : marked)))
  }
}

/** The viewer shares the request, and cancels it when the teacher moves on to another pupil. */
const maxCancellations = 3

async function loadOriginal(queryClient: QueryClient, { document }: DocumentFile): Promise<Blob> {
  const shown = getOriginal(queryClient, document.id)
  if (shown) return shown
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Do not cache the originals of a whole class.
      return await queryClient.fetchQuery({ ...bytesQuery(document), gcTime: 0 })
    } catch (error) {
      if (!(error instanceof CancelledError) || attempt > maxCancellations) throw error
    }
  }
}
