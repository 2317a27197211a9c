import type { ClassFile } from '../../../src/contract/files.ts'
import { createRandom } from '../../../src/lib/createRandom.ts'

/**
 * Creates the same class for every candidate: 50,000 entries in one flat array, 5,000 of them in one folder, 200 in the
 * top folder.
 */
export const entryCount = 50_000
const inBigFolder = 5000
const atTop = 200
const topFolders = 20
export const courseId = 1
export const bigFolder = 1
/** Time when the files are opened, in Unix ms. */
const now = Date.parse('2026-11-18T08:12:00Z')

const subjects = [
  'fractions',
  'angles',
  'harbour text',
  'Übungen Bruchrechnung',
  'lab report',
  'board',
  'letter',
]
const kinds = [
  { end: 'pdf', type: 'application/pdf' },
  { end: 'jpg', type: 'image/jpeg' },
  { end: 'txt', type: 'text/plain' },
  { end: 'mp3', type: 'audio/mpeg' },
] as const

export type BenchFiles = {
  rows: ClassFile[]
  /** The folder with 5,000 files. It is the first entry of the top folder. */
  big: ClassFile
  /** First and last file of the big folder by name. */
  first: ClassFile
  last: ClassFile
}

/** Returns the entries as the service sends them, by ID, which is independent of name and folder. */
export function classFiles(): BenchFiles {
  const random = createRandom(7)
  const big = folder(bigFolder, 'AAA scans', null)
  const folders = [big]
  for (let id = 2; id <= topFolders; id += 1) folders.push(folder(id, `Subject ${id}`, null))
  for (let id = topFolders + 1; id <= 300; id += 1) {
    folders.push(folder(id, `Unit ${id}`, 2 + Math.floor(random() * (topFolders - 1))))
  }
  const files: ClassFile[] = []
  for (let id = folders.length + 1; id <= entryCount; id += 1) {
    const number = id - folders.length
    const parent =
      number <= inBigFolder
        ? big.id
        : number <= inBigFolder + atTop - topFolders
          ? null
          : 2 + Math.floor(random() * (folders.length - 1))
    files.push(fileOf(id, parent, random))
  }
  const inside = files.filter(({ parent_id }) => parent_id === big.id)
  const first = inside[1234]
  const last = inside[4321]
  if (!first || !last) throw new Error('the big folder has too few files')
  first.name = 'aaaa first.pdf'
  last.name = 'zzzz last.pdf'
  return { rows: [...folders, ...files], big, first, last }
}

const formatTime = (time: number) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

const folder = (id: number, name: string, parent_id: number | null): ClassFile => ({
  id,
  name,
  is_dir: true,
  parent_id,
  document: null,
  can_write: true,
  created_at: formatTime(now - id * 3_600_000),
})

function fileOf(id: number, parent_id: number | null, random: () => number): ClassFile {
  const kind = kinds[Math.floor(random() * kinds.length)] ?? kinds[0]
  const subject = subjects[Math.floor(random() * subjects.length)] ?? ''
  const name = `${subject} ${Math.floor(random() * 10_000)} no ${id}.${kind.end}`
  const created_at = formatTime(now - Math.floor(random() * 3e10))
  return {
    id,
    name,
    is_dir: false,
    parent_id,
    created_at,
    can_write: true,
    document: {
      id: 100_000 + id,
      hash: `h${id}`,
      sha1_checksum: `s${id}`,
      name,
      content_type: kind.type,
      size: Math.floor(random() ** 3 * 9e6),
      related_to: `file.${id}`,
      uploaded: created_at,
      url: `/documents/${id}`,
      preview_url: null,
      download_url: `/documents/${id}/download`,
      can_delete: true,
      human_size: '1 MB',
    },
  }
}

/** Returns the path of each entry in the form of the file managers: `/Subject 2/Unit 30/board 7.jpg`. */
export function pathsOf(rows: readonly ClassFile[]): Map<number, string> {
  const byId = new Map(rows.map(row => [row.id, row]))
  const paths = new Map<number, string>()
  const pathOf = (row: ClassFile): string => {
    const known = paths.get(row.id)
    if (known !== undefined) return known
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
    const path = `${parent ? pathOf(parent) : ''}/${row.name}`
    paths.set(row.id, path)
    return path
  }
  for (const row of rows) pathOf(row)
  return paths
}
