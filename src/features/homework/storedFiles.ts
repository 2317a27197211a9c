import type { Delivery } from '../../delivery/Delivery.ts'
import { useDelivery } from '../../delivery/DeliveryContext.ts'
import type { DraftKind } from '../../delivery/drafts/Drafts.ts'
import { useAddFiles } from '../../delivery/drafts/useAddFiles.ts'
import type { StoredFile } from '../../delivery/storage/fileStore.ts'
import { memoizePerOwner } from '../../lib/memoizePerOwner.ts'

/** Files that are being stored, by draft. A form that is closed and opened again also waits for them. */
const getPendingByDraft = memoizePerOwner((_: Delivery) => new Map<string, Promise<boolean>>())

function getPendingFiles<T>(delivery: Delivery, kind: DraftKind<T>, key: string) {
  const drafts = getPendingByDraft(delivery)
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
export const isStoringFiles = <T>(delivery: Delivery, kind: DraftKind<T>, key: string): boolean =>
  getPendingFiles(delivery, kind, key).get() !== undefined

/** Like `useAddFiles`, for a form that must not be sent before its files are stored. */
export function useDraftFiles<T>(kind: DraftKind<T>, key: string, onStored: (file: StoredFile) => void) {
  'use memo'
  const delivery = useDelivery()
  const pending = getPendingFiles(delivery, kind, key)
  const { pendingCount, refused, addFiles } = useAddFiles(kind, key, onStored)
  return {
    pendingCount,
    refused,
    add: (files: readonly File[], folders?: ReadonlySet<File>) => pending.add(addFiles(files, folders)),
    /** Adds a file that is not complete yet, such as a recording. It may become complete after the form is closed. */
    addLater: (file: Promise<File | undefined>) => {
      const draftOpening = delivery.drafts.open(kind, key)
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
