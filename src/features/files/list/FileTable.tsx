import { VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { usePx } from '../../../ui/layout/screenSize.ts'
import { VirtualList } from '../../../ui/layout/VirtualList.tsx'
import type { SortColumn, Sorting } from '../filesLoader.ts'
import { useSelection } from '../selection/SelectionBar.tsx'
import { entryEvents, onListKey } from './entryEvents.ts'
import { useEntryWords } from './entryKind.ts'
import { FileRow, SelectAll } from './FileRow.tsx'
import styles from './FileTable.module.css'
import { type ListProps, useListPlace } from './useListPlace.ts'

const rowHeight = { desk: 2.25, phone: 3.5 }
const headHeight = { desk: 2.25, phone: 0 }

/** A folder as a list. Only the rows in sight are drawn. */
export function FileTable(props: ListProps) {
  const { rows, here, index, label, shown, deleting, places, sort, onSort } = props
  const t = useT('files')
  const selection = useSelection()
  const words = useEntryWords(index)
  const scroller = useRef<HTMLDivElement>(null)
  const px = usePx()
  const line = px(rowHeight)
  const place = useListPlace(scroller, props)
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / line) - 2)
  return (
    <div
      ref={scroller}
      className={styles.scroll}
      onScroll={({ currentTarget }) => places.change(props.folderId, { top: currentTarget.scrollTop })}
    >
      {/* biome-ignore-start lint/a11y: a table of rows that are not all there can't be a table element */}
      <div
        role="grid"
        className={styles.grid}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={5}
        aria-multiselectable
        onKeyDown={event => onListKey(event, props, { columns: 1, page: page(), selection, place })}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          <div role="columnheader" aria-label={t('column.selected')}>
            <SelectAll rows={rows} />
          </div>
          <SortHead column="name" sort={sort} onSort={onSort} />
          <SortHead column="size" sort={sort} onSort={onSort} />
          <SortHead column="added" sort={sort} onSort={onSort} />
          <div role="columnheader">
            <VisuallyHidden>{t('column.actions')}</VisuallyHidden>
          </div>
        </div>
        <div role="rowgroup" {...entryEvents(props, { selection, place })}>
          <VirtualList scroller={scroller} above={px(headHeight)} rows={rows} line={line} kept={place.active}>
            {(entry, at) => (
              <FileRow
                key={entry.id}
                entry={entry}
                words={words(entry, at < here ? undefined : props.folderId)}
                t={t}
                at={at}
                height={line}
                active={at === place.active}
                selected={selection.ids.has(entry.id)}
                shown={shown === entry.id}
                deleting={deleting.has(entry.id)}
                to={props.to(entry)}
              />
            )}
          </VirtualList>
        </div>
      </div>
      {/* biome-ignore-end lint/a11y: up to here */}
    </div>
  )
}

type SortHeadProps = { column: SortColumn; sort: Sorting; onSort: (sort: Sorting) => void }

/** The head of a column: sorts by it, and again the other way round. */
function SortHead({ column, sort, onSort }: SortHeadProps) {
  const t = useT('files')
  const isBy = sort.by === column
  const Icon = sort.descending ? IconChevronDown : IconChevronUp
  return (
    // biome-ignore lint/a11y: a table of rows that are not all there can't be a table element
    <div
      role="columnheader"
      className={styles[column]}
      aria-sort={isBy ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => onSort({ by: column, descending: isBy && !sort.descending })}>
        {t(`column.${column}`)}
        {isBy && <Icon aria-hidden />}
      </button>
    </div>
  )
}
