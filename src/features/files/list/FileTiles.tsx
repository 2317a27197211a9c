import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePx } from '../../../ui/layout/screenSize.ts'
import { VirtualList } from '../../../ui/layout/VirtualList.tsx'
import { useSelection } from '../selection/SelectionBar.tsx'
import { entryEvents, onListKey } from './entryEvents.ts'
import { entryKind, useEntryWords } from './entryKind.ts'
import { EntryIcon, EntryName, type EntryProps, heardByTheList } from './FileRow.tsx'
import styles from './FileTiles.module.css'
import { type ListProps, useListPlace } from './useListPlace.ts'

const lineHeight = { desk: 9, phone: 9.5 }
const tileWidth = { desk: 9.5, phone: 9 }

/** A folder as tiles. Only the lines in sight are drawn. */
export function FileTiles(props: ListProps) {
  const { rows, here, index, label, shown, deleting, places } = props
  const t = useT('files')
  const selection = useSelection()
  const words = useEntryWords(index)
  const scroller = useRef<HTMLDivElement>(null)
  const px = usePx()
  const line = px(lineHeight)
  const columns = Math.max(1, Math.floor(useWidth(scroller) / px(tileWidth)))
  const lines = Array.from({ length: Math.ceil(rows.length / columns) }, (_, number) =>
    rows.slice(number * columns, (number + 1) * columns),
  )
  const place = useListPlace(scroller, props)
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / line) - 1)
  return (
    <div
      ref={scroller}
      className={styles.scroll}
      onScroll={({ currentTarget }) => places.change(props.folderId, { top: currentTarget.scrollTop })}
    >
      {/* biome-ignore-start lint/a11y: a table of cells that are not all there can't be a table element */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length}
        aria-colcount={columns}
        aria-multiselectable
        onKeyDown={event => onListKey(event, props, { columns, page: page(), selection, place })}
        {...entryEvents(props, { selection, place })}
      >
        <VirtualList scroller={scroller} rows={lines} line={line} kept={Math.floor(place.active / columns)}>
          {(entries, number) => (
            <div
              key={number}
              role="row"
              aria-rowindex={number + 1}
              className={styles.line}
              style={{ height: line, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {entries.map((entry, column) => {
                const at = number * columns + column
                return (
                  <FileTile
                    key={entry.id}
                    entry={entry}
                    words={words(entry, at < here ? undefined : props.folderId)}
                    t={t}
                    at={column}
                    active={at === place.active}
                    selected={selection.ids.has(entry.id)}
                    shown={shown === entry.id}
                    deleting={deleting.has(entry.id)}
                    to={props.to(entry)}
                  />
                )
              })}
            </div>
          )}
        </VirtualList>
      </div>
      {/* biome-ignore-end lint/a11y: up to here */}
    </div>
  )
}

/** The width of what is in an element, in px, and again when it changes; 0 where there is no layout. */
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

/** An entry among the tiles. The tile takes the focus; what can be pressed in it is reached from there. */
const FileTile = memo(function FileTile({ entry, words, t, at, active, selected, ...tile }: EntryProps) {
  // One comparison of all it is given is enough.
  'use no memo'
  const tab = active ? 0 : -1
  const said = { name: harmlessName(entry.name).slice(0, 200) }
  return (
    // biome-ignore-start lint/a11y: cells that are not all there can't be those of a table element
    <div
      role="gridcell"
      tabIndex={tab}
      className={styles.tile}
      data-entry={entry.id}
      data-shown={tile.shown || undefined}
      data-deleting={tile.deleting || undefined}
      aria-colindex={at + 1}
      aria-selected={selected}
    >
      <span className={styles.icon} data-kind={entry.is_dir ? 'folder' : undefined}>
        <EntryIcon kind={entryKind(entry)} />
      </span>
      <a className={styles.name} href={tile.to} tabIndex={-1}>
        <EntryName entry={entry} />
      </a>
      <span className={styles.facts} title={words.added.exact}>
        {words.path ?? `${words.size} · ${words.added.brief}`}
      </span>
      <label className={styles.check}>
        <input
          type="checkbox"
          tabIndex={tab}
          checked={selected}
          aria-label={t('select', said)}
          onChange={heardByTheList}
        />
      </label>
      <button
        type="button"
        className={styles.more}
        tabIndex={tab}
        aria-haspopup="menu"
        aria-label={t('actionsFor', said)}
      >
        <EntryIcon kind="dots" />
      </button>
    </div>
    // biome-ignore-end lint/a11y: up to here
  )
})
