import { useMemo } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { type Cell, type FileColumn, fileColumns } from '../model/fileColumns.ts'
import type { FileIndex } from '../model/fileIndex.ts'

export type EntryTexts = {
  /** In the order of `fileColumns`. */
  cells: readonly Cell[]
  summary: Cell
  /** Undefined for entries of the open folder. */
  path: string | undefined
}

const maxPathNameLength = 60

/** `baseFolderId`: start of the path. Returns the same object until it changes, so that rows are not rendered again. */
export function useEntryTexts(
  index: FileIndex,
): (entry: ClassFile, baseFolderId: number | undefined) => EntryTexts {
  const t = useT('files')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  return useMemo(() => {
    const cache = new WeakMap<ClassFile, EntryTexts & { baseFolderId: number | undefined }>()
    const context = { index, t, format, now, timeZone }
    const formatPath = ({ id }: ClassFile, baseFolderId: number) => {
      const folders = index.getPath(id).slice(0, -1)
      const start = folders.findIndex(folder => folder.id === baseFolderId) + 1
      const names = folders
        .slice(start)
        .map(({ name }) => truncateText(sanitizeName(name), maxPathNameLength, '…'))
      return t('inFolder', { path: (names.length > 4 ? ['…', ...names.slice(-4)] : names).join(' / ') })
    }
    return (entry, baseFolderId) => {
      const cached = cache.get(entry)
      if (cached && cached.baseFolderId === baseFolderId) return cached
      const cells = fileColumns.map((column: FileColumn) => column.getCell(entry, context))
      const texts = {
        cells,
        summary: joinCells(cells),
        path: baseFolderId === undefined ? undefined : formatPath(entry, baseFolderId),
        baseFolderId,
      }
      cache.set(entry, texts)
      return texts
    }
  }, [t, format, now, timeZone, index])
}

const joinCells = (cells: readonly Cell[]): Cell => ({
  text: cells.flatMap(({ text }) => text || []).join(' · '),
  title: cells.flatMap(({ title }) => title ?? []).join(' · '),
})
