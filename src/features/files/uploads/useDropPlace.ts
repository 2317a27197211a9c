import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Picked } from './Picked.ts'
import { pickedFromTransfer } from './pickedFrom.ts'

const carriesFiles = ({ types }: DataTransfer) => types.includes('Files')

/** An element files and folders can be dropped on; what is pasted on the page goes there too. `over`: some are held above. */
export function useDropPlace(add: (picked: readonly Picked[]) => void) {
  const [over, setOver] = useState(false)
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event
    const isTyping =
      target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
    // A copied table or paragraph comes with a picture of itself: its text is meant.
    if (!clipboardData || isTyping || clipboardData.getData('text/plain') !== '') return
    if (!carriesFiles(clipboardData)) return
    event.preventDefault()
    void pickedFromTransfer(clipboardData).then(add)
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return {
    over,
    place: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event.dataTransfer)) return
        event.preventDefault()
        setOver(false)
        void pickedFromTransfer(event.dataTransfer).then(add)
      },
    },
  }
}
