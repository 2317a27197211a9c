import { useMemo } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { Format } from '../../../i18n/formats.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { type FileKind, getExtension, getFileKind } from '../../../lib/fileKinds.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { addedAt } from '../useArranged.ts'

/** Returns the kind of an entry by its name and type, and its extension in capitals ('' if there is none). */
export const kindOf = ({
  name,
  document,
}: Pick<ClassFile, 'name' | 'document'>): { kind: FileKind; end: string } => ({
  kind: getFileKind({ name, type: document?.content_type ?? '' }),
  end: getExtension(name).toUpperCase(),
})

const day = 86_400_000

/**
 * Formats when an entry was added, in school time: `Today 08:40`, `Mon 16 Nov` within six days, `2 Nov`, or `2 Nov
 * 2025` in another year. `exact` has the full day and time. `text` is in either format of the service, `now` in Unix
 * ms.
 */
export function addedWords(
  text: string,
  { now, timeZone, format, t }: { now: number; timeZone: string; format: Format; t: T<'files'> },
): { brief: string; exact: string } {
  const instant = parseInstant(text, timeZone)
  if (instant === undefined) return { brief: '–', exact: t('added.unknown') }
  const [then, today] = [toSchoolDay(instant, timeZone), toSchoolDay(now, timeZone)]
  const time = format.time(instant)
  const exact = t('added.exact', { day: format.fullDay(then), time })
  if (then === today) return { brief: t('added.today', { time }), exact }
  if (now > instant && now - instant < 6 * day) return { brief: format.day(then), exact }
  return {
    brief: then.slice(0, 4) === today.slice(0, 4) ? format.shortDay(then) : format.date(instant),
    exact,
  }
}

export type EntryWords = {
  size: string
  added: ReturnType<typeof addedWords>
  /** Path of the entry, if it is below the shown folder. */
  path: string | undefined
}

/**
 * Returns a function that returns the texts of an entry next to its name. `below`: the folder at which its path starts.
 * Returns the same object until it changes.
 */
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
      const names = folders.slice(from).map(({ name }) => truncateText(sanitizeName(name), longest, '…'))
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
