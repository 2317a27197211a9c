import {
  IconDownload,
  IconFileCode,
  IconFileOff,
  IconFileUnknown,
  IconLock,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { Button } from '../Button.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { FileName } from '../FileName.tsx'
import type { ViewedFile } from './ViewedFile.ts'
import styles from './Viewer.module.css'
import type { UnshownReason, ViewerWords } from './ViewerWords.ts'

const icons: Record<UnshownReason, typeof IconLock> = {
  kind: IconFileUnknown,
  code: IconFileCode,
  brokenImage: IconFileOff,
  brokenPdf: IconFileOff,
  large: IconFileOff,
  locked: IconLock,
  unplayable: IconPlayerPlay,
}

type UnshownProps = {
  file: ViewedFile
  reason: UnshownReason
  words: ViewerWords
  download: () => void
  showSource?: (() => void) | undefined
}

/** A file that is here and not drawn: what it is, why, and the way to it. */
export function Unshown({ file, reason, words, download, showSource }: UnshownProps) {
  const Icon = icons[reason]
  const { title, text } = words.unshown(reason)
  return (
    <div className={styles.message}>
      <EmptyState
        icon={<Icon aria-hidden />}
        title={title}
        actions={
          <>
            <Button onClick={download}>
              <IconDownload aria-hidden />
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
