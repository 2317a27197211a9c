import { ChunkLoadError, loadChunk } from '../../lib/loadChunk.ts'
import { isTimeout } from '../../lib/timeLimit.ts'
import { detectViewKind } from '../viewer/detectViewKind.ts'
import type { MarksByPage } from './addMarksToPdf.ts'
import { CopyError } from './CopyError.ts'
import { copyPicture } from './copyPicture.ts'

/** In bytes. A copy takes three times as much memory, and some services refuse larger uploads. */
export const maxCopySize = 100 * 1024 * 1024

/**
 * Creates a copy of a picture or a PDF with marks. Throws `CopyError`, or `ChunkLoadError` if code can't be loaded.
 */
export async function createMarkedCopy(
  original: Blob,
  file: { name: string; type: string },
  marks: MarksByPage,
): Promise<Blob> {
  if (original.size > maxCopySize) throw new CopyError('tooLarge')
  const kind = detectViewKind(new Uint8Array(await original.slice(0, 4096).arrayBuffer()), file)
  try {
    if (kind.kind === 'image') return await copyPicture(original, kind.type, marks.get(0) ?? [])
    if (kind.kind === 'pdf') {
      const { copyPdf } = await loadChunk(() => import('./copyPdf.ts'))
      return await copyPdf(original, marks)
    }
  } catch (cause) {
    if (cause instanceof CopyError || cause instanceof ChunkLoadError) throw cause
    throw new CopyError(isTimeout(cause) ? 'slow' : 'unreadable', { cause })
  }
  throw new CopyError('unreadable')
}
