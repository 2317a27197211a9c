import { Button } from '@mantine/core'
import {
  IconDownload,
  IconExternalLink,
  IconFileCode,
  IconFileOff,
  IconFileUnknown,
  IconLock,
  IconPlayerPlay,
  IconWorld,
} from '@tabler/icons-react'
import { FileName } from '../FileName.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import type { PreviewFile } from './Content.ts'
import styles from './Viewer.module.css'
import type { NoPreviewReason, ViewerTexts } from './ViewerTexts.ts'

const icons: Record<NoPreviewReason, typeof IconLock> = {
  kind: IconFileUnknown,
  code: IconFileCode,
  brokenImage: IconFileOff,
  imageFormat: IconFileUnknown,
  brokenPdf: IconFileOff,
  large: IconFileOff,
  locked: IconLock,
  unplayable: IconPlayerPlay,
}

type NoPreviewProps = {
  file: PreviewFile
  reason: NoPreviewReason
  /** Format of the image, such as HEIC. */
  format?: string | undefined
  words: ViewerTexts
  download: () => void
  showSource?: (() => void) | undefined
}

/** Replaces the preview of a loaded file that can't be shown, with the reason and a download. */
export function NoPreview({ file, reason, format, words, download, showSource }: NoPreviewProps) {
  const Icon = icons[reason]
  const { title, text } = words.noPreview(reason, format)
  return (
    <div className={styles.message}>
      <EmptyState
        icon={<Icon aria-hidden />}
        title={title}
        actions={
          <>
            <Button onClick={download} leftSection={<IconDownload aria-hidden />}>
              {words.download}
            </Button>
            {showSource && <Button onClick={showSource}>{words.showSource}</Button>}
          </>
        }
      >
        <p>{text}</p>
        <p className={styles.about}>
          <FileName name={file.name} /> <span>{words.size(file.size)}</span>
        </p>
      </EmptyState>
    </div>
  )
}

type ExternalFileProps = {
  source: NonNullable<PreviewFile['externalAddress']>
  words: Pick<ViewerTexts, 'elsewhere'>
}

/** A file on another host, with a link that names the host. Nothing is loaded from there (rule 49). */
export function ExternalFile({ source: { href, host }, words }: ExternalFileProps) {
  const { title, text, open } = words.elsewhere(host)
  return (
    <EmptyState
      icon={<IconWorld aria-hidden />}
      title={title}
      actions={
        <Button
          component="a"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink aria-hidden />}
        >
          {open}
        </Button>
      }
    >
      {text}
    </EmptyState>
  )
}
