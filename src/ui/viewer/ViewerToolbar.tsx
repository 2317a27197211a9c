import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { IconDownload, IconMaximize, IconMinus, IconPlus, IconRotateClockwise } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FileName } from '../FileName.tsx'
import type { PreviewFile } from './Content.ts'
import styles from './Viewer.module.css'
import type { ViewerTexts } from './ViewerTexts.ts'
import type { FileView } from './ViewMemory.ts'
import { isLargest, isSmallest } from './viewport.ts'

/** State and actions of the view. Only for files that are drawn. */
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
  words: ViewerTexts
  /** Undefined if the file can't be downloaded here. */
  download: (() => void) | undefined
}

/** Toolbar with the name of the file and the view buttons. */
export function ViewerToolbar({ file, actions, words, download }: ViewerToolbarProps) {
  return (
    <fieldset className={styles.bar} aria-label={words.tools}>
      <Box component="span" display="flex" miw="3rem" mr="sm" fw={500}>
        <FileName name={file.name} />
      </Box>
      <Box
        component="span"
        visibleFrom="sm"
        c="var(--text-3)"
        fz="sm"
        className={`${styles.size} ${styles.number}`}
      >
        {words.size(file.size)}
      </Box>
      <Box component="span" flex={1} />
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

/** The view buttons alone. Without actions, the space stays reserved. */
export function ViewerTools({ actions, words }: Pick<ViewerToolbarProps, 'actions' | 'words'>) {
  return (
    <Group component="fieldset" justify="center" gap={0} mih="2.25rem" aria-label={words.tools}>
      {actions && <ViewButtons {...actions} words={words} />}
    </Group>
  )
}

function ViewButtons({ scale, zoom, words, ...run }: ViewActions & { words: ViewerTexts }) {
  const fitLabel = zoom === 'width' ? words.fitWhole : words.fit
  const zoomButton = (action: 'smaller' | 'bigger', key: string, isAtLimit: boolean, icon: ReactNode) => (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={words[action]}
      title={`${words[action]} (${key})`}
      aria-disabled={isAtLimit}
      onClick={run[action]}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        className={styles.rotate}
        title={`${words.rotate} (r)`}
        onClick={run.rotate}
        leftSection={<IconRotateClockwise aria-hidden />}
      >
        <Box component="span" visibleFrom="sm" className={styles.word}>
          {words.rotate}
        </Box>
      </Button>
      <Group component="span" visibleFrom="sm" gap={0} wrap="nowrap" flex="none">
        {zoomButton('smaller', '-', isSmallest(scale), <IconMinus aria-hidden />)}
        <Box component="span" miw="2.75rem" ta="center" fz="sm" className={styles.number} aria-live="polite">
          {words.percent(scale)}
        </Box>
        {zoomButton('bigger', '+', isLargest(scale), <IconPlus aria-hidden />)}
      </Group>
      <Button
        variant="subtle"
        size="sm"
        className={styles.fit}
        title={`${fitLabel} (0)`}
        onClick={run.fit}
        leftSection={<IconMaximize aria-hidden />}
      >
        <span className={styles.word}>{words.fitShort}</span>
      </Button>
    </>
  )
}
