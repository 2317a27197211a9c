import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { createNameSearch, indexFiles } from '../../features/files/model/fileIndex.ts'
import { foldText, type SearchWord, splitSearchWords } from '../../lib/foldText.ts'
import { truncateText } from '../../lib/truncateText.ts'
import { paths } from '../../paths.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

export type Entry = {
  id: string
  group: 'screens' | 'classes' | 'subjects' | 'homework' | 'chats' | 'files' | 'people' | 'actions'
  label: string
  /** Shown next to the label, and searched too. */
  detail?: string
  /** Whether the palette stays open after `run`. */
  keepsOpen?: boolean
  run: () => void
}

/** Returns 0 (best) to 3: start of the label, start of a word in it, elsewhere in it, or only in the detail. */
function getSpellingScore(word: string, { label, labelWords, detail }: FoldedEntry): number {
  if (!label.includes(word)) return detail.includes(word) ? 3 : Number.POSITIVE_INFINITY
  if (label.startsWith(word)) return 0
  if (labelWords.includes(` ${word}`)) return 1
  return 2
}

/** Returns the score of the first spelling that matches. */
function getMatchScore(word: SearchWord, entry: FoldedEntry): number {
  for (const spelling of word) {
    const score = getSpellingScore(spelling, entry)
    if (Number.isFinite(score)) return score
  }
  return Number.POSITIVE_INFINITY
}

/** `labelWords`: the words of the label, each after a space. */
type FoldedEntry = { label: string; labelWords: string; detail: string }
const foldedEntries = new WeakMap<Entry, FoldedEntry>()

/** Folding 10,000 entries for each letter would delay typing. */
function foldEntry(entry: Entry): FoldedEntry {
  const known = foldedEntries.get(entry)
  if (known) return known
  const label = foldText(entry.label)
  const labelWords = ` ${label.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
  const folded = { label, labelWords, detail: foldText(entry.detail ?? '') }
  foldedEntries.set(entry, folded)
  return folded
}

export const maxResults = 50

type RankOptions = {
  limit?: number
  /** Stays in the result when better entries load later and exceed the limit. */
  selectedId?: string | undefined
}

/** Returns the entries that contain every word of the text, best first. */
export function rankEntries(
  entries: readonly Entry[],
  text: string,
  { limit = maxResults, selectedId }: RankOptions = {},
): Entry[] {
  const words = splitSearchWords(text)
  const matches: { entry: Entry; score: number }[] = []
  for (const entry of entries) {
    const folded = foldEntry(entry)
    const score = words.reduce((sum, word) => sum + getMatchScore(word, folded), 0)
    if (Number.isFinite(score)) matches.push({ entry, score })
  }
  return matches
    .toSorted((a, b) => a.score - b.score)
    .map(({ entry }) => entry)
    .filter(({ id }, index) => index < limit || id === selectedId)
}

/** Returns the names that belong to several IDs. */
export function findSharedNames(named: readonly { id: number; name: string }[]): ReadonlySet<string> {
  const idByName = new Map<string, number>()
  const shared = new Set<string>()
  for (const { id, name } of named) {
    const knownId = idByName.get(name)
    if (knownId !== undefined && knownId !== id) shared.add(name)
    else idByName.set(name, id)
  }
  return shared
}

type FileEntriesOptions = {
  courseId: number
  classTitle: string
  topFolder: string
  text: string
  navigate: (path: string) => void
}

/** Files and folders per class. */
const maxFileEntries = 100
/** Number of names that are searched per step. */
const maxScannedNames = 5000

/**
 * Returns matching folders and files of a class: those whose name begins with the text, then the others, each with
 * folders first. Without text, the result is empty. A class can have 50,000 files, so the search ends as soon as
 * there are enough names that begin with the text.
 */
export function createFileEntries(
  rows: readonly ClassFile[],
  { courseId, classTitle, topFolder, text, navigate }: FileEntriesOptions,
): Entry[] {
  if (text.trim() === '') return []
  const index = indexFiles(rows)
  const search = createNameSearch(index.all, text)
  while (search.beginnings.length < maxFileEntries && !search.searchNext(maxScannedNames));
  const best = new Set<ClassFile>()
  for (const found of [search.beginnings, search.matches]) {
    for (const isFolder of [true, false]) {
      for (const entry of found) {
        if (best.size === maxFileEntries) break
        if (entry.is_dir === isFolder) best.add(entry)
      }
    }
  }
  return [...best].map(entry => {
    const ancestors = index.getPath(entry.id).slice(0, -1)
    const folders = ancestors.slice(-2).map(({ name }) => truncateText(sanitizeName(name), 60))
    return {
      id: `file-${courseId}-${entry.id}`,
      group: 'files',
      label: truncateText(sanitizeName(entry.name), 300),
      detail: [folders.join(' / ') || topFolder, classTitle].join(' · '),
      run: () =>
        navigate(
          entry.is_dir
            ? paths.files(courseId, entry.id)
            : paths.files(courseId, ancestors.at(-1)?.id ?? topFolderId, { file: String(entry.id) }),
        ),
    }
  })
}
