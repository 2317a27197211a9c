import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { query, write } from '../../../api/cache/query.ts'
import { responseInfoOf } from '../../../api/client/responseInfo.ts'
import { type ClassFile, files } from '../../../contract/files.ts'
import type { Delivery } from '../../../delivery/Delivery.ts'
import { type Entry, isUnfinished, type NewEntry } from '../../../delivery/entries/Entry.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import type { ConflictAnswer } from '../conflicts/conflicts.ts'
import {
  type FolderRef,
  type NewFile,
  type NewFolder,
  type PendingFile,
  type PickedFiles,
  planUploads,
  resolveConflicts,
} from './planUploads.ts'
import { createUploadEntry, getParentId, getUploadPrefix } from './uploadItems.ts'

/** State of uploads that is not in the delivery. */
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
    /** Error of the file list, or of the creation of a folder. Then no picked file was accepted. */
    error?: unknown
  }
}

const noNotices: UploadsState['notices'] = {
  renamed: [],
  emptyNames: [],
  unreadable: [],
  notStored: [],
}
/** Maximum age of a list that is used to find taken names, in ms. */
const maxListAge = 10_000
/** Files per transaction. */
const batchSize = 10

/** Plans uploads, asks about taken names, and stores the files in the delivery. */
function createUploads({ drafts, entries }: Delivery, client: QueryClient) {
  const store = createStore<UploadsState>(() => ({
    storing: undefined,
    conflictQuestion: undefined,
    notices: noNotices,
    dismissedGroups: getFinishedGroups(entries.list()),
  }))
  const { getState, setState } = store
  let previousCall: Promise<unknown> = Promise.resolve()
  const addNotices = (notices: Partial<UploadsState['notices']>) =>
    setState({ notices: { ...getState().notices, ...notices } })

  const getClassEntries = (courseId: number) =>
    entries.list().filter(({ lane }) => lane.startsWith(getUploadPrefix(courseId)))

  /** Returns cached rows if the request fails. Throws without cached rows. */
  async function fetchRows(course_id: number): Promise<readonly ClassFile[]> {
    const listQuery = query(files.list, { course_id })
    // A list that was requested before an upload was done lacks it.
    const requestedAt = responseInfoOf(client.getQueryData(listQuery.queryKey))?.requestedAt ?? 0
    const isOutdated = getClassEntries(course_id).some(
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
    getClassEntries(courseId)
      .filter(isUnfinished)
      .flatMap(entry => {
        const parent = getParentId(entry)
        return parent === undefined ? [] : [{ parent, name: entry.title }]
      })

  async function planAndStore(courseId: number, { picked, unreadable }: PickedFiles, folderId: number) {
    setState({ notices: { ...noNotices, unreadable } })
    if (picked.length === 0) return
    const rows = await fetchRows(courseId)
    const plan = planUploads({ picked, folderId, rows, pending: getPendingFiles(courseId) })
    addNotices({ renamed: plan.renamed, emptyNames: plan.emptyNames })
    const conflicts = plan.files.filter(({ existingEntry }) => existingEntry)
    const answer = conflicts.length > 0 ? await askAboutConflicts(conflicts) : noConflicts
    if (!answer) return setState({ notices: noNotices })
    const getFolderId = await createFolders(courseId, plan.folders)
    const filesToStore = resolveConflicts(plan, answer)
    const group = randomUuid()
    for (let done = 0; done < filesToStore.length; done += batchSize) {
      setState({ storing: { done, all: filesToStore.length } })
      await storeFiles(filesToStore.slice(done, done + batchSize), ({ parent, ...file }, stored) =>
        createUploadEntry({
          ...{ courseId, group, name: file.name, existingEntry: file.existingEntry },
          ...{ parentId: getFolderId(parent), fileId: stored.id, size: stored.size },
        }),
      )
    }
  }

  /** Creates the folders at once, because their files need their IDs. Returns a function that finds the ID of a folder. */
  async function createFolders(course_id: number, folders: readonly NewFolder[]) {
    const idsByPath = new Map<string, number>()
    const getFolderId = (folder: FolderRef) =>
      typeof folder === 'number' ? folder : (idsByPath.get(folder) ?? 0)
    for (const { path, name, parent } of folders) {
      const body = { name, parent_id: getFolderId(parent), is_dir: true }
      const creation = client.getMutationCache().build(client, write(files.create))
      idsByPath.set(path, (await creation.execute({ course_id, body })).id)
    }
    return getFolderId
  }

  /** A file that can't be read or stored does not affect the others. */
  async function storeFiles(
    filesToStore: readonly NewFile[],
    toEntry: (file: NewFile, stored: { id: string; size: number }) => NewEntry,
  ): Promise<void> {
    const notStored: string[] = []
    const newEntries: NewEntry[] = []
    for (const file of filesToStore) {
      try {
        const renamedFile = new File([file.file], file.name, { type: file.file.type })
        newEntries.push(toEntry(file, await drafts.putFile(renamedFile)))
      } catch {
        notStored.push(file.name)
      }
    }
    await entries.add(newEntries).catch(() => notStored.push(...filesToStore.map(({ name }) => name)))
    if (notStored.length > 0) {
      addNotices({ notStored: [...new Set([...getState().notices.notStored, ...notStored])] })
    }
  }

  return {
    getState,
    subscribe: store.subscribe,
    /** Resolves when the files are in the delivery. Calls run one after another. Never rejects. */
    add(courseId: number, picked: PickedFiles, folderId: number): Promise<void> {
      const call = previousCall
        .then(() => planAndStore(courseId, picked, folderId))
        .catch(error => addNotices({ error }))
        .finally(() => setState({ storing: undefined, conflictQuestion: undefined }))
      previousCall = call
      return call
    },
    dismissNotices: () => setState({ notices: noNotices }),
    dismissGroups: (groups: readonly string[]) =>
      setState({ dismissedGroups: new Set([...getState().dismissedGroups, ...groups]) }),
  }
}

/** Uploads that were finished before the page was opened are not shown. */
function getFinishedGroups(entries: readonly Entry[]): ReadonlySet<string> {
  const unfinished = new Set(entries.filter(isUnfinished).map(({ group }) => group))
  return new Set(entries.flatMap(({ group }) => (group === undefined || unfinished.has(group) ? [] : group)))
}

const uploadsByDelivery = new WeakMap<Delivery, ReturnType<typeof createUploads>>()

/** All components share the uploads of a delivery. */
export function getUploads(delivery: Delivery, client: QueryClient) {
  const uploads = uploadsByDelivery.get(delivery) ?? createUploads(delivery, client)
  uploadsByDelivery.set(delivery, uploads)
  return uploads
}

const noConflicts: ConflictAnswer = { forAll: 'keepBoth', exceptions: new Map() }
