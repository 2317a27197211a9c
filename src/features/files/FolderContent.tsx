import { Button, NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconFolderOpen, IconFolderPlus, IconUpload } from '@tabler/icons-react'
import { topFolderId } from '../../contract/wire.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { FilesView } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import styles from './Files.module.css'
import { formatSorting, parseSorting } from './filesAddress.ts'
import { SelectAll } from './list/FileRow.tsx'
import type { FolderListProps } from './list/useListPosition.ts'
import { sortColumns } from './model/fileColumns.ts'

type EmptyFolderProps = {
  list: FolderListProps
  find: string
  onClear: () => void
  /** Undefined if the user may not write here. */
  onNew: (() => void) | undefined
  onUpload: () => void
}

export function EmptyFolder({ list, find, onClear, onNew, onUpload }: EmptyFolderProps) {
  const t = useT('files')
  const tUploads = useT('uploads')
  if (list.index.getChildren(list.folderId).length > 0) {
    return (
      <div className={styles.message}>
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
  const actions = onNew && (
    <>
      <Button onClick={onUpload} leftSection={<IconUpload aria-hidden />}>
        {tUploads('upload')}
      </Button>
      <Button onClick={onNew} leftSection={<IconFolderPlus aria-hidden />}>
        {t('new')}
      </Button>
    </>
  )
  return (
    <div className={styles.message}>
      <EmptyState
        icon={<IconFolderOpen aria-hidden />}
        title={t(list.folderId === topFolderId ? 'empty.topTitle' : 'empty.title')}
        actions={actions}
      >
        {t(onNew ? 'empty.lead' : 'empty.leadReader')}
      </EmptyState>
    </div>
  )
}

const skeletonWidths = ['7rem', '5rem', '11rem', '9rem', '9.5rem', '8rem', '12rem', '10rem']

/** At the positions of the real rows. */
export function FilesSkeleton() {
  const t = useT('files')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {skeletonWidths.map(width => (
        <div key={width} className={styles.loading} aria-hidden>
          <Skeleton width="1rem" height="1rem" />
          <Skeleton width={width} />
          <Skeleton width="3.5rem" ml="auto" />
          <Skeleton width="4.5rem" />
        </div>
      ))}
    </div>
  )
}

type InfoLineProps = { list: FolderListProps; find: string; view: FilesView }

/** As high as the selection bar that replaces it. */
export function InfoLine({ list, find, view }: InfoLineProps) {
  const t = useT('files')
  const format = useFormat()
  const { index, folderId, rows, directCount, sort } = list
  const entryCount = index.getChildren(folderId).length
  const folderCount = index.getSubfolders(folderId).length
  const counts = { found: format.number(directCount), all: format.number(entryCount) }
  const deeperCount = rows.length - directCount
  const isHeadless = view === 'tiles' || undefined
  return (
    <div className={styles.line}>
      <span className={styles.all} data-headless={isHeadless}>
        <SelectAll rows={rows} />
      </span>
      <p>
        {!index.isComplete ? (
          <span role="status">{t('loadingMore')}</span>
        ) : find.trim() === '' ? (
          t('content', { folders: folderCount, files: entryCount - folderCount })
        ) : (
          <>
            <span aria-hidden>
              {deeperCount > 0
                ? t('foundBelow', { ...counts, below: format.number(deeperCount) })
                : t('foundHere', counts)}
            </span>
            <VisuallyHidden role="status">
              {t('foundSaid', { found: directCount, below: deeperCount })}
            </VisuallyHidden>
          </>
        )}
      </p>
      <NativeSelect
        variant="subtle"
        className={styles.sort ?? ''}
        wrapperProps={{ 'data-headless': isHeadless }}
        aria-label={t('sortBy')}
        value={formatSorting(sort)}
        onChange={({ currentTarget: { value } }) => list.onSort(parseSorting(value))}
      >
        {[false, true].map(descending =>
          sortColumns.map(column => {
            const value = formatSorting({ column, descending })
            return (
              <option key={value} value={value}>
                {t(descending ? `sort.${column}Down` : `sort.${column}`)}
              </option>
            )
          }),
        )}
      </NativeSelect>
    </div>
  )
}
