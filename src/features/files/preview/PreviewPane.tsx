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
import { useHasExtensions } from '../../../session/extensions.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import { Drawer } from '../../../ui/layout/Drawer.tsx'
import { useIsWide } from '../../../ui/layout/screenSize.ts'
import { formatInlineName, sanitizeName } from '../../../ui/sanitizeName.ts'
import { useDownloadFile } from '../download/useDownloadFile.ts'
import { getEntryKind } from '../list/entryKind.ts'
import type { FolderListProps } from '../list/useListPosition.ts'
import { formatAddedAt } from '../model/fileColumns.ts'
import type { FileIndex } from '../model/fileIndex.ts'
import styles from './PreviewPane.module.css'
import { PreviewStage } from './PreviewStage.tsx'

type PreviewProps = {
  file: ClassFile
  index: FileIndex
  close: () => void
  /** Neighbours in the list. */
  next: ClassFile | undefined
  previous: ClassFile | undefined
  onShow: (file: ClassFile) => void
  /** Opens the confirmation. Undefined if the user may not delete the file. */
  onDelete: (() => void) | undefined
  isDeleting: boolean
}

type PreviewPaneProps = {
  file: ClassFile
  list: Pick<FolderListProps, 'index' | 'rows' | 'deletingIds'>
  close: () => void
  onShow: (file: ClassFile) => void
  onDelete: (file: ClassFile) => void
}

/**
 * A column next to the list, a sheet over it, or the whole screen of a phone. Arrow keys go through the list. Escape
 * and Space close the preview.
 */
export function PreviewPane({ file, list, close, onShow, onDelete }: PreviewPaneProps) {
  const files = list.rows.filter(entry => !entry.is_dir)
  // Compare IDs: while a long list is sorted again, its rows are from the previous response.
  const position = files.findIndex(({ id }) => id === file.id)
  const props: PreviewProps = {
    file,
    index: list.index,
    close,
    next: position < 0 ? undefined : files[position + 1],
    previous: files[position - 1],
    onShow,
    onDelete: file.can_write ? () => onDelete(file) : undefined,
    isDeleting: list.deletingIds.has(file.id),
  }
  return useIsWide(72) ? <PreviewColumn {...props} /> : <PreviewSheet {...props} />
}

