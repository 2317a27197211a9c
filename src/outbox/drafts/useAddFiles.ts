import { useEffect, useState } from 'react'
import { useOutbox } from '../OutboxContext.ts'
import type { StoredFile } from '../storage/fileStore.ts'
import type { DraftKind } from './Drafts.ts'

export type RefusedFile = { name: string; why: 'empty' | 'folder' | 'notKept' }

/**
 * Stores chosen files one by one and adds them to a draft. The draft stays open until the last file is added, even if
 * the screen unmounts. `keep` never rejects.
 */
export function useKeepFiles<T>(kind: DraftKind<T>, key: string, add: (kept: StoredFile) => void) {
  const outbox = useOutbox()
  const [keeping, setKeeping] = useState(0)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  useWarningWhile(keeping > 0)

  const reasonAgainst = async (file: File, folders: ReadonlySet<File>) => {
    if (folders.has(file) || (await looksLikeFolder(file))) return 'folder'
    // The service accepts empty files only as class files. A write that refers to one could never be sent.
    return file.size === 0 ? 'empty' : undefined
  }
  const keep = async (files: readonly File[], folders: ReadonlySet<File> = new Set()): Promise<boolean> => {
    let allKept = true
    const held = outbox.drafts.open(kind, key)
    setRefused([])
    setKeeping(count => count + files.length)
    for (const file of files) {
      let why: RefusedFile['why'] | undefined
      try {
        why = await reasonAgainst(file, folders)
        if (!why) add(await outbox.drafts.putFile(file))
      } catch {
        // Continue with the other files (rule 26).
        why = 'notKept'
      }
      if (why) {
        allKept = false
        const one: RefusedFile = { name: file.name, why }
        setRefused(others => [...others, one])
      }
      setKeeping(count => count - 1)
    }
    await held.then(
      draft => draft.close(),
      () => undefined,
    )
    return allKept
  }
  return {
    keeping,
    refused,
    forgetRefused: () => setRefused([]),
    keep,
  }
}

/** Whether this is a folder: it has no type and can't be read. */
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

function useWarningWhile(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [on])
}
