import { Avatar, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { getDisplayableImage, useStoredImage } from '../../outbox/drafts/useStoredImage.ts'
import type { StoredFile } from '../../outbox/storage/fileStore.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { useObjectUrl } from '../../ui/useObjectUrl.ts'
import { FileIcon } from './FileList.tsx'

/** Thumbnail of a photo in a draft, or the icon of the file's kind. */
export function StoredFileIcon({ file }: { file: StoredFile }): ReactNode {
  const source = useObjectUrl(getDisplayableImage(useStoredImage(file)))
  if (!source) return <FileIcon {...file} />
  return <Avatar component="span" src={source} alt="" size="2.25rem" radius="sm" data-thumbnail />
}

/** Warning for photo formats that many browsers can't show, such as HEIC. */
export function PhotoWarning({ file }: { file: StoredFile }): ReactNode {
  const t = useT('task')
  const format = useStoredImage(file)?.format
  if (format?.kind !== 'image' || format.view === 'drawn') return null
  return (
    <Text component="p" size="sm" c="var(--warn-text)" role="status">
      {t('form.photoFormat', { name: sanitizeName(file.name), format: formatName(format.type) })}
    </Text>
  )
}

/** Returns `HEIC` for `image/heic`. */
const formatName = (type: string) => type.slice(type.indexOf('/') + 1).toUpperCase()
