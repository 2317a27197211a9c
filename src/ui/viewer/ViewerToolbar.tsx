import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconMaximize, IconMinus, IconPlus, IconRotateClockwise } from '@tabler/icons-react'
import { FileName } from '../FileName.tsx'
import type { PreviewFile } from './Content.ts'
import styles from './ViewerToolbar.module.css'
import type { ViewerWords } from './ViewerWords.ts'
import type { FileView } from './ViewMemory.ts'
import { isLargest, isSmallest } from './viewport.ts'

/** What may be done with what is shown; none for what is not drawn. */
export type ViewActions = {
  scale: number
  zoom: FileView['zoom']
  rotate: () => void
  bigger: () => void
  smaller: () => void
  fit: () => void
}

type ViewerToolbarProps = {
  file: PreviewFile
  actions: ViewActions | undefined
  words: ViewerWords
  /** None where it is not to be had here. */
  download: (() => void) | undefined
}

/** Which file it is, and how it is looked at. */
export function ViewerToolbar({ file, actions, words, download }: ViewerToolbarProps) {
  return (
    <fieldset className={styles.bar} aria-label={words.tools}>
      <span className={styles.name}>
        <FileName name={file.name} />
      </span>
      <span className={styles.size}>{words.size(file.size)}</span>
      <span className={styles.gap} />
      {actions && <ViewButtons {...actions} words={words} />}
      {download && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={words.download}
          title={words.download}
          onClick={download}
        >
          <IconDownload aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}

/** How it is looked at, alone; its room is kept where nothing of it applies. */
export function ViewerTools({ actions, words }: Pick<ViewerToolbarProps, 'actions' | 'words'>) {
  return (
    <fieldset className={styles.tools} aria-label={words.tools}>
      {actions && <ViewButtons {...actions} words={words} />}
    </fieldset>
  )
}

function ViewButtons({
  scale,
  zoom,
  rotate,
  bigger,
  smaller,
  fit,
  words,
}: ViewActions & { words: ViewerWords }) {
  const fitLabel = zoom === 'width' ? words.fitWhole : words.fit
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        className={styles.rotate}
        title={`${words.rotate} (r)`}
        onClick={rotate}
        leftSection={<IconRotateClockwise aria-hidden />}
      >
        <span className={styles.word}>{words.rotate}</span>
      </Button>
      <span className={styles.zoom}>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={words.smaller}
          title={`${words.smaller} (-)`}
          aria-disabled={isSmallest(scale)}
          onClick={smaller}
        >
          <IconMinus aria-hidden />
        </ActionIcon>
        <span className={styles.percent} aria-live="polite">
          {words.percent(scale)}
        </span>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={words.bigger}
          title={`${words.bigger} (+)`}
          aria-disabled={isLargest(scale)}
          onClick={bigger}
        >
          <IconPlus aria-hidden />
        </ActionIcon>
      </span>
      <Button
        variant="subtle"
        size="sm"
        className={styles.fit}
        title={`${fitLabel} (0)`}
        onClick={fit}
        leftSection={<IconMaximize aria-hidden />}
      >
        <span className={styles.fitWord}>{words.fitShort}</span>
      </Button>
    </>
  )
}
