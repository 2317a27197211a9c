import { ActionIcon, Box, Button, Group } from '@mantine/core'
import { IconDownload, IconMaximize, IconMinus, IconPlus, IconRotateClockwise } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { FileName } from '../FileName.tsx'
import { WhyDisabled } from '../inputs/WhyDisabled.tsx'
import type { PreviewFile } from './Content.ts'
import styles from './Viewer.module.css'
import type { FileView } from './ViewMemory.ts'
import { isLargest, isSmallest } from './viewport.ts'

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
  /** Undefined if the file can't be downloaded here. */
  download: (() => void) | undefined
  /** Before the buttons of the view. */
  children?: ReactNode
}

export function ViewerToolbar({ file, actions, download, children }: ViewerToolbarProps) {
  const t = useT('viewer')
  const { fileSize } = useFormat()
  return (
    <fieldset className={styles.bar} aria-label={t('tools')} data-compact={children ? true : undefined}>
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
        {fileSize(file.size)}
      </Box>
      <Box component="span" flex={1} />
      {children}
      {actions && <ViewButtons {...actions} />}
      {download && <DownloadButton download={download} />}
    </fieldset>
  )
}

type ViewerToolsProps = Pick<ViewerToolbarProps, 'actions'> & { download?: () => void }

/** Reserves its space also without actions. */
export function ViewerTools({ actions, download }: ViewerToolsProps) {
  const t = useT('viewer')
  return (
    <Group
      component="fieldset"
      justify="center"
      gap={0}
      mih="2.25rem"
      wrap="nowrap"
      flex="none"
      aria-label={t('tools')}
    >
      {actions && <ViewButtons {...actions} />}
      {download && <DownloadButton download={download} />}
    </Group>
  )
}

function DownloadButton({ download }: { download: () => void }) {
  const t = useT('viewer')
  const label = t('download')
  return (
    <ActionIcon variant="subtle" size="sm" aria-label={label} title={label} onClick={download}>
      <IconDownload aria-hidden />
    </ActionIcon>
  )
}

function ViewButtons({ scale, zoom, ...actions }: ViewActions) {
  const t = useT('viewer')
  const format = useFormat()
  const fitLabel = t(zoom === 'width' ? 'fitWhole' : 'fit')
  const zoomButton = (action: 'smaller' | 'bigger', key: string, isAtLimit: boolean, icon: ReactNode) => (
    <WhyDisabled reason={isAtLimit && t(action === 'smaller' ? 'smallest' : 'biggest')}>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={t(action)}
        title={`${t(action)} (${key})`}
        onClick={actions[action]}
      >
        {icon}
      </ActionIcon>
    </WhyDisabled>
  )
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        className={styles.rotate}
        title={`${t('rotate')} (r)`}
        onClick={actions.rotate}
        leftSection={<IconRotateClockwise aria-hidden />}
      >
        <Box component="span" visibleFrom="sm" className={styles.word}>
          {t('rotate')}
        </Box>
      </Button>
      <Group component="span" visibleFrom="sm" gap={0} wrap="nowrap" flex="none">
        {zoomButton('smaller', '-', isSmallest(scale), <IconMinus aria-hidden />)}
        <Box component="span" miw="2.75rem" ta="center" fz="sm" className={styles.number} aria-live="polite">
          {t('percent', { percent: format.number(Math.round(scale * 100)) })}
        </Box>
        {zoomButton('bigger', '+', isLargest(scale), <IconPlus aria-hidden />)}
      </Group>
      <Button
        variant="subtle"
        size="sm"
        className={styles.fit}
        title={`${fitLabel} (0)`}
        onClick={actions.fit}
        leftSection={<IconMaximize aria-hidden />}
      >
        <span className={styles.word}>{t('fitShort')}</span>
      </Button>
    </>
  )
}
