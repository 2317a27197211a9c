import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { useT } from '../../../i18n/useT.ts'
import type { FilesView } from '../../../paths.ts'
import { useRemToPx } from '../../../ui/layout/screenSize.ts'
import { useContentSize } from '../../../ui/layout/useContentSize.ts'
import { getRowHandlers, handleListKey } from '../../../ui/list/listEvents.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import type { Sorting } from '../model/entryOrder.ts'
import { type FileColumn, fileColumns, sortColumns } from '../model/fileColumns.ts'
import { useSelection } from '../selection/SelectionContext.ts'
import styles from './FileList.module.css'
import { FileRow, FileTile, SelectAll } from './FileRow.tsx'
import { useEntryDrag } from './useEntryDrag.ts'
import { useEntryTexts } from './useEntryTexts.ts'
import { entryAttribute, type FolderListProps, useListPosition } from './useListPosition.ts'
import { useScrollAnchor } from './useScrollAnchor.ts'

const lineHeight = { list: { desktop: 2.25, phone: 3.5 }, tiles: { desktop: 9, phone: 9.5 } }
const headerHeight = { desktop: 2.25, phone: 0 }
const tileWidth = { desktop: 9.5, phone: 9 }

export function FileList({ view, ...props }: FolderListProps & { view: FilesView }) {
  const { folderId, rows, directCount, index, previewedId, deletingIds, positions, changes } = props
  const t = useT('files')
  const selection = useSelection()
  const getTexts = useEntryTexts(index)
  const scroller = useRef<HTMLDivElement>(null)
  const toPx = useRemToPx()
  const isTable = view === 'list'
  const height = toPx(lineHeight[view])
  const { width } = useContentSize(scroller)
  const columns = isTable ? 1 : Math.max(1, Math.floor(width / toPx(tileWidth)))
  const tileLines = isTable ? [] : splitIntoLines(rows, columns)
  const getPageSize = () =>
    Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - (isTable ? 2 : 1))
  const navigation = useListPosition(scroller, props, { columns, getPageSize })
  const { activeIndex } = navigation
  useScrollAnchor(scroller, props, { columns, lineHeight: height })
  const drag = useEntryDrag({ navigation, selection, index, moveTo: changes?.moveTo })
  const list = {
    attribute: entryAttribute,
    navigation,
    selection,
    onOpen: props.onOpen,
    onMenu: props.onMenu,
  } as const
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (handleListKey(event, list) || event.altKey || event.ctrlKey || event.metaKey) return
    const entry = navigation.activeRow
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset.entry !== undefined
    if (event.key === 'Backspace') props.onOpenParent()
    else if (event.key === 'F2' && entry?.can_write && isOnRow) changes?.onRename(entry)
    else if (entry && isOnRow && event.key === ' ') {
      if (!entry.is_dir || previewedId !== undefined) props.onTogglePreview(entry)
    } else return
    event.preventDefault()
  }
  const Entry = isTable ? FileRow : FileTile
  const renderEntry = (entry: ClassFile, position: number) => (
    <Entry
      key={entry.id}
      entry={entry}
      texts={getTexts(entry, position < directCount ? undefined : folderId)}
      t={t}
      position={isTable ? position : position % columns}
      height={height}
      isTabStop={position === activeIndex}
      isSelected={selection.ids.has(entry.id)}
      isPreviewed={previewedId === entry.id}
      isDeleting={deletingIds.has(entry.id)}
      isCut={changes?.cutIds.has(entry.id) ?? false}
      isDropTarget={drag.targetId === entry.id}
      isDraggable={changes !== undefined && entry.can_write && changes.renamingId !== entry.id}
      href={props.getHref(entry)}
      nameField={changes?.renamingId === entry.id ? changes.renderNameField(entry) : undefined}
    />
  )
  return (
    <div
      ref={scroller}
      className={styles.scroll}
      data-view={view}
      onScroll={({ currentTarget }) => positions.update(folderId, { top: currentTarget.scrollTop })}
    >
      {/* biome-ignore-start lint/a11y: a table element needs all rows, but only visible ones are rendered */}
      <div
        role="grid"
        aria-label={props.label}
        // -1: unknown.
        aria-rowcount={!index.isComplete ? -1 : isTable ? rows.length + 1 : tileLines.length}
        aria-colcount={isTable ? sortColumns.length + 2 : columns}
        aria-multiselectable
        onKeyDown={handleKeyDown}
      >
        {isTable && <ListHeader rows={rows} sort={props.sort} onSort={props.onSort} />}
        <div role="rowgroup" {...getRowHandlers(list)} {...drag.handlers}>
          {isTable ? (
            <VirtualList
              scrollRef={scroller}
              startMargin={toPx(headerHeight)}
              rows={rows}
              rowHeight={height}
              keepMountedIndex={activeIndex}
            >
              {renderEntry}
            </VirtualList>
          ) : (
            <VirtualList
              scrollRef={scroller}
              rows={tileLines}
              rowHeight={height}
              keepMountedIndex={Math.floor(activeIndex / columns)}
            >
              {(entries, line) => (
                <div
                  key={line}
                  role="row"
                  aria-rowindex={line + 1}
                  className={styles.line}
                  style={{ height, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
                >
                  {entries.map((entry, column) => renderEntry(entry, line * columns + column))}
                </div>
              )}
            </VirtualList>
          )}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y: up to here */}
    </div>
  )
}

type ListHeaderProps = { rows: readonly unknown[]; sort: Sorting; onSort: (sort: Sorting) => void }

/** A second click on a column reverses the order. */
function ListHeader({ rows, sort, onSort }: ListHeaderProps) {
  const t = useT('files')
  const Icon = sort.descending ? IconChevronDown : IconChevronUp
  return (
    // biome-ignore-start lint/a11y: a table element needs all rows, but only visible ones are rendered
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-label={t('column.selected')}>
        <SelectAll rows={rows} />
      </div>
      {sortColumns.map(column => {
        const isSorted = sort.column === column
        const fileColumn: FileColumn | undefined = fileColumns.find(({ name }) => name === column)
        return (
          <div
            key={column}
            role="columnheader"
            className={fileColumn ? styles.cell : styles.name}
            data-align={fileColumn?.align}
            aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
          >
            <button
              type="button"
              onClick={() => onSort({ column, descending: isSorted && !sort.descending })}
            >
              {t(`column.${column}`)}
              {isSorted && <Icon aria-hidden />}
            </button>
          </div>
        )
      })}
      <div role="columnheader">
        <VisuallyHidden>{t('column.actions')}</VisuallyHidden>
      </div>
    </div>
    // biome-ignore-end lint/a11y: up to here
  )
}

const splitIntoLines = (rows: readonly ClassFile[], columns: number) =>
  Array.from({ length: Math.ceil(rows.length / columns) }, (_, line) =>
    rows.slice(line * columns, (line + 1) * columns),
  )
