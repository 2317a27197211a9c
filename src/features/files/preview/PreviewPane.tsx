import '@mantine/core/styles/Group.layer.css'
import { ActionIcon, Group } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { harmlessName, shownName } from '../../../ui/harmlessName.ts'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { useIsWide } from '../../../ui/layout/screenSize.ts'
import type { ListProps } from '../list/useListPlace.ts'
import { PreviewContent, type PreviewProps } from './PreviewContent.tsx'
import styles from './PreviewPane.module.css'

type PreviewPaneProps = {
  file: ClassFile
  list: Pick<ListProps, 'index' | 'rows' | 'deleting'>
  close: () => void
  show: (file: ClassFile) => void
  remove: (file: ClassFile) => void
}

/**
 * One file looked at: a column beside the list where there is room for one, else over it, and the whole of a phone.
 * Arrows go through the list, Escape and Space close it, wherever the focus is in it.
 */
export function PreviewPane({ file, list, close, show, remove }: PreviewPaneProps) {
  const files = list.rows.filter(entry => !entry.is_dir)
  // By id: while a long list is arranged anew, its rows are those of the answer before.
  const at = files.findIndex(({ id }) => id === file.id)
  const props: PreviewProps = {
    file,
    index: list.index,
    close,
    next: at < 0 ? undefined : files[at + 1],
    previous: files[at - 1],
    show,
    remove: file.can_write ? () => remove(file) : undefined,
    isGoing: list.deleting.has(file.id),
  }
  // DESIGN: a third column from 72em on.
  return useIsWide(72) ? <PreviewColumn {...props} /> : <PreviewSheet {...props} />
}

function PreviewColumn(props: PreviewProps) {
  const t = useT('preview')
  const { file, close } = props
  return (
    <aside
      className={styles.pane}
      aria-label={t('label', { name: shownName(file.name) })}
      onKeyDown={event => onPaneKey(event, props)}
    >
      <header className={styles.head}>
        <h2>
          <FileName name={file.name} />
        </h2>
        <Steps {...props} />
        <ActionIcon variant="subtle" size="sm" aria-label={t('close')} title={t('close')} onClick={close}>
          <IconX aria-hidden />
        </ActionIcon>
      </header>
      <PreviewContent {...props} />
    </aside>
  )
}

function PreviewSheet(props: PreviewProps) {
  const t = useT('preview')
  const { file, close, isGoing } = props
  // The way back from a deletion is at the foot of the list, which the sheet lies over.
  const wasGoing = useRef(isGoing)
  useEffect(() => {
    if (isGoing && !wasGoing.current) close()
    wasGoing.current = isGoing
  }, [isGoing, close])
  return (
    <Drawer title={harmlessName(file.name).slice(0, 120)} close={{ label: t('close'), run: close }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className={styles.sheet} onKeyDown={event => onPaneKey(event, props)}>
        <Group flex="none" gap="xs" justify="flex-end">
          <Steps {...props} />
        </Group>
        <PreviewContent {...props} />
      </div>
    </Drawer>
  )
}

function Steps({ next, previous, show }: PreviewProps) {
  const t = useT('preview')
  const steps = [
    { label: t('previous'), key: '←', Icon: IconChevronUp, to: previous },
    { label: t('next'), key: '→', Icon: IconChevronDown, to: next },
  ]
  return steps.map(({ label, key, Icon, to }) => (
    <ActionIcon
      key={key}
      variant="subtle"
      size="sm"
      aria-label={label}
      title={`${label} (${key})`}
      aria-disabled={!to}
      onClick={to && (() => show(to))}
    >
      <Icon aria-hidden />
    </ActionIcon>
  ))
}

function onPaneKey(event: KeyboardEvent<HTMLElement>, { close, next, previous, show }: PreviewProps) {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  // A player has these keys for itself, and a picture wider than its place is moved by arrows.
  const isPlayer = target.closest('audio, video') !== null
  const isWide = target.scrollWidth > target.clientWidth + 1 && target.matches('[data-pan="true"]')
  const isPressed = target.closest('button, a, summary') !== null
  const way = () => {
    if (key === 'Escape' || (key === ' ' && !isPlayer && !isPressed)) return close
    if (isPlayer || isWide) return undefined
    const to = { ArrowRight: next, ArrowLeft: previous }[key]
    return to && (() => show(to))
  }
  const run = way()
  if (!run) return
  event.preventDefault()
  run()
}
