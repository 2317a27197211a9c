import type { ClassFile } from '../../../contract/files.ts'
import type { FloatAnchor } from '../../../ui/FloatTarget.tsx'
import type { Sorting } from '../filesAddress.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import type { EntryPlaces } from './entryPlaces.ts'

/** What a folder shows, for the list and for the tiles. */
export type ListProps = {
  folderId: number
  /** What is read out of the whole. */
  label: string
  index: FileIndex
  rows: readonly ClassFile[]
  /** How many of the rows lie in the folder itself; the rest is said with its path. */
  here: number
  sort: Sorting
  /** The one in the preview. */
  shown: number | undefined
  /** On their way out. */
  deleting: ReadonlySet<number>
  places: EntryPlaces
  /** The focus goes to this entry as soon as it is there. */
  goTo: number | undefined
  onWent: () => void
  onSort: (sort: Sorting) => void
  /** The address that opens an entry. */
  to: (entry: ClassFile) => string
  onOpen: (entry: ClassFile) => void
  /** Shows a file beside the list, or puts it away again. */
  onPreview: (entry: ClassFile) => void
  onUp: () => void
  onMenu: (entry: ClassFile, at: FloatAnchor) => void
}
