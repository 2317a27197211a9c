import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import { useT } from '../../../i18n/useT.ts'
import type { FilesView } from '../../../paths.ts'
import { useRemToPx } from '../../../ui/layout/screenSize.ts'
import { getRowHandlers, handleListKey } from '../../../ui/list/listEvents.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import { type Sorting, sortColumns } from '../filesAddress.ts'
import { useSelection } from '../selection/SelectionContext.ts'
import { useEntryWords } from './entryKind.ts'
import styles from './FileList.module.css'
import { FileRow, FileTile, SelectAll } from './FileRow.tsx'
import { entryAttribute, type ListProps, useListPlace } from './useListPlace.ts'

const lineHeight = { list: { desk: 2.25, phone: 3.5 }, tiles: { desk: 9, phone: 9.5 } }
const headHeight = { desk: 2.25, phone: 0 }
const tileWidth = { desk: 9.5, phone: 9 }

/** A folder as a list or as tiles. Only the visible lines are rendered. */
export function FileList({ view, ...props }: ListProps & { view: FilesView }) {
  const { folderId, rows, here, index, shown, deleting, places } = props
  const t = useT('files')
  const selection = useSelection()
  const words = useEntryWords(index)
  const scroller = useRef<HTMLDivElement>(null)
  const px = useRemToPx()
  const isTable = view === 'list'
  const height = px(lineHeight[view])
  const width = useWidth(scroller)
  const columns = isTable ? 1 : Math.max(1, Math.floor(width / px(tileWidth)))
  const lines = isTable ? [] : inLines(rows, columns)
  const getPageSize = () =>
    Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - (isTable ? 2 : 1))
  const navigation = useListPlace(scroller, props, { columns, getPageSize })
  const { activeIndex } = navigation
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
    if (event.key === 'Backspace') props.onUp()
    else if (entry && isOnRow && event.key === ' ') {
      if (!entry.is_dir || shown !== undefined) props.onPreview(entry)
    } else return
    event.preventDefault()
  }
  const Entry = isTable ? FileRow : FileTile
  const draw = (entry: ClassFile, at: number) => (
    <Entry
      key={entry.id}
      entry={entry}
      words={words(entry, at < here ? undefined : folderId)}
      t={t}
      at={isTable ? at : at % columns}
      height={height}
      active={at === activeIndex}
      selected={selection.ids.has(entry.id)}
      shown={shown === entry.id}
      deleting={deleting.has(entry.id)}
      to={props.to(entry)}
    />
  )
  return (
    <div
      ref={scroller}
      className={styles.scroll}
      data-view={view}
      onScroll={({ currentTarget }) => places.change(folderId, { top: currentTarget.scrollTop })}
    >
      {/* biome-ignore-start lint/a11y: a table of rows that are not all there can't be a table element */}
      <div
        role="grid"
        aria-label={props.label}
        aria-rowcount={isTable ? rows.length + 1 : lines.length}
        aria-colcount={isTable ? 5 : columns}
        aria-multiselectable
        onKeyDown={handleKeyDown}
      >
        {isTable && <ListHead rows={rows} sort={props.sort} onSort={props.onSort} />}
        <div role="rowgroup" {...getRowHandlers(list)}>
          {isTable ? (
            <VirtualList
              scrollRef={scroller}
              startMargin={px(headHeight)}
              rows={rows}
              rowHeight={height}
              keepMountedIndex={activeIndex}
            >
              {draw}
            </VirtualList>
          ) : (
            <VirtualList
              scrollRef={scroller}
              rows={lines}
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
                  {entries.map((entry, column) => draw(entry, line * columns + column))}
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

type ListHeadProps = { rows: readonly unknown[]; sort: Sorting; onSort: (sort: Sorting) => void }

/** The column headers. A click sorts by the column, a second one reverses the order. */
function ListHead({ rows, sort, onSort }: ListHeadProps) {
  const t = useT('files')
  const Icon = sort.descending ? IconChevronDown : IconChevronUp
  return (
    // biome-ignore-start lint/a11y: a table of rows that are not all there can't be a table element
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-label={t('column.selected')}>
        <SelectAll rows={rows} />
      </div>
      {sortColumns.map(column => {
        const isBy = sort.by === column
        return (
          <div
            key={column}
            role="columnheader"
            className={styles[column]}
            aria-sort={isBy ? (sort.descending ? 'descending' : 'ascending') : undefined}
          >
            <button
              type="button"
              onClick={() => onSort({ by: column, descending: isBy && !sort.descending })}
            >
              {t(`column.${column}`)}
              {isBy && <Icon aria-hidden />}
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

const inLines = (rows: readonly ClassFile[], columns: number) =>
  Array.from({ length: Math.ceil(rows.length / columns) }, (_, line) =>
    rows.slice(line * columns, (line + 1) * columns),
  )

/** Returns the content width of an element in px, and updates it. 0 without a layout. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(measured)
      setWidth(measured.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width || 0
}
