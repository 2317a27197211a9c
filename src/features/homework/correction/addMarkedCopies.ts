import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { bytesQuery, type DocumentFile, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import type { Submission } from '../../../contract/submissions.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { createMarkedCopies } from '../pen/markedCopies.ts'
import type { CopiedFile } from '../pen/markedFile.ts'
import type { CorrectionDraft } from './correctionDraft.ts'

/** Creates the missing marked copies of a draft, and stores them in it. Throws `MarkedCopyError`. */
export function addMarkedCopies(
  outbox: Outbox,
  queryClient: QueryClient,
  draft: OpenDraft<CorrectionDraft>,
  submission: Submission,
): Promise<CopiedFile[]> {
  const getValue = () => draft.state().value
  return createMarkedCopies(
    outbox,
    {
      getMarked: () => getValue()?.marked ?? [],
      setMarked(marked) {
        const value = getValue()
        if (value) draft.set({ ...value, marked })
      },
    },
    {
      files: submission.files.map(toDocumentFile),
      load: file => loadOriginal(queryClient, file),
      takenNames: [...submission.correction_files, ...(getValue()?.files ?? [])].map(({ name }) => name),
    },
  )
}

/** The viewer shares the request, and cancels it when the teacher moves on to another pupil. */
const maxCancellations = 3

async function loadOriginal(queryClient: QueryClient, { document }: DocumentFile): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Do not cache the originals of a whole class.
      return await queryClient.fetchQuery({ ...bytesQuery(document), gcTime: 0 })
    } catch (error) {
      if (!(error instanceof CancelledError) || attempt > maxCancellations) throw error
    }
  }
}
