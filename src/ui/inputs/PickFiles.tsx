import { FileButton, UnstyledButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react'
import styles from './PickFiles.module.css'

type PickFilesProps = {
  label: string
  onFiles: (files: readonly File[]) => void
  /** What opens the browser's own choice; without it that is done through `ref`. */
  children?: (choose: () => void) => ReactNode
  ref?: Ref<HTMLInputElement>
  /** On phones a photo is taken at once, one. */
  camera?: boolean
}

/** The browser's own choice of files, behind whatever opens it. */
export function PickFiles({ label, onFiles, children, ref, camera = false }: PickFilesProps) {
  return (
    <FileButton
      ref={ref ?? null}
      multiple
      {...(camera && { accept: 'image/*', capture: 'environment' })}
      inputProps={{
        'aria-label': label,
        multiple: !camera,
        // The same file can be chosen again after it was taken out.
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
  /** Opens the browser's own choice, as PickFiles hands it out. */
  choose: () => void
  /** What it says; `link` makes words the button that chooses. */
  children: (link: (words: ReactNode) => ReactNode) => ReactNode
  className?: string | undefined
}

/** Says that files can be dropped. Where they may be let go is larger: what `useFilePlace` is given to. */
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

/** `folders`: which of the files are none, where the browser says so. `transfer` can be read within the event only. */
type AddFiles = (files: readonly File[], folders: ReadonlySet<File>, transfer: DataTransfer) => void

/**
 * An element that takes files dropped on it or pasted into it: `place` are its handlers, `over` says that some are held
 * above it. With `wholePage` it takes what is pasted anywhere but into a field.
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

/** A copied table or paragraph comes with a picture of itself: its text is meant. Beside a copied file stands its name alone. */
const isCopiedText = (data: DataTransfer) =>
  data.getData('text/plain') !== '' && ['text/html', 'text/rtf'].some(type => data.types.includes(type))

const carriesFiles = ({ types }: DataTransfer) => types.includes('Files')

function foldersIn({ items, files }: DataTransfer): ReadonlySet<File> {
  const dropped = [...(items ?? [])].filter(({ kind }) => kind === 'file')
  return new Set([...files].filter((_, index) => dropped[index]?.webkitGetAsEntry?.()?.isDirectory))
}
