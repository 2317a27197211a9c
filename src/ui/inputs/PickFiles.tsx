import { FileButton, UnstyledButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react'
import styles from './PickFiles.module.css'

type PickFilesProps = {
  label: string
  onFiles: (files: readonly File[]) => void
  /**
   * Renders the control that opens the browser's file chooser. Without it, the caller opens the chooser through `ref`.
   */
  children?: (choose: () => void) => ReactNode
  ref?: Ref<HTMLInputElement>
  /** On phones, opens the camera for a single photo. */
  camera?: boolean
}

/** The browser's file chooser, without a button of its own. */
export function PickFiles({ label, onFiles, children, ref, camera = false }: PickFilesProps) {
  return (
    <FileButton
      ref={ref ?? null}
      multiple
      {...(camera && { accept: 'image/*', capture: 'environment' })}
      inputProps={{
        'aria-label': label,
        multiple: !camera,
        // Allows the user to choose the same file again after removing it.
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
  over: boolean
  /** Opens the browser's file chooser; see PickFiles. */
  choose: () => void
  /** Renders the text. `link` turns part of it into the button that opens the file chooser. */
  children: (link: (words: ReactNode) => ReactNode) => ReactNode
  className?: string | undefined
}

/**
 * Hint that files can be dropped. The area that accepts them is larger: the element with the handlers of
 * `useFilePlace`.
 */
export function DropZone({ over, choose, children, className = '' }: DropZoneProps) {
  return (
    <div className={`${styles.drop} ${className}`} data-over={over || undefined}>
      <IconUpload aria-hidden />
      <span>
        {children(words => (
          <UnstyledButton variant="link" className={styles.choose} onClick={choose}>
            {words}
          </UnstyledButton>
        ))}
      </span>
    </div>
  )
}

/**
 * `folders`: the entries of `files` that are folders, if the browser reports it. `transfer` can be read only during the
 * event.
 */
type AddFiles = (files: readonly File[], folders: ReadonlySet<File>, transfer: DataTransfer) => void

/**
 * Accepts files that are dropped on an element or pasted into it. `place` has the handlers of the element. `over` is
 * true while files are dragged over it. With `wholePage`, accepts files pasted anywhere except into a field.
 */
export function useFilePlace(add: AddFiles, wholePage = false) {
  const [over, setOver] = useState(false)
  const take = (event: Pick<Event, 'preventDefault'>, transfer: DataTransfer) => {
    event.preventDefault()
    add([...transfer.files], foldersIn(transfer), transfer)
  }
  const onPaste = (event: Pick<ClipboardEvent, 'preventDefault' | 'clipboardData'>) => {
    const { clipboardData } = event
    if (!clipboardData || !carriesFiles(clipboardData) || isCopiedText(clipboardData)) return
    take(event, clipboardData)
  }
  const onPagePaste = useEffectEvent((event: ClipboardEvent) => {
    const { target } = event
    if (!(target instanceof Element && target.closest('input, textarea, [contenteditable]'))) onPaste(event)
  })
  useEffect(() => {
    if (!wholePage) return
    document.addEventListener('paste', onPagePaste)
    return () => document.removeEventListener('paste', onPagePaste)
  }, [wholePage])
  return {
    over,
    place: {
      ...(!wholePage && { onPaste }),
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
        setOver(false)
        take(event, event.dataTransfer)
      },
    },
  }
}

/**
 * Whether the clipboard contains formatted text. A copied table or paragraph contains an image of itself, which the
 * user does not mean. A copied file has only its name as plain text.
 */
const isCopiedText = (data: DataTransfer) =>
  data.getData('text/plain') !== '' && ['text/html', 'text/rtf'].some(type => data.types.includes(type))

const carriesFiles = ({ types }: DataTransfer) => types.includes('Files')

function foldersIn({ items, files }: DataTransfer): ReadonlySet<File> {
  const dropped = [...(items ?? [])].filter(({ kind }) => kind === 'file')
  return new Set([...files].filter((_, index) => dropped[index]?.webkitGetAsEntry?.()?.isDirectory))
}
