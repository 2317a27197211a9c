/** A file as it was picked, with the folders it was in; without a file, an empty folder of that path. */
export type Picked = { path: readonly string[]; file?: File }

/** What was chosen in a field: of a folder, each file with the path it has in it. */
export const pickedFromField = (files: FileList | readonly File[]): Picked[] =>
  // Not every browser says one.
  [...files].map(file => ({ path: (file.webkitRelativePath ?? '').split('/').slice(0, -1), file }))

/**
 * What was dropped or pasted: files, and folders with all that is in them. What can't be read is left out. To be called
 * within the event itself: what it carries is gone afterwards.
 */
export function pickedFromTransfer(transfer: DataTransfer): Promise<Picked[]> {
  const entries = [...(transfer.items ?? [])]
    .filter(({ kind }) => kind === 'file')
    .map(item => item.webkitGetAsEntry?.() ?? null)
  // A pasted picture is a file without an entry.
  const plain = [...transfer.files].filter((_, index) => !entries[index]).map(file => ({ path: [], file }))
  const walked = entries.filter(entry => entry !== null).map(entry => walk(entry, []))
  return Promise.all(walked).then(found => [...plain, ...found.flat()])
}

async function walk(entry: FileSystemEntry, path: readonly string[]): Promise<Picked[]> {
  if (isFile(entry)) {
    const file = await new Promise<File | undefined>(resolve => entry.file(resolve, () => resolve(undefined)))
    return file ? [{ path, file }] : []
  }
  if (!isFolder(entry)) return []
  const within = [...path, entry.name]
  const inside: Picked[] = []
  for (const child of await everythingIn(entry)) inside.push(...(await walk(child, within)))
  return inside.length > 0 ? inside : [{ path: within }]
}

/** A reader gives a hundred at a time, and none at the end. */
async function everythingIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>(resolve =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
