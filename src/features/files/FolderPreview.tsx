import { lazy, Suspense } from 'react'
import type { ClassFile } from '../../contract/files.ts'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import type { FileIndex } from './model/fileIndex.ts'

const PreviewPane = lazy(() =>
  lazyChunk(async () => ({ default: (await import('./preview/PreviewPane.tsx')).PreviewPane })),
)

type FolderPreviewProps = {
  file: ClassFile
  index: FileIndex
  /** The folder as it is shown: the next file is the one below in it. */
  rows: readonly ClassFile[]
  deleting: ReadonlySet<number>
  onShow: (fileId: number) => void
  onClose: () => void
  onDelete: (fileId: number) => void
}

/** The file that is looked at, and the way through those beside it. */
export function FolderPreview({
  file,
  index,
  rows,
  deleting,
  onShow,
  onClose,
  onDelete,
}: FolderPreviewProps) {
  const files = rows.filter(entry => !entry.is_dir)
  // By id: while a long list is arranged anew, its rows are those of the answer before.
  const at = files.findIndex(({ id }) => id === file.id)
  const next = at < 0 ? undefined : files[at + 1]
  const previous = files[at - 1]
  return (
    <Suspense fallback={null}>
      <PreviewPane
        file={file}
        index={index}
        close={onClose}
        next={next && (() => onShow(next.id))}
        previous={previous && (() => onShow(previous.id))}
        ahead={next}
        remove={file.can_write ? () => onDelete(file.id) : undefined}
        isGoing={deleting.has(file.id)}
      />
    </Suspense>
  )
}
