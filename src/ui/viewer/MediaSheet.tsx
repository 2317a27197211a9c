import { Box } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../feedback/Notice.tsx'
import { AudioPlayer } from '../recording/AudioPlayer.tsx'
import { sanitizeName } from '../sanitizeName.ts'
import type { MediaContent, PreviewFile } from './Content.ts'
import { splitText } from './decodeText.ts'
import { NoPreview } from './NoPreview.tsx'
import styles from './Viewer.module.css'

type MediaSheetProps = {
  content: MediaContent
  file: PreviewFile
  download: () => void
}

/** Offers a download if the browser can't play the file. */
export function MediaSheet({ content, file, download }: MediaSheetProps) {
  const [hasPlaybackError, setPlaybackError] = useState(false)
  if (hasPlaybackError) return <NoPreview {...{ file, download }} reason="unplayable" />
  const label = sanitizeName(file.name)
  const player = { src: content.url, onError: () => setPlaybackError(true) }
  return content.kind === 'audio' ? (
    <AudioPlayer {...player} label={label} />
  ) : (
    <video {...player} controls preload="metadata" aria-label={label} playsInline className={styles.video} />
  )
}

type TextSheetProps = {
  text: string
  /** Number of shown bytes, if the text was truncated. */
  truncatedAt?: number | undefined
  download: () => void
}

/** Never interpreted as markup. */
export function TextSheet({ text, truncatedAt, download }: TextSheetProps) {
  const t = useT('viewer')
  const format = useFormat()
  return (
    <div className={styles.text}>
      {truncatedAt !== undefined && (
        <Notice action={{ label: t('download'), run: download }}>
          {t('textCut', { size: format.fileSize(truncatedAt) })}
        </Notice>
      )}
      {text === '' && <Box c="dimmed">{t('emptyFile')}</Box>}
      <div dir="auto">
        {splitText(text).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
          <pre key={index}>{piece}</pre>
        ))}
      </div>
    </div>
  )
}
