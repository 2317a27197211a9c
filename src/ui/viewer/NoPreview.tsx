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
  /** E.g. HEIC. */
  format?: string | undefined
  texts: ViewerTexts
  download: () => void
  showSource?: (() => void) | undefined
}

export function NoPreview({ file, reason, format, texts, download, showSource }: NoPreviewProps) {
  const Icon = icons[reason]
  const { title, text } = texts.noPreview(reason, format)
  return (
    <div className={styles.message}>
      <EmptyState
        icon={<Icon aria-hidden />}
        title={title}
        actions={
          <>
            <Button onClick={download} leftSection={<IconDownload aria-hidden />}>
              {texts.download}
            </Button>
            {showSource && <Button onClick={showSource}>{texts.showSource}</Button>}
          </>
        }
      >
        <p>{text}</p>
        <p className={styles.about}>
          <FileName name={file.name} /> <span>{texts.size(file.size)}</span>
        </p>
      </EmptyState>
    </div>
  )
}

type ExternalFileProps = {
  address: NonNullable<PreviewFile['externalAddress']>
  texts: Pick<ViewerTexts, 'elsewhere'>
}

/** A link to a file on another host, which the page does not load (rule 49). */
export function ExternalFile({ address: { href, host }, texts }: ExternalFileProps) {
  const { title, text, open } = texts.elsewhere(host)
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
