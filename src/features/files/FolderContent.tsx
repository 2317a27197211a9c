import { Button, NativeSelect, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconFolderOpen, IconFolderPlus, IconUpload } from '@tabler/icons-react'
import type { ClassFile } from '../../contract/files.ts'
import { topFolderId } from '../../contract/wire.ts'
import { latePart } from '../../i18n/latePart.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { FilesView } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import styles from './Files.module.css'
import { type Sorting, sortColumns } from './filesLoader.ts'
import { SelectAll } from './list/FileRow.tsx'
import { FileTable } from './list/FileTable.tsx'
import { FileTiles } from './list/FileTiles.tsx'
import type { ListProps } from './list/useListPlace.ts'
import type { FileIndex } from './model/fileIndex.ts'

type FolderContentProps = {
  list: ListProps
  view: FilesView
  find: string
  /** Nothing lies in the folder itself. */
  isEmpty: boolean
  onClear: () => void
  /** Missing for who may not write here. */
  onNew: (() => void) | undefined
  onUpload: () => void
}

/** What is in a folder, or why nothing shows: it is empty, or nothing matches. */
export function FolderContent({ list, view, find, isEmpty, onClear, onNew, onUpload }: FolderContentProps) {
  const t = useT('files')
  const tUploads = useT('uploads')
  if (list.rows.length > 0) return view === 'tiles' ? <FileTiles {...list} /> : <FileTable {...list} />
  if (isEmpty) {
    return (
      <div className={styles.place}>
        <EmptyState
          icon={<IconFolderOpen aria-hidden />}
          title={t(list.folderId === topFolderId ? 'empty.topTitle' : 'empty.title')}
          actions={
            onNew && (
              <>
                <Button onClick={onUpload} leftSection={<IconUpload aria-hidden />}>
                  {tUploads('upload')}
                </Button>
                <Button onClick={onNew} leftSection={<IconFolderPlus aria-hidden />}>
                  {t('new')}
                </Button>
              </>
            )
          }
        >
          {t(onNew ? 'empty.lead' : 'empty.leadReader')}
        </EmptyState>
      </div>
    )
  }
  return (
    <div className={styles.place}>
      <EmptyState
        icon={<IconFilterOff aria-hidden />}
        title={t('nothing.title', { text: find.trim() })}
        actions={<Button onClick={onClear}>{t('nothing.clear')}</Button>}
      >
        {t('nothing.lead')}
      </EmptyState>
    </div>
  )
}

const PreviewPane = latePart(async () => (await import('./preview/PreviewPane.tsx')).PreviewPane)

type FolderPreviewProps = {
  file: ClassFile
  index: FileIndex
  /** The folder as it is shown: the next file is the one below in it. */
  rows: readonly ClassFile[]
  deleting: ReadonlySet<number>
  onShow: (fileId: number) => void
  onClose: () => void
  onDelete: (fileId: number) => void
}

/** The file that is looked at, and the way through those beside it. */
export function FolderPreview({
  file,
  index,
  rows,
  deleting,
  onShow,
  onClose,
  onDelete,
}: FolderPreviewProps) {
  const files = rows.filter(entry => !entry.is_dir)
  // By id: while a long list is arranged anew, its rows are those of the answer before.
  const at = files.findIndex(({ id }) => id === file.id)
  const next = at < 0 ? undefined : files[at + 1]
  const previous = files[at - 1]
  return (
    <PreviewPane
      file={file}
      index={index}
      close={onClose}
      next={next && (() => onShow(next.id))}
      previous={previous && (() => onShow(previous.id))}
      ahead={next}
      remove={file.can_write ? () => onDelete(file.id) : undefined}
      isGoing={deleting.has(file.id)}
    />
  )
}

type InfoLineProps = {
  /** Folders and files that lie here; of them `found`, and `below` further down, when something is looked for. */
  folders: number
  files: number
  search: { found: number; below: number } | undefined
  /** All that is shown. */
  rows: readonly unknown[]
  sort: Sorting
  /** Whether the list has no heads to sort by. */
  headless: boolean
  onSort: (sort: Sorting) => void
}

/** How much there is; in the same place as what is said of a selection, so that nothing moves when one begins. */
export function InfoLine({ folders, files, search, rows, sort, headless, onSort }: InfoLineProps) {
  const t = useT('files')
  const format = useFormat()
  const all = format.number(folders + files)
  const found = search && { found: format.number(search.found), all }
  return (
    <div className={styles.line}>
      <span className={styles.all} data-headless={headless || undefined}>
        <SelectAll rows={rows} />
      </span>
      <p>
        {!search && t('content', { folders, files })}
        {found && search && (
          <>
            <span aria-hidden>
              {search.below > 0
                ? t('foundBelow', { ...found, below: format.number(search.below) })
                : t('foundHere', found)}
            </span>
            <VisuallyHidden role="status">{t('foundSaid', search)}</VisuallyHidden>
          </>
        )}
      </p>
      <NativeSelect
        variant="subtle"
        className={styles.sort ?? ''}
        wrapperProps={{ 'data-headless': headless || undefined }}
        aria-label={t('sortBy')}
        value={`${sort.by}${sort.descending ? 'Down' : ''}`}
        onChange={({ currentTarget: { value } }) => {
          const by = sortColumns.find(column => value.startsWith(column))
          if (by) onSort({ by, descending: value.endsWith('Down') })
        }}
      >
        {sortColumns.map(column => (
          <option key={column} value={column}>
            {t(`sort.${column}`)}
          </option>
        ))}
        {sortColumns.map(column => (
          <option key={column} value={`${column}Down`}>
            {t(`sort.${column}Down`)}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
