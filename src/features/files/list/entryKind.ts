import { useMemo } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { Format } from '../../../i18n/formats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { dayOf, instantOf } from '../../../lib/schoolTime.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { addedAt } from '../model/entryOrder.ts'
import type { FileIndex } from '../model/fileIndex.ts'

/** What an entry looks to be by its name, and by its type where the name says nothing; only for its icon. */
export type EntryKind =
  | 'folder'
  | 'image'
  | 'pdf'
  | 'sheet'
  | 'text'
  | 'slides'
  | 'audio'
  | 'video'
  | 'archive'
  | 'other'

const endings: readonly (readonly [EntryKind, RegExp])[] = [
  ['image', /^(?:png|jpe?g|gif|webp|bmp|avif|hei[cf]|svg|tiff?)$/],
  ['pdf', /^pdf$/],
  ['sheet', /^(?:csv|tsv|xlsx?|ods|numbers)$/],
  ['text', /^(?:docx?|odt|rtf|pages|md|tex)$/],
  ['slides', /^(?:pptx?|odp|key)$/],
  ['audio', /^(?:mp3|m4a|ogg|oga|opus|wav|flac|aac)$/],
  ['video', /^(?:mp4|m4v|webm|mov|mkv|avi|ogv)$/],
  ['archive', /^(?:zip|7z|rar|tar|gz|tgz|bz2|xz)$/],
]

export function entryKind({ is_dir, name, document }: ClassFile): EntryKind {
  if (is_dir) return 'folder'
  const ending = /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase()
  const named = ending && endings.find(([, pattern]) => pattern.test(ending))?.[0]
  if (named) return named
  const type = document?.content_type ?? ''
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('video/')) return 'video'
  return type === 'application/pdf' ? 'pdf' : 'other'
}

const day = 86_400_000

type AddedWords = {
  /** `Today 08:40`, `Mon 16 Nov` within a week, `2 Nov`, `2 Nov 2025` in another year. */
  brief: string
  /** The day and the time in full. */
  exact: string
}

/** When something was added, in school time. `text` in either format of the service; `now` in Unix ms. */
export function addedWords(
  text: string,
  { now, timeZone, format, t }: { now: number; timeZone: string; format: Format; t: T<'files'> },
): AddedWords {
  const instant = instantOf(text, timeZone)
  if (instant === undefined) return { brief: '–', exact: t('added.unknown') }
  const [then, today] = [dayOf(instant, timeZone), dayOf(now, timeZone)]
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
