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
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { FileName } from '../FileName.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import type { NoPreviewReason, PreviewFile } from './Content.ts'
import styles from './Viewer.module.css'

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
  download: () => void
  showSource?: (() => void) | undefined
}

export function NoPreview({ file, reason, format = '', download, showSource }: NoPreviewProps) {
  const t = useT('viewer')
  const { fileSize } = useFormat()
  const Icon = icons[reason]
  return (
    <div className={styles.message}>
      <EmptyState
        icon={<Icon aria-hidden />}
        title={t(`noPreview.${reason}.title`, { format })}
        actions={
          <>
            <Button onClick={download} leftSection={<IconDownload aria-hidden />}>
              {t('download')}
            </Button>
            {showSource && <Button onClick={showSource}>{t('showSource')}</Button>}
          </>
        }
      >
        <p>{t(`noPreview.${reason}.text`, { format })}</p>
        <p className={styles.about}>
          <FileName name={file.name} /> <span>{fileSize(file.size)}</span>
        </p>
      </EmptyState>
    </div>
  )
}

type ExternalFileProps = { address: NonNullable<PreviewFile['externalAddress']> }

/** A link to a file on another host, which the page does not load (rule 49). */
export function ExternalFile({ address: { href, host } }: ExternalFileProps) {
  const t = useT('viewer')
  return (
    <EmptyState
      icon={<IconWorld aria-hidden />}
      title={t('elsewhere.title')}
      actions={
        <Button
          component="a"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconExternalLink aria-hidden />}
        >
          {t('elsewhere.open', { host })}
        </Button>
      }
    >
      {t('elsewhere.text', { host })}
    </EmptyState>
  )
}
