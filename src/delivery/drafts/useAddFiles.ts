import { useEffect, useState } from 'react'
import { useDelivery } from '../DeliveryContext.ts'
import type { StoredFile } from '../storage/fileStore.ts'
import type { DraftKind } from './Drafts.ts'

export type RefusedFile = { name: string; why: 'empty' | 'folder' | 'notKept' }

/** Stores files and adds them to a draft, even if the screen unmounts. `addFiles` never rejects. */
export function useAddFiles<T>(kind: DraftKind<T>, key: string, add: (file: StoredFile) => void) {
  'use memo'
  const delivery = useDelivery()
  const [pendingCount, setPendingCount] = useState(0)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  useWarningWhile(pendingCount > 0)

  const addFiles = async (files: readonly File[], folders?: ReadonlySet<File>): Promise<boolean> => {
    let isEachAdded = true
    const draftOpening = delivery.drafts.open(kind, key)
    // It may fail while the files are read, if the delivery is stopped.
    draftOpening.catch(() => undefined)
    setRefused([])
    setPendingCount(count => count + files.length)
    for (const file of files) {
      let why: RefusedFile['why'] | undefined
      try {
        why = await getRefusalReason(file, folders)
        if (!why) add(await delivery.drafts.putFile(file))
      } catch {
        // Continue with the other files (rule 26).
        why = 'notKept'
      }
      if (why) {
        isEachAdded = false
        const refusal: RefusedFile = { name: file.name, why }
        setRefused(previous => [...previous, refusal])
      }
      setPendingCount(count => count - 1)
    }
    await draftOpening.then(
      draft => draft.close(),
      () => undefined,
    )
    return isEachAdded
  }
  return { pendingCount, refused, clearRefused: () => setRefused([]), addFiles }
}

async function getRefusalReason(file: File, folders?: ReadonlySet<File>) {
  if (folders?.has(file) || (await looksLikeFolder(file))) return 'folder'
  // The service accepts empty files only as class files.
  return file.size === 0 ? 'empty' : undefined
}

/** A folder has no type and can't be read. */
async function looksLikeFolder(file: File): Promise<boolean> {
  if (file.type !== '') return false
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    )
}

function useWarningWhile(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isActive])
}
