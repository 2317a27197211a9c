import { Button, NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconFolderOpen, IconFolderPlus, IconUpload } from '@tabler/icons-react'
import { topFolderId } from '../../contract/wire.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { FilesView } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import styles from './Files.module.css'
import { sortColumns } from './filesAddress.ts'
import { SelectAll } from './list/FileRow.tsx'
import type { ListProps } from './list/useListPlace.ts'

type NoRowsProps = {
  list: ListProps
  find: string
  onClear: () => void
  /** Undefined if the user may not write here. */
  onNew: (() => void) | undefined
  onUpload: () => void
}

/** The reason why a folder shows no rows: it is empty, or no entry matches. */
export function NoRows({ list, find, onClear, onNew, onUpload }: NoRowsProps) {
  const t = useT('files')
  const tUploads = useT('uploads')
  if (list.index.children(list.folderId).length > 0) {
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
    <div className={styles.place}>
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

const widths = ['7rem', '5rem', '11rem', '9rem', '9.5rem', '8rem', '12rem', '10rem']

/** Placeholder rows at the positions of the real rows. */
export function FilesSkeleton() {
  const t = useT('files')
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {widths.map(width => (
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

type InfoLineProps = { list: ListProps; find: string; view: FilesView }

/** Number of entries. It has the place of the selection bar, so that the page does not move when a selection begins. */
export function InfoLine({ list, find, view }: InfoLineProps) {
  const t = useT('files')
  const format = useFormat()
  const { index, folderId, rows, here, sort } = list
  const all = index.children(folderId).length
  const folders = index.folders(folderId).length
  const found = { found: format.number(here), all: format.number(all) }
  const below = rows.length - here
  /** Whether the list has no column headers to sort by. */
  const headless = view === 'tiles' || undefined
  return (
    <div className={styles.line}>
      <span className={styles.all} data-headless={headless}>
        <SelectAll rows={rows} />
      </span>
      <p>
        {find.trim() === '' ? (
          t('content', { folders, files: all - folders })
        ) : (
          <>
            <span aria-hidden>
              {below > 0 ? t('foundBelow', { ...found, below: format.number(below) }) : t('foundHere', found)}
            </span>
            <VisuallyHidden role="status">{t('foundSaid', { found: here, below })}</VisuallyHidden>
          </>
        )}
      </p>
      <NativeSelect
        variant="subtle"
        className={styles.sort ?? ''}
        wrapperProps={{ 'data-headless': headless }}
        aria-label={t('sortBy')}
        value={`${sort.by}${sort.descending ? 'Down' : ''}`}
        onChange={({ currentTarget: { value } }) => {
          const by = sortColumns.find(column => value.startsWith(column))
          if (by) list.onSort({ by, descending: value.endsWith('Down') })
        }}
      >
        {(['', 'Down'] as const).map(end =>
          sortColumns.map(column => (
            <option key={column + end} value={column + end}>
              {t(`sort.${column}${end}`)}
            </option>
          )),
        )}
      </NativeSelect>
    </div>
  )
}
