import type { ClassFile } from '../../../contract/files.ts'
import type { FileIndex } from '../model/fileIndex.ts'

export type PreviewPaneProps = {
  file: ClassFile
  index: FileIndex
  /** Gives the focus back to the row. */
  close: () => void
  /** Through the list as it is shown; missing at its ends. */
  next?: (() => void) | undefined
  previous?: (() => void) | undefined
  /** The file that `next` leads to: made ready before it is asked for. */
  ahead?: ClassFile | undefined
  /** Asks whether to delete it; missing where it is not the caller's to delete. */
  remove?: (() => void) | undefined
  /** It is on its way out. */
  isGoing?: boolean
}
