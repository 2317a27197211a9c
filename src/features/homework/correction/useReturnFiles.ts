import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { OpenCorrection } from './useCorrectionDraft.ts'

/** Adds files to a correction: chosen, dropped or pasted anywhere on the panel. */
export function useReturnFiles(open: OpenCorrection, touched: () => void) {
  const { drafts } = useOutbox()
  const [keeping, setKeeping] = useState(0)
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])

  const add = async (files: readonly File[]) => {
    touched()
    setRefused([])
    setKeeping(count => count + files.length)
    for (const file of files) {
      try {
        const kept = await drafts.putFile(file)
        open.change(now => ({ files: [...now.files, kept] }))
      } catch {
        // No room, or a folder was dropped: one that fails keeps no other back (cases 26).
        setRefused(names => [...names, file.name])
      }
      setKeeping(count => count - 1)
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
