import type { Document } from '../../../contract/documents.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { safeFileName } from '../../../ui/sanitizeName.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import { splitExtension } from '../model/splitExtension.ts'

/** `path`: with slashes, safe on every system. */
export type ZipEntry =
  | { kind: 'folder'; path: string; createdAt: string }
  | { kind: 'file'; path: string; document: Document | null; createdAt: string }

/** `size` in bytes, according to the list. */
export type ZipPlan = { entries: readonly ZipEntry[]; files: number; size: number }

/** Maximum length of a name in bytes, for every file system. */
const maxNameBytes = 200
/** Maximum depth, because file systems limit paths. Deeper content is put into the last folder. */
const maxDepth = 24

/** Contains the content of chosen folders, also of empty ones. Names that any system considers equal are numbered. */
export function createZipPlan(
  selected: readonly ClassFile[],
  index: Pick<FileIndex, 'getChildren' | 'getPath'>,
): ZipPlan {
  const entries: ZipEntry[] = []
  const ids = new Set(selected.map(({ id }) => id))
  const topmost = selected.filter(
    ({ id }) => !index.getPath(id).some(ancestor => ancestor.id !== id && ids.has(ancestor.id)),
  )
  /** Second safeguard against cycles. */
  const visited = new Set<number>()
  let files = 0
  let size = 0
  const queue: { folder: ZipFolder; children: readonly ClassFile[] }[] = [
    { folder: createZipFolder('', 0), children: topmost },
  ]
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { folder, children } = next
    for (const child of children) {
      if (visited.has(child.id)) continue
      visited.add(child.id)
      const { is_dir, name, document, created_at: createdAt } = child
      if (!is_dir) {
        files += 1
        size += document?.size ?? 0
        entries.push({ kind: 'file', path: folder.addName(name), document, createdAt })
        continue
      }
      const content = index.getChildren(child.id)
      if (folder.depth === maxDepth) {
        queue.push({ folder, children: content })
        continue
      }
      const path = folder.addName(name)
      if (content.length === 0) entries.push({ kind: 'folder', path, createdAt })
      else queue.push({ folder: createZipFolder(path, folder.depth + 1), children: content })
    }
  }
  return { entries, files, size }
}

/** `addName` returns the path of a new entry, with a free name. */
type ZipFolder = { depth: number; addName: (name: string) => string }

function createZipFolder(path: string, depth: number): ZipFolder {
  const takenNames = new Set<string>()
  // Stored, so that many equal names do not try all numbers again.
  const nextNumbers = new Map<string, number>()
  return {
    depth,
    addName(name) {
      const { stem, extension } = splitExtension(safeFileName(name))
      const key = toComparable(stem + extension)
      let number = nextNumbers.get(key) ?? 1
      // `safeFileName` again: a shortened name may end in a space or dot, or be reserved.
      const getCandidate = () =>
        safeFileName(shortenStem(stem, number === 1 ? extension : ` (${number})${extension}`))
      while (takenNames.has(toComparable(getCandidate()))) number += 1
      const freeName = getCandidate()
      nextNumbers.set(key, number + 1)
      takenNames.add(toComparable(freeName))
      return path === '' ? freeName : `${path}/${freeName}`
    },
  }
}

/** As Windows and macOS compare names. */
const toComparable = (name: string) => normalizeText(name, 'NFC').toLowerCase()

const countBytes = (text: string) => new TextEncoder().encode(text).length

function shortenStem(stem: string, suffix: string): string {
  const maxBytes = maxNameBytes - countBytes(suffix)
  if (countBytes(stem) <= maxBytes) return stem + suffix
  let length = 0
  let usedBytes = 0
  for (const character of stem) {
    usedBytes += countBytes(character)
    if (usedBytes > maxBytes) break
    length += character.length
  }
  return truncateText(stem, length) + suffix
}
