import { ActionIcon, Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDrag } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { PhotoWarning, StoredFileIcon } from '../StoredFileIcon.tsx'
import { getFileToSend, type HandInFile, needsPreparation } from './handInFiles.ts'
import styles from './PhotoPages.module.css'

type PhotoPagesProps = {
  pages: readonly HandInFile[]
  sendsOriginals: boolean
  onMove: (id: string, places: number) => void
  onRemove: (id: string) => void
  /** Prepares a photo again that took too long. */
  onRetry: (id: string) => void
}

/** The page that is dragged. `offset` and `height` are in CSS pixels, `places` is the number of rows it has passed. */
type Drag = { index: number; offset: number; height: number; places: number }

/** Photos in the order of their pages. They are moved by buttons, or dragged by their picture. */
export function PhotoPages({ pages, sendsOriginals, onMove, onRemove, onRetry }: PhotoPagesProps) {
  const t = useT('task')
  const [drag, setDrag] = useState<Drag>()
  const [announcement, setAnnouncement] = useState('')
  const handleMove = (index: number, places: number) => {
    const page = pages[index]
    const to = Math.min(Math.max(index + places, 0), pages.length - 1)
    if (!page || to === index) return
    onMove(page.id, places)
    setAnnouncement(
      t('form.page.moved', {
        name: sanitizeName(page.name),
        page: String(to + 1),
        pages: String(pages.length),
      }),
    )
  }
  return (
    <>
      <ol className={styles.pages} aria-label={t('form.page.list')}>
        {pages.map((page, index) => (
          <PhotoPage
            key={page.id}
            page={page}
            index={index}
            count={pages.length}
            movedBy={drag && getOffset(drag, index)}
            isDragged={drag?.index === index}
            sendsOriginals={sendsOriginals}
            onDrag={setDrag}
            onMove={places => handleMove(index, places)}
            onRemove={() => onRemove(page.id)}
            onRetry={() => onRetry(page.id)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

/** Rows that the dragged page has passed make room for it. */
function getOffset({ index: from, offset, height, places }: Drag, index: number): number | undefined {
  if (index === from) return offset
  if (index > from && index <= from + places) return -height
  if (index < from && index >= from + places) return height
  return undefined
}

type PhotoPageProps = {
  page: HandInFile
  index: number
  count: number
  /** In CSS pixels. */
  movedBy: number | undefined
  isDragged: boolean
  sendsOriginals: boolean
  onDrag: (drag: Drag | undefined) => void
  onMove: (places: number) => void
  onRemove: () => void
  onRetry: () => void
}

function PhotoPage({ page, index, count, movedBy, isDragged, sendsOriginals, ...handlers }: PhotoPageProps) {
  const { onDrag, onMove, onRemove, onRetry } = handlers
  const t = useT('task')
  const name = sanitizeName(page.name)
  const isMovable = count > 1
  const row = useRef<HTMLLIElement>(null)
  const { ref: handle } = useDrag<HTMLSpanElement>(
    ({ movement: [, offset], last, canceled }) => {
      const height = row.current?.offsetHeight ?? 1
      const places = Math.min(Math.max(Math.round(offset / height), -index), count - 1 - index)
      onDrag(last ? undefined : { index, offset, height, places })
      if (last && !canceled) onMove(places)
    },
    { enabled: isMovable, threshold: 4 },
  )
  const moveButton = (label: string, places: 1 | -1, Icon: typeof IconArrowUp) => (
    <WhyDisabled
      reason={index + places < 0 ? t('form.page.isFirst') : index + places >= count && t('form.page.isLast')}
    >
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={() => onMove(places)}>
        <Icon aria-hidden />
      </ActionIcon>
    </WhyDisabled>
  )
  return (
    <li
      ref={row}
      className={styles.page}
      data-dragged={isDragged || undefined}
      style={{ transform: movedBy === undefined ? undefined : `translateY(${movedBy}px)` }}
    >
      <span ref={handle} className={styles.handle} data-movable={isMovable || undefined}>
        {isMovable && <IconGripVertical aria-hidden data-grip />}
        <span className={styles.picture}>
          {needsPreparation(page) ? (
            <Skeleton width="3rem" height="3rem" />
          ) : (
            <StoredFileIcon file={getFileToSend(page)} size="3rem" />
          )}
        </span>
      </span>
      <span className={styles.text}>
        {isMovable && <small>{t('form.page.number', { page: String(index + 1) })}</small>}
        <span className={styles.name}>
          <FileName name={page.name} />
        </span>
        <PhotoDetails page={page} sendsOriginal={sendsOriginals} />
      </span>
      <Group gap={0} wrap="nowrap">
        {isMovable && moveButton(t('form.page.up', { name }), -1, IconArrowUp)}
        {isMovable && moveButton(t('form.page.down', { name }), 1, IconArrowDown)}
        <ActionIcon variant="subtle" size="sm" aria-label={t('form.remove', { name })} onClick={onRemove}>
          <IconX aria-hidden />
        </ActionIcon>
      </Group>
      <PhotoProblem page={page} onRetry={onRetry} />
    </li>
  )
}

function PhotoDetails({ page, sendsOriginal }: { page: HandInFile; sendsOriginal: boolean }) {
  const t = useT('task')
  const format = useFormat()
  const { photo } = page
  // With no-break spaces, because the line wraps on phones.
  const size = format.fileSize(getFileToSend(page, sendsOriginal).size).replaceAll(' ', '\u00a0')
  const formatPixels = ({ width, height }: { width: number; height: number }) =>
    `${format.number(width)}\u00a0×\u00a0${format.number(height)}`
  const getText = () => {
    if (needsPreparation(page)) return t('form.photos.preparing')
    if (photo?.kind !== 'prepared') return size
    const original = formatPixels(photo.originalSize)
    const isSmaller = photo.size.width !== photo.originalSize.width
    if (sendsOriginal || !isSmaller) return `${original}, ${size}`
    return t('form.photos.resized', { original, now: formatPixels(photo.size), size })
  }
  return <small>{getText()}</small>
}

function PhotoProblem({ page, onRetry }: { page: HandInFile; onRetry: () => void }) {
  const t = useT('task')
  const tErrors = useT('errors')
  if (page.photo?.kind === 'unchanged') return <PhotoWarning file={page} />
  const name = sanitizeName(page.name)
  if (page.photo?.kind === 'failed') {
    const { reason } = page.photo
    return (
      <>
        <PhotoWarning file={page}>{t(`form.photos.failed.${reason}`, { name })}</PhotoWarning>
        {reason === 'interrupted' && (
          <Button size="sm" onClick={onRetry}>
            {tErrors('tryAgain')}
          </Button>
        )}
      </>
    )
  }
  if (page.photo?.kind === 'prepared' && page.photo.isTruncated)
    return <PhotoWarning file={page}>{t('form.photos.truncated', { name })}</PhotoWarning>
  return null
}
