import { type ClassFile, maxFileNameLength } from '../../../contract/files.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { visibleCharacter } from '../../../lib/visibleText.ts'
import { type ConflictAnswer, findFreeName, getSolution } from '../conflicts/conflicts.ts'
import { splitExtension } from '../model/splitExtension.ts'

/** ID of an existing folder (0: top folder), or path of one that is created first. */
export type FolderRef = number | string

export type NewFolder = { path: string; name: string; parent: FolderRef }
/** `existingEntry`: newest entry of this name in the folder. */
export type NewFile = { file: File; name: string; parent: FolderRef; existingEntry: ClassFile | undefined }

type UploadPlan = ReturnType<typeof planUploads>

/** A file that is being uploaded to a folder. */
export type PendingFile = { parent: number; name: string }

type PlanOptions = {
  picked: readonly PickedFile[]
  folderId: number
  rows: readonly ClassFile[]
  pending?: readonly PendingFile[]
}

/** Existing folders are merged. Two picked files of the same name in one folder are both uploaded. */
export function planUploads({ picked, folderId, rows, pending = [] }: PlanOptions) {
  const entriesByKey = new Map<string, ClassFile>()
  for (const row of rows) {
    const key = getEntryKey(row.parent_id ?? 0, row.name, row.is_dir)
    const other = entriesByKey.get(key)
    if (!other || other.id < row.id) entriesByKey.set(key, row)
  }
  const fileKeys = new Set(pending.map(({ parent, name }) => getEntryKey(parent, name, false)))
  const folders = new Map<string, NewFolder>()
  const renamed = new Map<string, string>()
  const getSafeName = (name: string): string => {
    const safeName = sanitizeUploadName(name)
    if (safeName !== normalizeText(name, 'NFC')) renamed.set(name, safeName)
    return safeName
  }
  const findOrPlanFolder = (path: readonly string[]): FolderRef => {
    let parent: FolderRef = folderId
    let newPath = ''
    for (const segment of path) {
      const name = getSafeName(segment)
      newPath = `${newPath}/${name}`
      const existing: ClassFile | undefined = entriesByKey.get(getEntryKey(parent, name, true))
      if (!existing && !folders.has(newPath)) folders.set(newPath, { path: newPath, name, parent })
      parent = existing?.id ?? newPath
    }
    return parent
  }
  const files: NewFile[] = []
  const emptyNames: string[] = []
  for (const { path, file } of picked) {
    const parent = findOrPlanFolder(path)
    if (!file) continue
    if (file.size === 0) {
      emptyNames.push(file.name)
      continue
    }
    const isPlanned = (name: string) => fileKeys.has(getEntryKey(parent, name, false))
    const name = findFreeName(getSafeName(file.name), isPlanned)
    const key = getEntryKey(parent, name, false)
    fileKeys.add(key)
    files.push({ file, name, parent, existingEntry: entriesByKey.get(key) })
  }
  return {
    /** Parents come before their children. */
    folders: [...folders.values()],
    files,
    renamed: [...renamed].map(([from, to]) => ({ from, to })),
    /** The service does not accept files without content. */
    emptyNames,
    isNameTaken(parent: FolderRef, name: string): boolean {
      const key = getEntryKey(parent, name, false)
      return fileKeys.has(key) || entriesByKey.has(key)
    },
  }
}

const getEntryKey = (parent: FolderRef, name: string, isFolder: boolean): string =>
  `${parent}\n${isFolder}\n${normalizeText(name, 'NFC')}`

/** Returns a name that matches `FileName` in contract/files.ts, with the same extension. */
export function sanitizeUploadName(name: string): string {
  const safeName = normalizeText(name, 'NFC')
    .replaceAll(/[/\\\p{Cc}]+/gu, '_')
    .trim()
  if (!visibleCharacter.test(safeName) || safeName === '.' || safeName === '..') return '_'
  if (safeName.length <= maxFileNameLength) return safeName
  const { stem, extension } = splitExtension(safeName)
  return `${truncateText(stem, maxFileNameLength - extension.length).trimEnd()}${extension}`
}

/** Returns the files to upload: renamed, as new versions, or without the skipped ones. */
export function resolveConflicts(plan: UploadPlan, answer: ConflictAnswer): NewFile[] {
  const newNames = new Set<string>()
  return plan.files.flatMap(file => {
    if (!file.existingEntry) return [file]
    const solution = getSolution(file, answer)
    if (solution === 'skip') return []
    if (solution === 'replace') return [file]
    const isTaken = (name: string) =>
      plan.isNameTaken(file.parent, name) || newNames.has(`${file.parent}/${name}`)
    const name = findFreeName(file.name, isTaken)
    newNames.add(`${file.parent}/${name}`)
    return [{ ...file, name, existingEntry: undefined }]
  })
}

/** `path`: names of the folders that contain it. Without `file` it is an empty folder. */
export type PickedFile = { path: readonly string[]; file?: File }

/** `unreadable`: paths of dropped entries that the browser could not read. */
export type PickedFiles = { picked: readonly PickedFile[]; unreadable: readonly string[] }

export const readFileInput = (files: readonly File[]): PickedFiles => ({
  // Not every browser sets the path.
  picked: files.map(file => ({ path: (file.webkitRelativePath ?? '').split('/').slice(0, -1), file })),
  unreadable: [],
})

/**
 * Reads dropped or pasted files and folders. Call it within the event, because the browser then empties the transfer.
 */
export async function readTransfer(transfer: DataTransfer): Promise<PickedFiles> {
  const entries = [...(transfer.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .map(item => item.webkitGetAsEntry?.() ?? null)
  // A pasted picture is a file without an entry.
  const pasted = [...transfer.files].filter((_, index) => !entries[index]).map(file => ({ path: [], file }))
  const result = { picked: [...pasted], unreadable: [] }
  for (const entry of entries) if (entry) await readEntry(entry, [], result)
  return result
}

type MutablePickedFiles = { picked: PickedFile[]; unreadable: string[] }

async function readEntry(
  entry: FileSystemEntry,
  path: readonly string[],
  result: MutablePickedFiles,
): Promise<void> {
  const entryPath = [...path, entry.name]
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
      result.picked.push({ path, file })
    } else if (isFolder(entry)) {
      let isEmpty = true
      for await (const child of readFolder(entry)) {
        isEmpty = false
        await readEntry(child, entryPath, result)
      }
      if (isEmpty) result.picked.push({ path: entryPath })
    } else result.unreadable.push(entryPath.join('/'))
  } catch {
    result.unreadable.push(entryPath.join('/'))
  }
}

/** Browsers return at most 100 entries per call, and an empty list at the end. */
async function* readFolder(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
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
