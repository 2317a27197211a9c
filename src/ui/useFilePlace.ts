import { type ClipboardEvent, type DragEvent, useState } from 'react'

/**
 * An element that takes files dropped on it or pasted into it: `place` are its handlers, `over` says that some are held
 * above it. `folders`: which of them are no files, where the browser says so.
 */
export function useFilePlace(add: (files: readonly File[], folders: ReadonlySet<File>) => void) {
  const [over, setOver] = useState(false)
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    over,
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
        add([...event.dataTransfer.files], foldersIn(event.dataTransfer))
      },
      onPaste: (event: ClipboardEvent) => {
        const files = [...event.clipboardData.files]
        // A copied table or paragraph comes with a picture of itself: its text is meant.
        if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
        event.preventDefault()
        add(files, new Set())
      },
    },
  }
}

function foldersIn({ items, files }: DataTransfer): ReadonlySet<File> {
  const dropped = [...(items ?? [])].filter(({ kind }) => kind === 'file')
  return new Set([...files].filter((_, index) => dropped[index]?.webkitGetAsEntry?.()?.isDirectory))
}
