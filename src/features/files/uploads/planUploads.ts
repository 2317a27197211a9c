import type { ClassFile } from '../../../contract/files.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { truncateText } from '../../../lib/truncateText.ts'

/** Destination folder: the ID of an existing one (0 is the top folder), or the path of one that is created first. */
export type Place = number | string

export type NewFolder = { path: string; name: string; into: Place }
/** `there`: the entry of this name in the folder, the newest if there are several. */
export type NewFile = { file: File; name: string; into: Place; there: ClassFile | undefined }

type UploadPlan = ReturnType<typeof planUploads>

/** A file that is being uploaded to a folder. */
export type Coming = { into: number; name: string }

/**
 * Plans what to create for picked files and folders in a folder of the class. Existing folders are merged. Two picked
 * files of the same name in one folder are both uploaded.
 */
export function planUploads(given: {
  picked: readonly Picked[]
  folderId: number
  rows: readonly ClassFile[]
  coming?: readonly Coming[]
}) {
  const { picked, folderId, rows, coming = [] } = given
  const at = new Map<string, ClassFile>()
  for (const row of rows) {
    const key = keyOf(row.parent_id ?? 0, row.name, row.is_dir)
    const known = at.get(key)
    if (!known || known.id < row.id) at.set(key, row)
  }
  const names = new Set(coming.map(({ into, name }) => keyOf(into, name, false)))
  const folders = new Map<string, NewFolder>()
  const renamed = new Map<string, string>()
  const harmless = (name: string): string => {
    const to = uploadName(name)
    if (to !== normalizeText(name, 'NFC')) renamed.set(name, to)
    return to
  }
  const placeOf = (path: readonly string[]): Place => {
    let into: Place = folderId
    let walked = ''
    for (const step of path) {
      const name = harmless(step)
      walked = `${walked}/${name}`
      const there: ClassFile | undefined = at.get(keyOf(into, name, true))
      if (!there && !folders.has(walked)) folders.set(walked, { path: walked, name, into })
      into = there?.id ?? walked
    }
    return into
  }
  const files: NewFile[] = []
  const empty: string[] = []
  for (const { path, file } of picked) {
    const into = placeOf(path)
    if (!file) continue
    if (file.size === 0) {
      empty.push(file.name)
      continue
    }
    const name = freeName(harmless(file.name), each => names.has(keyOf(into, each, false)))
    names.add(keyOf(into, name, false))
    files.push({ file, name, into, there: at.get(keyOf(into, name, false)) })
  }
  return {
    /** Parents come before their children. */
    folders: [...folders.values()],
    files,
    /** Names that the service would refuse, and their replacements. */
    renamed: [...renamed].map(([from, to]) => ({ from, to })),
    /** Files without content, which the service does not accept. */
    empty,
    /** Whether a name is or will be taken in a folder, for "keep both". */
    taken: (into: Place, name: string) =>
      names.has(keyOf(into, name, false)) || at.has(keyOf(into, name, false)),
  }
}

const keyOf = (into: Place, name: string, isFolder: boolean): string =>
  `${into}\n${isFolder}\n${normalizeText(name, 'NFC')}`

const longest = 255

/**
 * Returns a name that the service accepts (contract/files.ts): without slashes and control characters, not a path
 * segment such as `..`, and at most 255 characters. The extension is kept.
 */
export function uploadName(name: string): string {
  const plain = normalizeText(name, 'NFC')
    .replaceAll(/[/\\\p{Cc}]+/gu, '_')
    .trim()
  if (plain === '' || plain === '.' || plain === '..') return '_'
  if (plain.length <= longest) return plain
  const { stem, extension } = parts(plain)
  return `${truncateText(stem, longest - extension.length).trimEnd()}${extension}`
}

/** Returns `name`, or the first free name of `name (2).ext`, `name (3).ext` and so on. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name
  const { stem, extension } = parts(name)
  for (let number = 2; ; number += 1) {
    const end = ` (${number})${extension}`
    const next = `${truncateText(stem, longest - end.length)}${end}`
    if (!isTaken(next)) return next
  }
}

function parts(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || name.length - dot > 20) return { stem: name, extension: '' }
  return { stem: name.slice(0, dot), extension: name.slice(dot) }
}

/** Solutions for a file whose name is taken. */
export const conflictWays = ['keepBoth', 'replace', 'skip'] as const
export type ConflictWay = (typeof conflictWays)[number]

/** Returns the solutions for a file. A new version requires write permission for the existing file. */
export const waysOf = ({ there }: NewFile): readonly ConflictWay[] =>
  there?.can_write ? conflictWays : ['keepBoth', 'skip']

/** One solution for all files, and exceptions. */
export type ConflictAnswer = { forAll: ConflictWay; other: ReadonlyMap<NewFile, ConflictWay> }

export const wayFor = (file: NewFile, { forAll, other }: ConflictAnswer): ConflictWay => {
  const way = other.get(file) ?? forAll
  return waysOf(file).includes(way) ? way : 'keepBoth'
}

/**
 * Returns the files to upload after the user's decisions: with a free name, as a new version (`there`), or not at all.
 */
export function decided(plan: UploadPlan, answer: ConflictAnswer): NewFile[] {
  const given = new Set<string>()
  return plan.files.flatMap(file => {
    if (!file.there) return [file]
    const way = wayFor(file, answer)
    if (way === 'skip') return []
    if (way === 'replace') return [file]
    const isTaken = (name: string) => plan.taken(file.into, name) || given.has(`${file.into}/${name}`)
    const name = freeName(file.name, isTaken)
    given.add(`${file.into}/${name}`)
    return [{ ...file, name, there: undefined }]
  })
}

/** A picked file with the folders that contain it, or an empty folder of that path. */
export type Picked = { path: readonly string[]; file?: File }

/** Returns the files of an input. Files of a chosen folder have their path in it. */
export const pickedFromField = (files: FileList | readonly File[]): Picked[] =>
  // Not every browser sets the path.
  [...files].map(file => ({ path: (file.webkitRelativePath ?? '').split('/').slice(0, -1), file }))

/** Dropped files and folders, and the paths of the entries that the browser could not read. */
export type Dropped = { picked: Picked[]; unreadable: string[] }

/**
 * Reads dropped or pasted files, and folders with all that is in them. To be called within the event itself, because
 * the browser empties the transfer afterwards.
 */
export async function readTransfer(transfer: DataTransfer): Promise<Dropped> {
  const entries = [...(transfer.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .map(item => item.webkitGetAsEntry?.() ?? null)
  // A pasted picture is a file without an entry.
  const plain = [...transfer.files].filter((_, index) => !entries[index]).map(file => ({ path: [], file }))
  const dropped: Dropped = { picked: plain, unreadable: [] }
  for (const entry of entries) if (entry) await walk(entry, [], dropped)
  return dropped
}

async function walk(entry: FileSystemEntry, path: readonly string[], dropped: Dropped): Promise<void> {
  const within = [...path, entry.name]
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
      dropped.picked.push({ path, file })
    } else if (isFolder(entry)) {
      const before = dropped.picked.length + dropped.unreadable.length
      for await (const child of entriesIn(entry)) await walk(child, within, dropped)
      if (dropped.picked.length + dropped.unreadable.length === before) dropped.picked.push({ path: within })
    } else dropped.unreadable.push(within.join('/'))
  } catch {
    dropped.unreadable.push(within.join('/'))
  }
}

/** Reads the entries of a folder: a hundred at a time, and none at the end. Throws if the folder can't be read. */
async function* entriesIn(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader()
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return
    yield* entries
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
