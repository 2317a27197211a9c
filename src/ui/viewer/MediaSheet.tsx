import { useState } from 'react'
import { harmlessName } from '../harmlessName.ts'
import type { MediaContent } from './Content.ts'
import styles from './MediaSheet.module.css'
import { Unshown } from './Unshown.tsx'
import type { ViewedFile } from './ViewedFile.ts'
import type { ViewerWords } from './ViewerWords.ts'

type MediaSheetProps = {
  content: MediaContent
  file: ViewedFile
  words: ViewerWords
  download: () => void
}

/** The browser's own player, silent until it is started; what it can't play is a download. */
export function MediaSheet({ content, file, words, download }: MediaSheetProps) {
  const [isRefused, setRefused] = useState(false)
  if (isRefused) return <Unshown {...{ file, words, download }} reason="unplayable" />
  const player = {
    src: content.url,
    controls: true,
    preload: 'metadata',
    'aria-label': harmlessName(file.name),
    onError: () => setRefused(true),
  } as const
  return content.kind === 'audio' ? (
    <audio {...player} className={styles.audio} />
  ) : (
    <video {...player} playsInline className={styles.video} />
  )
}
