import { FileButton, UnstyledButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react'
import styles from './FilePicker.module.css'

type FilePickerProps = {
  label: string
  onFiles: (files: readonly File[]) => void
  /** Renders the control that opens the browser's file chooser. Without it, the caller opens it through `ref`. */
  children?: (openFileChooser: () => void) => ReactNode
  ref?: Ref<HTMLInputElement>
  /** On phones, opens the camera for a single photo. */
  camera?: boolean
}

export function FilePicker({ label, onFiles, children, ref, camera = false }: FilePickerProps) {
  return (
    <FileButton
      ref={ref ?? null}
      multiple
      {...(camera && { accept: 'image/*', capture: 'environment' })}
      inputProps={{
        'aria-label': label,
        multiple: !camera,
        // Allows the user to choose a removed file again.
        onClick: ({ currentTarget }) => {
          currentTarget.value = ''
        },
      }}
      onChange={onFiles}
    >
      {({ onClick }) => children?.(onClick)}
    </FileButton>
  )
}

type DropZoneProps = {
  isDragOver: boolean
  openFileChooser: () => void
  /** `link` turns part of the text into the button. */
  children: (link: (text: ReactNode) => ReactNode) => ReactNode
  className?: string | undefined
}

/** Hint that files can be dropped on the larger element with the handlers of `useFileDrop`. */
export function DropZone({ isDragOver, openFileChooser, children, className = '' }: DropZoneProps) {
  return (
    <div className={`${styles.dropZone} ${className}`} data-over={isDragOver || undefined}>
      <IconUpload aria-hidden />
      <span>
        {children(text => (
          <UnstyledButton variant="link" className={styles.chooseButton} onClick={openFileChooser}>
            {text}
          </UnstyledButton>
        ))}
      </span>
    </div>
  )
}

/** `folders`: the entries of `files` that are folders, if known. `transfer` can be read only during the event. */
type AddFiles = (files: readonly File[], folders: ReadonlySet<File>, transfer: DataTransfer) => void

/**
 * Accepts dropped and pasted files. Pass `dropHandlers` to the element. With `isPageWide`, accepts files pasted
 * anywhere except into a field.
 */
export function useFileDrop(add: AddFiles, isPageWide = false) {
  const [isDragOver, setDragOver] = useState(false)
  const handleFiles = (event: Pick<Event, 'preventDefault'>, transfer: DataTransfer) => {
    event.preventDefault()
    add([...transfer.files], getFolders(transfer), transfer)
  }
  const onPaste = (event: Pick<ClipboardEvent, 'preventDefault' | 'clipboardData'>) => {
    const { clipboardData } = event
    if (!clipboardData || !hasFiles(clipboardData) || isCopiedText(clipboardData)) return
    handleFiles(event, clipboardData)
  }
  const onPagePaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event
    if (!(target instanceof Element && target.closest('input, textarea, [contenteditable]'))) onPaste(event)
  })
  useEffect(() => {
    if (!isPageWide) return
    document.addEventListener('paste', onPagePaste)
    return () => document.removeEventListener('paste', onPagePaste)
  }, [isPageWide])
  return {
    isDragOver,
    dropHandlers: {
      ...(!isPageWide && { onPaste }),
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        setDragOver(true)
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setDragOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event.dataTransfer)) return
        setDragOver(false)
        handleFiles(event, event.dataTransfer)
      },
    },
  }
}

/**
 * Whether the clipboard contains formatted text. A copied table contains an unwanted image of itself. A copied file has
 * only its name as plain text.
 */
const isCopiedText = (data: DataTransfer) =>
  data.getData('text/plain') !== '' && ['text/html', 'text/rtf'].some(type => data.types.includes(type))

const hasFiles = ({ types }: DataTransfer) => types.includes('Files')

function getFolders({ items, files }: DataTransfer): ReadonlySet<File> {
  const dropped = [...(items ?? [])].filter(({ kind }) => kind === 'file')
  return new Set([...files].filter((_, index) => dropped[index]?.webkitGetAsEntry?.()?.isDirectory))
}
