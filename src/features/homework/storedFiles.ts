import { useEffect, useState } from 'react'
import { memoizePerOwner } from '../../lib/memoizePerOwner.ts'
import type { DraftKind } from '../../outbox/drafts/Drafts.ts'
import { useAddFiles } from '../../outbox/drafts/useAddFiles.ts'
import type { Outbox } from '../../outbox/Outbox.ts'
import { useOutbox } from '../../outbox/OutboxContext.ts'
import type { Write } from '../../outbox/queue/Writes.ts'
import { getUploadFileId, type StoredFile } from '../../outbox/storage/fileStore.ts'

/** Returns the files of the writes without those that are no longer stored. */
export async function readStoredFiles({ drafts }: Outbox, writes: readonly Write[]): Promise<StoredFile[]> {
  const ids = writes.map(getUploadFileId).filter(id => id !== undefined)
  const files = await Promise.all(ids.map(id => drafts.fileInfo(id)))
  return files.filter(file => file !== undefined)
}

/**
 * Returns the files of both lists, each once. A draft may already contain the files of its writes, because the page can
 * crash after the draft was stored and before the writes were cancelled.
 */
export function mergeFiles(files: readonly StoredFile[], others: readonly StoredFile[] = []): StoredFile[] {
  const ids = new Set(files.map(({ id }) => id))
  return [...files, ...others.filter(({ id }) => !ids.has(id))]
}

/** Returns the names of pending files, by ID of their write, as far as they are read. */
export function useStoredFileNames(writes: readonly Write[]): ReadonlyMap<string, string> {
  const { drafts } = useOutbox()
  const [files, setFiles] = useState<ReadonlyMap<string, StoredFile>>(new Map())
  const fileIds = writes.map(getUploadFileId).filter(id => id !== undefined)
  // The writes change with every step of an upload, their files do not.
  const fileIdList = fileIds.join(' ')
  useEffect(() => {
    for (const id of fileIdList.split(' ').filter(Boolean)) {
      void drafts.fileInfo(id).then(file => file && setFiles(known => new Map(known).set(id, file)))
    }
  }, [drafts, fileIdList])
  return new Map(
    writes.flatMap(write => {
      const file = files.get(getUploadFileId(write) ?? '')
      return file ? [[write.id, file.name] as const] : []
    }),
  )
}

/** Files that are being stored, by draft. A form that is closed and opened again also waits for them. */
const getPendingByDraft = memoizePerOwner((_: Outbox) => new Map<string, Promise<boolean>>())

function getPendingFiles<T>(outbox: Outbox, kind: DraftKind<T>, key: string) {
  const drafts = getPendingByDraft(outbox)
  const id = `${kind.name} ${key}`
  return {
    get: () => drafts.get(id),
    add: (storing: Promise<boolean>) => {
      const all = Promise.all([drafts.get(id) ?? true, storing]).then(results => results.every(Boolean))
      drafts.set(id, all)
      void all.then(() => drafts.get(id) === all && drafts.delete(id))
    },
  }
}

/** Returns whether files are still being stored in this draft, so that it must not be sent yet. */
export const isStoringFiles = <T>(outbox: Outbox, kind: DraftKind<T>, key: string): boolean =>
  getPendingFiles(outbox, kind, key).get() !== undefined

/** Like `useAddFiles`, for a form that must not be sent before its files are stored. */
export function useDraftFiles<T>(kind: DraftKind<T>, key: string, onStored: (file: StoredFile) => void) {
  'use memo'
  const outbox = useOutbox()
  const pending = getPendingFiles(outbox, kind, key)
  const { pendingCount, refused, addFiles } = useAddFiles(kind, key, onStored)
  return {
    pendingCount,
    refused,
    add: (files: readonly File[], folders?: ReadonlySet<File>) => pending.add(addFiles(files, folders)),
    /** Adds a file that is not complete yet, such as a recording. It may become complete after the form is closed. */
    addLater: (file: Promise<File | undefined>) => {
      const draftOpening = outbox.drafts.open(kind, key)
      const storing = file.then(complete => (complete ? addFiles([complete]) : true))
      pending.add(storing)
      void Promise.all([draftOpening, storing]).then(
        ([draft]) => draft.close(),
        () => undefined,
      )
    },
    /** Resolves with false if a file was refused. Undefined if no file is being stored. */
    whenStored: () => pending.get(),
  }
}
