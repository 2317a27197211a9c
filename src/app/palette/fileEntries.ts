import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/params.ts'
import { indexFiles } from '../../features/files/model/fileIndex.ts'
import { createFinder } from '../../features/files/model/nameFinder.ts'
import { harmlessName } from '../../ui/harmlessName.ts'
import { paths } from '../paths.ts'
import type { Entry } from './rank.ts'

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
      const folders = above.slice(-2).map(({ name }) => harmlessName(name).slice(0, 60))
      return {
        id: `file-${courseId}-${entry.id}`,
        group: 'files',
        label: harmlessName(entry.name).slice(0, 300),
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
