import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { countFileBeingKept } from './filesBeingKept.ts'
import type { OpenCorrection } from './useCorrectionDraft.ts'

type Refused = { name: string; why: 'empty' | 'notKept' }

/** Adds files to a correction, the draft `key`: chosen, dropped or pasted anywhere on the panel. */
export function useReturnFiles(open: OpenCorrection, key: string, touched: () => void) {
  const outbox = useOutbox()
  const [keeping, setKeeping] = useState(0)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  useWarningWhile(keeping > 0)

  const add = async (files: readonly File[]) => {
    touched()
    setRefused([])
    setKeeping(count => count + files.length)
    countFileBeingKept(outbox, key, files.length)
    for (const file of files) {
      try {
        // The service takes no empty file, and what follows it would wait for it in vain.
        if (file.size === 0) setRefused(others => [...others, { name: file.name, why: 'empty' }])
        else {
          const kept = await outbox.drafts.putFile(file)
          open.change(now => ({ files: [...now.files, kept] }))
        }
      } catch {
        // No room, or a folder was dropped: one that fails keeps no other back (cases 26).
        setRefused(others => [...others, { name: file.name, why: 'notKept' }])
      }
      setKeeping(count => count - 1)
      countFileBeingKept(outbox, key, -1)
    }
  }
  const remove = (id: string) => {
    touched()
    open.change(now => ({ files: now.files.filter(file => file.id !== id) }))
  }
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    keeping,
    over,
    refused,
    add: (files: readonly File[]) => void add(files),
    remove,
    /** For the element that takes what is dropped and pasted. */
    place: {
      'data-over': over,
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
        void add([...event.dataTransfer.files])
      },
      onPaste: (event: ClipboardEvent) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        void add(files)
      },
    },
  }
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
