import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { bytesQuery, toDocumentFile } from '../../../api/cache/documentBytes.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Call, callOf } from '../../../api/client/call.ts'
import type { Document } from '../../../contract/document.ts'
import type { FileMaker } from '../../../delivery/createDelivery.ts'
import { isTransient } from '../../../delivery/entries/requestErrors.ts'
import { ChunkLoadError } from '../../../lib/loadChunk.ts'
import { CopyError } from '../../../ui/markedCopy/CopyError.ts'
import { createMarkedCopy, maxCopySize } from '../../../ui/markedCopy/createMarkedCopy.ts'
import { createHistory, hasVisibleMarks } from '../../../ui/marks/marks.ts'
import { getCopyName, parseOperations } from '../pen/markedFile.ts'
import { fetchSubmission } from './correctionEndpoints.ts'

/**
 * `notLoaded`: the pupil's file could not be loaded. `removed`: it is no longer part of the submission. `noMarks`: its
 * marks can't be read on this device.
 */
type MarkedCopyProblem = CopyError['reason'] | 'notLoaded' | 'removed' | 'noMarks'

/** The copy of a file could not be created, so its correction is not returned. */
class MarkedCopyError extends Error {
  override readonly name = 'MarkedCopyError'
  readonly fileName: string
  readonly reason: MarkedCopyProblem
  constructor(fileName: string, reason: MarkedCopyProblem, options?: ErrorOptions) {
    super(`no marked copy of ${fileName}: ${reason}`, options)
    this.fileName = fileName
    this.reason = reason
  }
}

/** `log`: of the marks. `document`: ID of the pupil's file. */
const From = z.object({
  log: z.string(),
  document: z.number(),
  name: z.string(),
  todo_id: z.number(),
  user_id: z.number(),
})
export type MarkedCopySource = z.output<typeof From>

type Sources = { call: Call; queryClient: QueryClient; readLog: Parameters<FileMaker>[1] }

/** Creates the marked copy that a step uploads. Throws `MarkedCopyError`, or an `ApiError` that may not last. */
export async function makeMarkedCopy(from: unknown, sources: Sources): Promise<File> {
  const { log, document, name, ...owner } = From.parse(from)
  // Again, because the addresses of documents change.
  const { submission } = await fetchSubmission(sources.call, owner)
  const original = submission.files.find(({ id }) => id === document)
  if (!original) throw new MarkedCopyError(name, 'removed')
  if (original.size > maxCopySize) throw new MarkedCopyError(name, 'tooLarge')
  const { values } = await sources.readLog(log)
  const history = createHistory(parseOperations(values))
  if (!hasVisibleMarks(history)) throw new MarkedCopyError(name, 'noMarks')
  try {
    const bytes = await loadBytes(original, sources)
    const copy = await createMarkedCopy(bytes, toDocumentFile(original), history.pages)
    const takenNames = submission.correction_files.map(file => file.name)
    return new File([copy], getCopyName(name, takenNames, copy.type), { type: copy.type })
  } catch (cause) {
    if (cause instanceof CopyError) throw new MarkedCopyError(name, cause.reason, { cause })
    if (cause instanceof ApiError && isTransient(cause)) throw cause
    if (cause instanceof ApiError || cause instanceof ChunkLoadError || cause instanceof TypeError)
      throw new MarkedCopyError(name, 'notLoaded', { cause })
    throw cause
  }
}

/** Does not cache the originals of a whole class. */
async function loadBytes(document: Document, { call, queryClient }: Sources): Promise<Blob> {
  const { queryKey, meta } = bytesQuery(document)
  const { endpoint, input } = callOf(meta)
  return queryClient.getQueryData<Blob>(queryKey) ?? ((await call(endpoint, input)) as Blob)
}
