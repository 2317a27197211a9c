import { Notice } from '../Notice.tsx'
import { textPieces } from './decodeText.ts'
import styles from './TextSheet.module.css'
import type { ViewerWords } from './ViewerWords.ts'

type TextSheetProps = {
  text: string
  /** Bytes after which the text was cut. */
  cutAt?: number | undefined
  words: ViewerWords
  download: () => void
}

/** A text as it is, wrapped; never anything but characters. */
export function TextSheet({ text, cutAt, words, download }: TextSheetProps) {
  return (
    <div className={styles.sheet}>
      {cutAt !== undefined && (
        <Notice action={{ label: words.download, run: download }}>{words.textCut(cutAt)}</Notice>
      )}
      {text === '' && <p className={styles.empty}>{words.emptyFile}</p>}
      <div className={styles.text} dir="auto">
        {textPieces(text).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text.
          <pre key={index}>{piece}</pre>
        ))}
      </div>
    </div>
  )
}
