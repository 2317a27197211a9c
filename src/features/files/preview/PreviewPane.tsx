import { ActionIcon, Button, Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconKey,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { ClassFile } from '../../../contract/files.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { useIsWide } from '../../../ui/layout/screenSize.ts'
import { formatInlineName, sanitizeName } from '../../../ui/sanitizeName.ts'
import { useDownloadFile } from '../download/useDownloadFile.ts'
import { addedWords, kindOf } from '../list/entryKind.ts'
import type { ListProps } from '../list/useListPlace.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import styles from './PreviewPane.module.css'
import { PreviewStage } from './PreviewStage.tsx'

type PreviewProps = {
  file: ClassFile
  index: FileIndex
  /** Closes the preview and focuses the row again. */
  close: () => void
  /** Neighbours in the list as shown. Undefined at its ends. The next file is loaded in advance. */
  next: ClassFile | undefined
  previous: ClassFile | undefined
  show: (file: ClassFile) => void
  /** Opens the confirmation. Undefined if the user may not delete the file. */
  remove: (() => void) | undefined
  /** Whether it is being deleted. */
  isGoing: boolean
}

type PreviewPaneProps = {
  file: ClassFile
  list: Pick<ListProps, 'index' | 'rows' | 'deleting'>
  close: () => void
  show: (file: ClassFile) => void
  remove: (file: ClassFile) => void
}

/**
 * Preview of a file: a column next to the list, over the list if there is no room, or the whole screen of a phone.
 * Arrow keys go through the list. Escape and Space close the preview from anywhere in it.
 */
export function PreviewPane({ file, list, close, show, remove }: PreviewPaneProps) {
  const files = list.rows.filter(entry => !entry.is_dir)
  // Compare IDs: while a long list is sorted again, its rows are from the previous response.
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
  // From 72em on, the preview is a third column.
  return useIsWide(72) ? <PreviewColumn {...props} /> : <PreviewSheet {...props} />
}

function PreviewColumn(props: PreviewProps) {
  const t = useT('preview')
  const { file, close } = props
  return (
    <aside
      className={styles.pane}
      aria-label={t('label', { name: formatInlineName(file.name) })}
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
  // The undo line is below the list, which the sheet covers.
  const wasGoing = useRef(isGoing)
  useEffect(() => {
    if (isGoing && !wasGoing.current) close()
    wasGoing.current = isGoing
  }, [isGoing, close])
  return (
    <Drawer title={truncateText(sanitizeName(file.name), 120)} close={{ label: t('close'), run: close }}>
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
  // Players use these keys themselves, and arrow keys scroll a picture wider than its container.
  const isPlayer = target.matches('audio, video')
  const isWide = target.scrollWidth > target.clientWidth + 1 && target.matches('[data-pan="true"]')
  const isPressed = target.matches('button, a, summary')
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

/** Preview of a file with its properties and actions. The button that deletes is apart from the others. */
export function PreviewContent({ file, index, next, remove, isGoing }: PreviewProps) {
  const t = useT('preview')
  const location = useLocation()
  const { downloadFile, loading, problem } = useDownloadFile()
  const isLoading = loading.has(file.id)
  return (
    <>
      {isGoing && (
        <p className={styles.going} role="status">
          <IconAlertTriangle aria-hidden />
          {t('deleting')}
        </p>
      )}
      <PreviewStage file={file} ahead={next} />
      <PreviewFacts file={file} index={index} />
      <div className={styles.actions}>
        {file.document && (
          <Button
            aria-busy={isLoading}
            aria-disabled={isLoading}
            onClick={() => downloadFile(file)}
            leftSection={<IconDownload aria-hidden />}
          >
            {t(isLoading ? 'downloading' : 'download')}
          </Button>
        )}
        <Button
          component={Link}
          to={paths.withAccess(location, { field: 'file_id', id: file.id })}
          state={{ keepsFocus: true }}
          preventScrollReset
          leftSection={<IconKey aria-hidden />}
        >
          {t('access')}
        </Button>
      </div>
      {problem !== undefined && (
        <Notice tone="danger" role="alert" action={{ label: t('tryAgain'), run: () => downloadFile(file) }}>
          {problem}
        </Notice>
      )}
      {remove && !isGoing && (
        <Button
          variant="subtle"
          c="var(--danger-text)"
          mt="lg"
          style={{ alignSelf: 'center' }}
          onClick={remove}
          leftSection={<IconTrash aria-hidden />}
        >
          {t('deleteFile')}
        </Button>
      )}
    </>
  )
}

/** Kind, size, time, folder, and the user's permission. */
function PreviewFacts({ file, index }: { file: ClassFile; index: FileIndex }) {
  const t = useT('preview')
  const tFiles = useT('files')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const when = (text: string) => {
    const { brief, exact } = addedWords(text, { now, timeZone, format, t: tFiles })
    return <time title={exact}>{brief}</time>
  }
  const { document, created_at } = file
  const folders = index.path(file.id).slice(0, -1)
  // A document of a later day is a new version. On the same day it is the first upload.
  const version = document?.uploaded
  const isLater = version && version.slice(0, 10) !== created_at.slice(0, 10)
  return (
    <dl className={styles.facts}>
      <Fact name={t('kind')}>{kindWords(file, t)}</Fact>
      {document && <Fact name={t('size')}>{format.fileSize(document.size)}</Fact>}
      <Fact name={t('added')}>{when(created_at)}</Fact>
      {isLater && <Fact name={t('version')}>{when(version)}</Fact>}
      <Fact name={t('folder')}>
        {folders.length === 0
          ? t('topFolder')
          : folders.map(({ name }) => formatInlineName(name)).join(' / ')}
      </Fact>
      <Fact name={t('rights')}>{t(file.can_write ? 'mayChange' : 'mayRead')}</Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Returns the kind of a file in words, e.g. `PNG image`. */
function kindWords(file: ClassFile, t: T<'preview'>): string {
  const { kind, end } = kindOf(file)
  if (kind === 'pdf') return t('kinds.pdf')
  if (end === '' && kind === 'image') {
    const type = file.document?.content_type ?? ''
    return t('kinds.image', { end: type.slice('image/'.length, 20).toUpperCase() })
  }
  if (end === 'TXT') return t('plainKinds.text')
  if (end !== '') return t(`kinds.${kind === 'slides' ? 'document' : kind}`, { end })
  return t(`plainKinds.${kind === 'text' || kind === 'audio' || kind === 'video' ? kind : 'other'}`)
}
