import { Box } from '@mantine/core'
import { useState } from 'react'
import { Notice } from '../feedback/Notice.tsx'
import { AudioPlayer } from '../recording/AudioPlayer.tsx'
import { sanitizeName } from '../sanitizeName.ts'
import type { MediaContent, PreviewFile } from './Content.ts'
import { splitText } from './decodeText.ts'
import { NoPreview } from './NoPreview.tsx'
import styles from './Viewer.module.css'
import type { ViewerTexts } from './ViewerTexts.ts'

type MediaSheetProps = {
  content: MediaContent
  file: PreviewFile
  texts: ViewerTexts
  download: () => void
}

/** Offers a download if the browser can't play the file. */
export function MediaSheet({ content, file, texts, download }: MediaSheetProps) {
  const [hasPlaybackError, setPlaybackError] = useState(false)
  if (hasPlaybackError) return <NoPreview {...{ file, texts, download }} reason="unplayable" />
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
  texts: ViewerTexts
  download: () => void
}

/** Never interpreted as markup. */
export function TextSheet({ text, truncatedAt, texts, download }: TextSheetProps) {
  return (
    <div className={styles.text}>
      {truncatedAt !== undefined && (
        <Notice action={{ label: texts.download, run: download }}>{texts.textCut(truncatedAt)}</Notice>
      )}
      {text === '' && <Box c="dimmed">{texts.emptyFile}</Box>}
      <div dir="auto">
        {splitText(text).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
          <pre key={index}>{piece}</pre>
        ))}
      </div>
    </div>
  )
}
