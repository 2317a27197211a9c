import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { ChatDraft } from './chatDraft.ts'

export type RefusedFile = { name: string; why: 'empty' | 'notKept' | 'folder' }

type Change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => void

/** Adds files to a message: chosen, dropped or pasted. `refuse`: none are taken here, and why is to be said. */
export function useMessageFiles(change: Change, refuse: (() => void) | undefined) {
  const outbox = useOutbox()
  const [keeping, setKeeping] = useState(0)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  useWarningWhile(keeping > 0)

  const refuseFile = (name: string, why: RefusedFile['why']) =>
    setRefused(others => [...others, { name, why }])
  const add = async (files: readonly File[], folders: ReadonlySet<File> = new Set()) => {
    if (refuse) return refuse()
    setRefused([])
    setKeeping(count => count + files.length)
    for (const file of files) {
      try {
        // The service takes no empty file, and the message would wait for it in vain.
        if (folders.has(file) || (await looksLikeFolder(file))) refuseFile(file.name, 'folder')
        else if (file.size === 0) refuseFile(file.name, 'empty')
        else {
          const kept = await outbox.drafts.putFile(file)
          change(now => ({ files: [...now.files, kept] }))
        }
      } catch {
        // One that fails keeps no other back (cases 26).
        refuseFile(file.name, 'notKept')
      }
      setKeeping(count => count - 1)
    }
  }
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    keeping: keeping > 0,
    over,
    refused,
    forgetRefused: () => setRefused([]),
    add: (files: readonly File[]) => void add(files),
    remove: (id: string) => change(now => ({ files: now.files.filter(file => file.id !== id) })),
    /** For the element that takes what is dropped and pasted. */
    place: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(false)
        void add([...event.dataTransfer.files], foldersIn(event.dataTransfer))
      },
      onPaste: (event: ClipboardEvent) => {
        const files = [...event.clipboardData.files]
        // A copied table or paragraph comes with a picture of itself: its text is meant.
        if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
        event.preventDefault()
        void add(files)
      },
    },
  }
}

/** The folders among what was dropped, where the browser says so. */
function foldersIn({ items, files }: DataTransfer): ReadonlySet<File> {
  const dropped = [...(items ?? [])].filter(({ kind }) => kind === 'file')
  return new Set([...files].filter((_, index) => dropped[index]?.webkitGetAsEntry?.()?.isDirectory))
}

/** A folder has no type, and can't be read. */
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

/** Leaving asks first while something would be lost by it. */
function useWarningWhile(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [on])
}
