import { Box } from '@mantine/core'
import { useState } from 'react'
import { Notice } from '../feedback/Notice.tsx'
import { sanitizeName } from '../sanitizeName.ts'
import type { MediaContent, PreviewFile } from './Content.ts'
import { splitText } from './fileKind.ts'
import { NoPreview } from './NoPreview.tsx'
import styles from './Viewer.module.css'
import type { ViewerTexts } from './ViewerTexts.ts'

type MediaSheetProps = {
  content: MediaContent
  file: PreviewFile
  words: ViewerTexts
  download: () => void
}

/** The browser's own player. It does not start by itself. If it can't play the file, a download is offered. */
export function MediaSheet({ content, file, words, download }: MediaSheetProps) {
  const [hasPlaybackError, setPlaybackError] = useState(false)
  if (hasPlaybackError) return <NoPreview {...{ file, words, download }} reason="unplayable" />
  const player = {
    src: content.url,
    controls: true,
    preload: 'metadata',
    'aria-label': sanitizeName(file.name),
    onError: () => setPlaybackError(true),
  } as const
  return content.kind === 'audio' ? (
    <audio {...player} style={{ width: 'min(100%, 30rem)' }} />
  ) : (
    <video {...player} playsInline className={styles.video} />
  )
}

type TextSheetProps = {
  text: string
  /** Number of bytes that are shown, if the text was cut. */
  cutAt?: number | undefined
  words: ViewerTexts
  download: () => void
}

/** Plain text, wrapped. It is never interpreted as markup. */
export function TextSheet({ text, cutAt, words, download }: TextSheetProps) {
  return (
    <div className={styles.text}>
      {cutAt !== undefined && (
        <Notice action={{ label: words.download, run: download }}>{words.textCut(cutAt)}</Notice>
      )}
      {text === '' && <Box c="dimmed">{words.emptyFile}</Box>}
      <div dir="auto">
        {splitText(text).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text.
          <pre key={index}>{piece}</pre>
        ))}
      </div>
    </div>
  )
}
