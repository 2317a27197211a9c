import type { Document } from '../../../contract/documents.ts'
import type { ClassFile } from '../../../contract/files.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { safeFileName } from '../../../ui/sanitizeName.ts'
import type { FileIndex } from '../model/fileIndex.ts'

/** An entry of a zip. `path` is its whole path in the zip, with slashes, and safe on every system. */
export type ZipEntry =
  | { kind: 'folder'; path: string; createdAt: string }
  | { kind: 'file'; path: string; document: Document | null; createdAt: string }

/** `size`: bytes according to the list. */
export type ZipPlan = { entries: readonly ZipEntry[]; files: number; size: number }

/** Maximum length of a name in bytes, for every file system. A whole path in a zip may have 65,535. */
const longestName = 200
/**
 * Maximum depth of folders. The content of deeper ones is put into the last one, because file systems and paths have
 * limits.
 */
const deepest = 24

/**
 * Returns the content of a zip: the chosen entries with all that is in them, including empty folders. Names that any
 * system considers equal get a number, per folder. An entry in a chosen folder is added only once.
 */
export function zipPlan(chosen: readonly ClassFile[], index: Pick<FileIndex, 'children' | 'path'>): ZipPlan {
  const entries: ZipEntry[] = []
  const ids = new Set(chosen.map(({ id }) => id))
  const topmost = chosen.filter(
    ({ id }) => !index.path(id).some(above => above.id !== id && ids.has(above.id)),
  )
  /** The index has no cycles. This is a second safeguard. */
  const seen = new Set<number>()
  let files = 0
  let size = 0
  const top = openFolder('', 0)
  const open: { folder: Folder; children: readonly ClassFile[] }[] = [{ folder: top, children: topmost }]
  for (let next = open.shift(); next; next = open.shift()) {
    const { folder, children } = next
    for (const child of children) {
      if (seen.has(child.id)) continue
      seen.add(child.id)
      const { is_dir, name, document, created_at: createdAt } = child
      if (!is_dir) {
        files += 1
        size += document?.size ?? 0
        entries.push({ kind: 'file', path: folder.take(name), document, createdAt })
        continue
      }
      const inside = index.children(child.id)
      if (folder.depth === deepest) {
        open.push({ folder, children: inside })
        continue
      }
      const path = folder.take(name)
      if (inside.length === 0) entries.push({ kind: 'folder', path, createdAt })
      else open.push({ folder: openFolder(path, folder.depth + 1), children: inside })
    }
  }
  return { entries, files, size }
}

type Folder = { depth: number; take: (name: string) => string }

function openFolder(path: string, depth: number): Folder {
  const taken = new Set<string>()
  // The last of a thousand equal names need not try all numbers again.
  const nextNumber = new Map<string, number>()
  return {
    depth,
    take(name) {
      const { stem, end } = parted(safeFileName(name))
      const key = folded(stem + end)
      let number = nextNumber.get(key) ?? 1
      // Again, because a shortened name may end in a space or dot or be reserved.
      const numbered = () => safeFileName(fitted(stem, number === 1 ? end : ` (${number})${end}`))
      while (taken.has(folded(numbered()))) number += 1
      const free = numbered()
      nextNumber.set(key, number + 1)
      taken.add(folded(free))
      return path === '' ? free : `${path}/${free}`
    },
  }
}

/** Returns the name as Windows and macOS compare it: without case, and with `é` as one character. */
const folded = (name: string) => normalizeText(name, 'NFC').toLowerCase()

function parted(name: string): { stem: string; end: string } {
  const dot = name.lastIndexOf('.')
  const at = dot > 0 && name.length - dot <= 20 ? dot : name.length
  return { stem: name.slice(0, at), end: name.slice(at) }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Returns the name, with its stem shortened to the maximum length. */
function fitted(stem: string, end: string): string {
  const room = longestName - bytesOf(end)
  if (bytesOf(stem) <= room) return stem + end
  let length = 0
  let used = 0
  for (const character of stem) {
    used += bytesOf(character)
    if (used > room) break
    length += character.length
  }
  return truncateText(stem, length) + end
}
