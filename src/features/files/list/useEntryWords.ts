import { useMemo } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { addedAt } from '../model/entryOrder.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { type AddedWords, addedWords } from './addedWords.ts'

export type EntryWords = {
  size: string
  added: AddedWords
  /** Where it lies, when that is further down than the folder that is shown. */
  path: string | undefined
}

/** What is said of an entry beside its name; `below` is the folder its path begins under. The same object until it changes. */
export function useEntryWords(index: FileIndex): (entry: ClassFile, below: number | undefined) => EntryWords {
  const t = useT('files')
  const format = useFormat()
  const now = useNow()
  const { timeZone } = useSchoolTime()
  return useMemo(() => {
    const told = new WeakMap<ClassFile, EntryWords & { below: number | undefined }>()
    const sizeOf = ({ id, is_dir, document }: ClassFile) => {
      if (is_dir) return t('items', { count: index.children(id).length })
      return document ? format.fileSize(document.size) : t('noContent')
    }
    const pathOf = ({ id }: ClassFile, below: number) => {
      const folders = index.path(id).slice(0, -1)
      const from = folders.findIndex(folder => folder.id === below) + 1
      const names = folders.slice(from).map(({ name }) => cut(harmlessName(name)))
      return t('inFolder', { path: (names.length > 4 ? ['…', ...names.slice(-4)] : names).join(' / ') })
    }
    return (entry, below) => {
      const before = told.get(entry)
      if (before && before.below === below) return before
      const words = {
        size: sizeOf(entry),
        added: addedWords(addedAt(entry), { now, timeZone, format, t }),
        path: below === undefined ? undefined : pathOf(entry, below),
        below,
      }
      told.set(entry, words)
      return words
    }
  }, [t, format, now, timeZone, index])
}

const longest = 60
const cut = (name: string) => (name.length > longest ? `${name.slice(0, longest)}…` : name)
