import type { ClassFile } from '../../contract/files.ts'
import type { Lesson } from '../../contract/lessons.ts'
import { folded } from '../../lib/folded.ts'

/**
 * The folder of a class that is called like the subject, else like its abbreviation: api.md links files to no subject.
 * One at the top goes before others of its name, then the one that was made first.
 */
export function subjectFolder(
  files: readonly ClassFile[],
  { name, short }: Pick<Lesson, 'name' | 'short'>,
): ClassFile | undefined {
  for (const wanted of [name, short].map(nameOf)) {
    const called = wanted === '' ? [] : files.filter(file => file.is_dir && nameOf(file.name) === wanted)
    const [first] = called.toSorted(
      (a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null) || a.id - b.id,
    )
    if (first) return first
  }
  return undefined
}

const nameOf = (text: string) => folded(text.trim())

/** The newest files of a folder, and how many entries it has in all. A day no clock knows counts as the oldest. */
export function newestOf(
  files: readonly ClassFile[],
  folderId: number,
  { count, at }: { count: number; at: (created: string) => number | undefined },
): { newest: ClassFile[]; entries: number } {
  const inside = files.filter(file => file.parent_id === folderId)
  const dated = inside
    .filter(file => !file.is_dir)
    .map(file => ({ file, added: at(file.created_at) ?? 0 }))
    .toSorted((a, b) => b.added - a.added || b.file.id - a.file.id)
  return { newest: dated.slice(0, count).map(({ file }) => file), entries: inside.length }
}
