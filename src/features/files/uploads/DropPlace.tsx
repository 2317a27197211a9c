import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useParams } from 'react-router'
import { useT } from '../../../i18n/useT.ts'
import styles from './DropPlace.module.css'
import { type Picked, pickedFromTransfer } from './pickedFiles.ts'
import { useAddUploads } from './useUploads.ts'

/** Around the list: what is dropped on it, or pasted on the page, is uploaded into this folder. */
export function DropPlace({ folderId, children }: { folderId: number; children: ReactNode }) {
  const t = useT('uploads')
  const { courseId } = useParams()
  const add = useAddUploads(Number(courseId))
  const { over, place } = useDropPlace(picked => void add(picked, folderId))
  return (
    <div className={styles.place} {...place}>
      {children}
      {over && (
        <div className={styles.over} aria-hidden>
          <IconUpload />
          {t('drop')}
        </div>
      )}
    </div>
  )
}

const carriesFiles = ({ types }: DataTransfer) => types.includes('Files')

/** An element files and folders can be dropped on; what is pasted on the page goes there too. `over`: some are held above. */
function useDropPlace(add: (picked: readonly Picked[]) => void) {
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
