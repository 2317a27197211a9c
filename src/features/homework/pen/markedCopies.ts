import type { DocumentFile } from '../../../api/cache/documentBytes.ts'
import { ChunkLoadError } from '../../../lib/loadChunk.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import type { StoredFile } from '../../../outbox/storage/fileStore.ts'
import { CopyError, copyProblems } from '../../../ui/markedCopy/CopyError.ts'
import { createMarkedCopy, maxCopySize } from '../../../ui/markedCopy/createMarkedCopy.ts'
import { createHistory, hasVisibleMarks } from '../../../ui/marks/marks.ts'
import { type CopiedFile, getCopyName, type MarkedFile, parseOperations } from './markedFile.ts'
import { flushMarks, getLogLength } from './markStore.ts'

/**
 * `notLoaded`: the pupil's file could not be loaded. `removed`: it is no longer part of the submission. `noMarks`: its
 * marks can't be read on this device. `notStored`: the device has no room.
 */
export const markedCopyProblems = [
  ...copyProblems,
  ...(['notLoaded', 'removed', 'noMarks', 'notStored'] as const),
]
export type MarkedCopyProblem = (typeof markedCopyProblems)[number]

/** The copy of a file could not be created, so its correction must not be returned. */
export class MarkedCopyError extends Error {
  override readonly name = 'MarkedCopyError'
  readonly fileName: string
  readonly reason: MarkedCopyProblem
  constructor(fileName: string, reason: MarkedCopyProblem, options?: ErrorOptions) {
    super(`no marked copy of ${fileName}: ${reason}`, options)
    this.fileName = fileName
    this.reason = reason
  }
}

/** The draft that has the marked files. It may change while a copy is created. */
export type CopyOwner = {
  getMarked: () => readonly MarkedFile[]
  setMarked: (marked: MarkedFile[]) => void
}

type CopyOptions = {
  /** Files of the pupil's submission. */
  files: readonly DocumentFile[]
  load: (file: DocumentFile) => Promise<Blob>
  /** Names of files that the pupil has already received, or receives too. */
  takenNames: readonly string[]
}

/**
 * Creates the missing copies, stores them in the draft, and returns all marked files. A copy whose marks change
 * meanwhile is created again. Throws `MarkedCopyError`.
 */
export async function createMarkedCopies(
  outbox: Outbox,
  owner: CopyOwner,
  options: CopyOptions,
): Promise<CopiedFile[]> {
  for (;;) {
    const marked = owner.getMarked()
    const missing = marked.find(({ copy }) => copy === null)
    if (!missing) return marked.filter(hasCopy)
    const takenNames = [...options.takenNames, ...marked.flatMap(({ copy }) => copy?.name ?? [])]
    const { copy, length } = await createCopy(outbox, missing, { ...options, takenNames })
    if (getLogLength(outbox, missing.log) !== length) continue
    owner.setMarked(
      owner
        .getMarked()
        .map(file => (file.log === missing.log && file.copy === null ? { ...file, copy } : file)),
    )
  }
}

export const hasCopy = (file: MarkedFile): file is CopiedFile => file.copy !== null

async function createCopy(
  outbox: Outbox,
  { document, name, log }: MarkedFile,
  { files, load, takenNames }: CopyOptions,
): Promise<{ copy: StoredFile; length: number | undefined }> {
  const file = files.find(({ id }) => id === document)
  if (!file) throw new MarkedCopyError(name, 'removed')
  if (file.size > maxCopySize) throw new MarkedCopyError(name, 'tooLarge')
  try {
    const { pages, length } = await readMarks(outbox, log, name)
    const original = await load(file).catch(cause => {
      throw new MarkedCopyError(name, 'notLoaded', { cause })
    })
    const marked = await createMarkedCopy(original, file, pages)
    const { type } = marked
    const copy = await outbox.drafts.putFile(
      new File([marked], getCopyName(name, takenNames, type), { type }),
    )
    return { copy, length }
  } catch (cause) {
    throw toMarkedCopyError(name, cause)
  }
}

function toMarkedCopyError(name: string, cause: unknown): unknown {
  if (cause instanceof CopyError) return new MarkedCopyError(name, cause.reason, { cause })
  if (cause instanceof ChunkLoadError) return new MarkedCopyError(name, 'notLoaded', { cause })
  if (cause instanceof StorageError) return new MarkedCopyError(name, 'notStored', { cause })
  return cause
}

/** `length`: of the log before it was read. */
async function readMarks(outbox: Outbox, log: string, fileName: string) {
  if (!(await flushMarks(outbox, log))) throw new StorageError('the marks were not stored')
  const length = getLogLength(outbox, log)
  const { values } = await outbox.drafts.logs.read(log)
  const history = createHistory(parseOperations(values).operations)
  if (!hasVisibleMarks(history)) throw new MarkedCopyError(fileName, 'noMarks')
  return { pages: history.pages, length }
}
