import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { query } from '../../../api/cache/query.ts'
import { responseInfoOf } from '../../../api/client/responseInfo.ts'
import { relationLabel } from '../../../contract/document.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import type { ResultRef, Writes } from '../../../outbox/queue/Writes.ts'
import type { StoredFile } from '../../../outbox/storage/fileStore.ts'
import type { ConflictAnswer } from '../conflicts/conflicts.ts'
import {
  fileCreateWrite,
  fileUploadWrite,
  findSameNameEntries,
  toVersion,
  uploadLane,
  uploadLanePrefix,
} from './fileWrites.ts'
import {
  type FolderRef,
  type NewFile,
  type NewFolder,
  type PendingFile,
  type PickedFiles,
  planUploads,
  resolveConflicts,
} from './planUploads.ts'
import { getFolderId, getUploadItems, type UploadItem } from './uploadItems.ts'

/** State of uploads that is not in the outbox. */
export type UploadsState = {
  /** Lost if the page is closed. */
  storing: { done: number; all: number } | undefined
  /** Groups of finished uploads that the user has closed. */
  dismissedGroups: ReadonlySet<string>
  /** The app stores no file before the answer. Answer `undefined`: cancel the upload. */
  conflictQuestion:
    | { conflicts: readonly NewFile[]; answer: (answer: ConflictAnswer | undefined) => void }
    | undefined
  notices: {
    renamed: readonly { from: string; to: string }[]
    emptyNames: readonly string[]
    unreadable: readonly string[]
    /** Files for which the browser had no space. */
    notStored: readonly string[]
    unsupportedCount: number
    /** Error of the file list. Then no picked file was accepted. */
    listError?: unknown
  }
}

const noNotices: UploadsState['notices'] = {
  renamed: [],
  emptyNames: [],
  unreadable: [],
  notStored: [],
  unsupportedCount: 0,
}
/** Maximum age of a list that is used to find taken names, in ms. */
const maxListAge = 10_000
/** Files per transaction. */
const batchSize = 10

/** Plans uploads, asks about taken names, and stores the files in the outbox. */
function createUploads({ drafts, writes }: Outbox, client: QueryClient) {
  const store = createStore<UploadsState>(() => ({
    storing: undefined,
    conflictQuestion: undefined,
    notices: noNotices,
    dismissedGroups: getFinishedGroups(getUploadItems(writes.list())),
  }))
  const { getState, setState } = store
  /** Known after the first upload, until the page is closed. */
  let isKnownUnsupported = false
  let previousCall: Promise<unknown> = Promise.resolve()
  const addNotices = (notices: Partial<UploadsState['notices']>) =>
    setState({ notices: { ...getState().notices, ...notices } })

  const getClassWrites = (courseId: number) =>
    writes.list().filter(({ lane }) => lane.startsWith(uploadLanePrefix(courseId)))

  /** Returns cached rows if the request fails. Throws without cached rows. */
  async function fetchRows(course_id: number): Promise<readonly ClassFile[]> {
    const listQuery = query(files.list, { course_id })
    // A list that was requested before an upload was done lacks it.
    const requestedAt = responseInfoOf(client.getQueryData(listQuery.queryKey))?.requestedAt ?? 0
    const isOutdated = getClassWrites(course_id).some(
      ({ doneAt }) => doneAt !== undefined && doneAt >= requestedAt,
    )
    try {
      if (isOutdated) await client.cancelQueries({ queryKey: listQuery.queryKey, exact: true })
      const staleTime = isOutdated ? 0 : maxListAge
      return (await client.fetchQuery({ ...listQuery, staleTime, retry: false })).rows
    } catch (error) {
      const cached = client.getQueryData(listQuery.queryKey)
      if (cached) return cached.rows
      throw error
    }
  }

  async function askAboutConflicts(conflicts: readonly NewFile[]): Promise<ConflictAnswer | undefined> {
    const answer = await new Promise<ConflictAnswer | undefined>(resolve =>
      setState({ conflictQuestion: { conflicts, answer: resolve } }),
    )
    setState({ conflictQuestion: undefined })
    return answer
  }

  const getPendingFiles = (courseId: number): PendingFile[] =>
    getUploadItems(getClassWrites(courseId)).flatMap(item => {
      const parent = item.isFolder || item.state === 'done' ? undefined : getFolderId(item)
      return parent === undefined ? [] : [{ parent, name: item.name }]
    })

  async function planAndStore(courseId: number, { picked, unreadable }: PickedFiles, folderId: number) {
    setState({ notices: { ...noNotices, unreadable } })
    if (picked.length === 0) return
    const rows = await fetchRows(courseId)
    const fileCount = picked.filter(({ file }) => file).length
    const acceptsFiles = fileCount === 0 || !isKnownUnsupported
    if (!acceptsFiles) addNotices({ unsupportedCount: fileCount })
    const plan = planUploads({
      picked: acceptsFiles ? picked : picked.map(({ path }) => ({ path })),
      folderId,
      rows,
      pending: getPendingFiles(courseId),
    })
    addNotices({ renamed: plan.renamed, emptyNames: plan.emptyNames })
    const conflicts = plan.files.filter(({ existingEntry }) => existingEntry)
    const answer = conflicts.length > 0 ? await askAboutConflicts(conflicts) : noConflicts
    if (!answer) return setState({ notices: noNotices })
    const batch: UploadBatch = {
      courseId,
      group: writes.newId(),
      rows,
      newId: writes.newId,
      folderWriteIds: new Map(),
    }
    const filesToStore = resolveConflicts(plan, answer)
    try {
      const folderWrites = plan.folders.map(folder => createFolderWrite(folder, batch))
      if (folderWrites.length > 0) await writes.addAll(folderWrites)
    } catch {
      return addNotices({ notStored: filesToStore.map(({ name }) => name) })
    }
    for (let done = 0; done < filesToStore.length; done += batchSize) {
      setState({ storing: { done, all: filesToStore.length } })
      await storeFiles(filesToStore.slice(done, done + batchSize), batch)
    }
  }

  /** A file that can't be read or stored does not affect the others. */
  async function storeFiles(filesToStore: readonly NewFile[], batch: UploadBatch): Promise<void> {
    const notStored: string[] = []
    const fileWrites: NewWrite[] = []
    for (const file of filesToStore) {
      try {
        const renamedFile = new File([file.file], file.name, { type: file.file.type })
        fileWrites.push(...createFileWrites(file, await drafts.putFile(renamedFile), batch))
      } catch {
        notStored.push(file.name)
      }
    }
    await writes.addAll(fileWrites).catch(() => notStored.push(...filesToStore.map(({ name }) => name)))
    if (notStored.length > 0) {
      addNotices({ notStored: [...new Set([...getState().notices.notStored, ...notStored])] })
    }
  }

  return {
    getState,
    subscribe: store.subscribe,
    /** Resolves when the files are in the outbox. Calls run one after another. Never rejects. */
    add(courseId: number, picked: PickedFiles, folderId: number): Promise<void> {
      const call = previousCall
        .then(() => planAndStore(courseId, picked, folderId))
        .catch(listError => addNotices({ listError }))
        .finally(() => setState({ storing: undefined, conflictQuestion: undefined }))
      previousCall = call
      return call
    },
    dismissNotices: () => setState({ notices: noNotices }),
    /** `count`: number of files that were not sent. */
    markAsUnsupported(count: number) {
      isKnownUnsupported = true
      addNotices({ unsupportedCount: count })
    },
    dismissGroups: (groups: readonly string[]) =>
      setState({ dismissedGroups: new Set([...getState().dismissedGroups, ...groups]) }),
  }
}

