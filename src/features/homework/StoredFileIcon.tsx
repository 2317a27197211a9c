import { Avatar, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { getDisplayableImage, useStoredImage } from '../../delivery/drafts/useStoredImage.ts'
import type { StoredFile } from '../../delivery/storage/fileStore.ts'
import { useT } from '../../i18n/useT.ts'
import { FileKindIcon } from '../../ui/FileKindIcon.tsx'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { useObjectUrl } from '../../ui/useObjectUrl.ts'

/** Thumbnail of a photo in a draft, or the icon of the file's kind. */
export function StoredFileIcon({ file, size = '2.25rem' }: { file: StoredFile; size?: string }): ReactNode {
  const source = useObjectUrl(getDisplayableImage(useStoredImage(file)))
  if (!source) return <FileKindIcon {...file} />
  return (
    <Avatar
      component="span"
      src={source}
      alt=""
      size={size}
      radius="sm"
      // The browser would offer the picture itself as a dragged file.
      imageProps={{ draggable: false }}
      data-thumbnail
    />
  )
}

/** Warning for photo formats that many browsers can't show, such as HEIC. `children`: the warning for other files. */
export function PhotoWarning({ file, children }: { file: StoredFile; children?: string }): ReactNode {
  const t = useT('task')
  const image = useStoredImage(file)
  if (!image) return null
  const { format } = image
  const isRarelyShown = format?.kind === 'image' && format.view !== 'drawn'
  const warning = isRarelyShown
    ? t('form.photoFormat', { name: sanitizeName(file.name), format: formatName(format.type) })
    : children
  if (!warning) return null
  return (
    <Text component="p" size="sm" c="var(--warn-text)" role="status">
      {warning}
    </Text>
  )
}

/** Returns `HEIC` for `image/heic`. */
const formatName = (type: string) => type.slice(type.indexOf('/') + 1).toUpperCase()
