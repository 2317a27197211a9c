import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { createFinder, indexFiles } from '../../features/files/model/fileIndex.ts'
import { cutText } from '../../lib/cutText.ts'
import { folded, wordsOf } from '../../lib/folded.ts'
import { paths } from '../../paths.ts'
import { harmlessName } from '../../ui/harmlessName.ts'

/** A result of the palette. */
export type Entry = {
  id: string
  group: 'screens' | 'classes' | 'subjects' | 'homework' | 'chats' | 'files' | 'people' | 'actions'
  label: string
  /** Shown next to the label, and searched too. */
  detail?: string
  /** Shown after the detail, but not searched. */
  note?: string
  /** Where it leads to. Shown in place of its group. */
  leads?: string
  /** Whether the palette stays open after `run`. */
  staysOpen?: boolean
  run: () => void
}

// How well one word fits: at the start of the label, of a word in it, anywhere, or only in the detail.
function distance(word: string, label: string, detail: string): number {
  if (label.startsWith(word)) return 0
  if (label.split(/[^\p{L}\p{N}]+/u).some(part => part.startsWith(word))) return 1
  if (label.includes(word)) return 2
  return detail.includes(word) ? 3 : Number.POSITIVE_INFINITY
}

/** Number of results that are shown. */
export const maxResults = 50

type RankOptions = {
  limit?: number
  /** ID of the selected entry. It stays in the result when better entries load later and exceed the limit. */
  selected?: string | undefined
}

/** Returns the entries that contain every word of the text, best first. Equal entries keep their order. */
export function rank(
  entries: readonly Entry[],
  text: string,
  { limit = maxResults, selected }: RankOptions = {},
): Entry[] {
  const words = wordsOf(text)
  return entries
    .map(entry => {
      const label = folded(entry.label)
      const detail = folded(entry.detail ?? '')
      return { entry, score: words.reduce((sum, word) => sum + distance(word, label, detail), 0) }
    })
    .filter(({ score }) => Number.isFinite(score))
    .toSorted((a, b) => a.score - b.score)
    .map(({ entry }) => entry)
    .filter(({ id }, at) => at < limit || id === selected)
}

type Words = {
  courseId: number
  /** The title of the class, and of its topmost folder. */
  inClass: string
  topFolder: string
  /** What is looked for. */
  text: string
  go: (path: string) => void
}

/** More of one class nobody reads through: the words can be more. */
const most = 100
/** Names that are looked at before it is asked whether that is enough. */
const names = 5000

/**
 * Folders and files of a class whose names have the words that are looked for, folders first; nothing before somebody
 * types. A class may have 50,000: it is looked through until there is enough.
 */
export function fileEntries(
  rows: readonly ClassFile[],
  { courseId, inClass, topFolder, text, go }: Words,
): Entry[] {
  if (text.trim() === '') return []
  const index = indexFiles(rows)
  const finder = createFinder(index.all, text)
  while (finder.found.length < most && !finder.step(names));
  return finder.found
    .slice(0, most)
    .toSorted((a, b) => Number(b.is_dir) - Number(a.is_dir))
    .map(entry => {
      const above = index.path(entry.id).slice(0, -1)
      const folders = above.slice(-2).map(({ name }) => cutText(harmlessName(name), 60))
      return {
        id: `file-${courseId}-${entry.id}`,
        group: 'files',
        label: cutText(harmlessName(entry.name), 300),
        detail: [folders.join(' / ') || topFolder, inClass].join(' · '),
        run: () =>
          go(
            entry.is_dir
              ? paths.files(courseId, entry.id)
              : paths.files(courseId, above.at(-1)?.id ?? topFolderId, { file: String(entry.id) }),
          ),
      }
    })
}
