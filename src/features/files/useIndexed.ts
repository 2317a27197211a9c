import { useDeferredValue } from 'react'
import type { ClassFile } from '../../contract/files.ts'
import { type FileIndex, indexFiles } from './model/fileIndex.ts'

/** The list of so many rows is drawn while one waits for it; that of more of them in turns with other work. */
const atOnce = 6000

/** The index of an answer's rows; for a moment after a long answer, the one before. */
export function useIndexed(rows: readonly ClassFile[] | undefined): FileIndex | undefined {
  const deferred = useDeferredValue(rows)
  const shown = rows && rows.length > atOnce ? deferred : rows
  return shown && indexFiles(shown)
}