/** Uploads that were finished before the page was opened are not shown. */
function getFinishedGroups(items: readonly UploadItem[]): ReadonlySet<string> {
  const unfinished = new Set(items.filter(({ state }) => state !== 'done').map(({ group }) => group))
  return new Set(items.map(({ group }) => group).filter(group => !unfinished.has(group)))
}

const uploadsByOutbox = new WeakMap<Outbox, ReturnType<typeof createUploads>>()

/** All components share the uploads of an outbox. */
export function getUploads(outbox: Outbox, client: QueryClient) {
  const uploads = uploadsByOutbox.get(outbox) ?? createUploads(outbox, client)
  uploadsByOutbox.set(outbox, uploads)
  return uploads
}

const noConflicts: ConflictAnswer = { forAll: 'keepBoth', exceptions: new Map() }

type NewWrite = Parameters<Writes['addAll']>[0][number]

/** Files and folders that were picked together. */
export type UploadBatch = {
  courseId: number
  group: string
  rows: readonly ClassFile[]
  newId: () => string
  /** ID of the write that creates a folder, by path. */
  folderWriteIds: Map<string, string>
}

const getParentId = (parent: FolderRef, { folderWriteIds }: UploadBatch): number | null | ResultRef => {
  if (typeof parent === 'number') return parent === 0 ? null : parent
  const madeBy = folderWriteIds.get(parent)
  if (madeBy === undefined) throw new Error(`no write creates the folder ${parent}`)
  return { madeBy, part: 'id' }
}

/** Registers the write in the batch, for the content of the folder. */
export function createFolderWrite({ path, name, parent }: NewFolder, batch: UploadBatch): NewWrite {
  const id = batch.newId()
  batch.folderWriteIds.set(path, id)
  const body = { name, parent_id: getParentId(parent, batch), is_dir: true }
  return createEntryWrite(id, body, batch)
}

/** Returns the creation of a file and its upload, or only the upload if it is a new version. */
export function createFileWrites(file: NewFile, storedFile: StoredFile, batch: UploadBatch): NewWrite[] {
  const { name, parent, existingEntry } = file
  const { courseId, group } = batch
  const id = batch.newId()
  const createUploadWrite = (related_to: string | ResultRef): NewWrite => ({
    kind: fileUploadWrite,
    entry: {
      input: { body: { related_to, file: { keptFile: storedFile.id } } },
      base: { courseId, name, size: storedFile.size, there: toVersion(existingEntry?.document ?? null) },
      lane: uploadLane(courseId, id),
      group,
    },
  })
  if (existingEntry) return [createUploadWrite(relationLabel({ kind: 'file', fileId: existingEntry.id }))]
  const body = { name, parent_id: getParentId(parent, batch) }
  return [createEntryWrite(id, body, batch), createUploadWrite({ madeBy: id, part: 'relation' })]
}

type NewEntryBody = { name: string; parent_id: number | null | ResultRef; is_dir?: boolean }

function createEntryWrite(id: string, body: NewEntryBody, { courseId, group, rows }: UploadBatch): NewWrite {
  const { parent_id, ...rest } = body
  const hasExistingParent = typeof parent_id === 'number' || parent_id === null
  // A folder that does not exist yet is empty.
  const base = hasExistingParent ? findSameNameEntries(rows, { ...rest, parent_id }) : { alike: [] }
  return {
    kind: fileCreateWrite,
    entry: { id, input: { course_id: courseId, body }, base, lane: uploadLane(courseId, id), group },
  }
}