function PreviewColumn(props: PreviewProps) {
  const t = useT('preview')
  const { file, close } = props
  return (
    <aside
      className={styles.pane}
      aria-label={t('label', { name: formatInlineName(file.name) })}
      onKeyDown={event => handlePreviewKey(event, props)}
    >
      <header className={styles.head}>
        <h2>
          <FileName name={file.name} />
        </h2>
        <StepButtons {...props} />
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
  const { file, close, isDeleting } = props
  // Close the sheet, because it covers the undo line below the list.
  const wasDeleting = useRef(isDeleting)
  useEffect(() => {
    if (isDeleting && !wasDeleting.current) close()
    wasDeleting.current = isDeleting
  }, [isDeleting, close])
  return (
    <Drawer title={truncateText(sanitizeName(file.name), 120)} close={{ label: t('close'), run: close }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div className={styles.sheet} onKeyDown={event => handlePreviewKey(event, props)}>
        <Group flex="none" gap="xs" justify="flex-end">
          <StepButtons {...props} />
        </Group>
        <PreviewContent {...props} />
      </div>
    </Drawer>
  )
}

function StepButtons({ next, previous, onShow }: PreviewProps) {
  const t = useT('preview')
  const steps = [
    { label: t('previous'), limit: t('isFirst'), key: '←', Icon: IconChevronUp, file: previous },
    { label: t('next'), limit: t('isLast'), key: '→', Icon: IconChevronDown, file: next },
  ]
  return steps.map(({ label, limit, key, Icon, file }) => (
    <WhyDisabled key={key} reason={!file && limit}>
      <ActionIcon
        variant="subtle"
        size="sm"
        aria-label={label}
        title={`${label} (${key})`}
        onClick={file && (() => onShow(file))}
      >
        <Icon aria-hidden />
      </ActionIcon>
    </WhyDisabled>
  ))
}

function handlePreviewKey(
  event: KeyboardEvent<HTMLElement>,
  { close, next, previous, onShow }: PreviewProps,
) {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  // Players use these keys themselves, and arrow keys scroll a picture wider than its container.
  const isPlayer = target.matches('audio, video')
  const isScrollable = target.scrollWidth > target.clientWidth + 1 && target.matches('[data-pan="true"]')
  const isButton = target.matches('button, a, summary')
  const getAction = () => {
    if (key === 'Escape' || (key === ' ' && !isPlayer && !isButton)) return close
    if (isPlayer || isScrollable) return undefined
    const file = { ArrowRight: next, ArrowLeft: previous }[key]
    return file && (() => onShow(file))
  }
  const action = getAction()
  if (!action) return
  event.preventDefault()
  action()
}

export function PreviewContent({ file, index, next, onDelete, isDeleting }: PreviewProps) {
  const t = useT('preview')
  const location = useLocation()
  const { downloadFile, loadingIds, problem } = useDownloadFile()
  const isLoading = loadingIds.has(file.id)
  return (
    <>
      {isDeleting && (
        <p className={styles.deleting} role="status">
          <IconAlertTriangle aria-hidden />
          {t('deleting')}
        </p>
      )}
      <PreviewStage file={file} next={next} />
      <FileFacts file={file} index={index} />
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
      {onDelete && !isDeleting && (
        <Button
          variant="subtle"
          c="var(--danger-text)"
          mt="lg"
          style={{ alignSelf: 'center' }}
          onClick={onDelete}
          leftSection={<IconTrash aria-hidden />}
        >
          {t('deleteFile')}
        </Button>
      )}
    </>
  )
}

function FileFacts({ file, index }: { file: ClassFile; index: FileIndex }) {
  const t = useT('preview')
  const tFiles = useT('files')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const hasExtensions = useHasExtensions()
  const renderTime = (time: string) => {
    const { text, title } = formatAddedAt(time, { now, timeZone, format, t: tFiles })
    return <time title={title}>{text}</time>
  }
  const { document, created_at } = file
  const folders = index.getPath(file.id).slice(0, -1)
  // The first upload has the same day as the entry.
  const uploadedAt = document?.uploaded
  const isNewVersion = uploadedAt && uploadedAt.slice(0, 10) !== created_at.slice(0, 10)
  return (
    <dl className={styles.facts}>
      <Fact name={t('kind')}>{formatKind(file, t)}</Fact>
      {document && <Fact name={t('size')}>{format.fileSize(document.size)}</Fact>}
      <Fact name={t('added')}>{renderTime(created_at)}</Fact>
      {isNewVersion && <Fact name={t('version')}>{renderTime(uploadedAt)}</Fact>}
      <Fact name={t('folder')}>
        {folders.length === 0
          ? t('topFolder')
          : folders.map(({ name }) => formatInlineName(name)).join(' / ')}
      </Fact>
      <Fact name={t('rights')}>
        {t(!file.can_write ? 'mayRead' : hasExtensions ? 'mayChange' : 'mayDelete')}
      </Fact>
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

/** Returns e.g. `PNG image`. */
function formatKind(file: ClassFile, t: T<'preview'>): string {
  const { kind, extension } = getEntryKind(file)
  if (kind === 'pdf') return t('kinds.pdf')
  if (extension === '' && kind === 'image') {
    const type = file.document?.content_type ?? ''
    return t('kinds.image', { end: type.slice('image/'.length, 20).toUpperCase() })
  }
  if (extension === 'TXT') return t('plainKinds.text')
  if (extension !== '') return t(`kinds.${kind === 'slides' ? 'document' : kind}`, { end: extension })
  return t(`plainKinds.${kind === 'text' || kind === 'audio' || kind === 'video' ? kind : 'other'}`)
}
