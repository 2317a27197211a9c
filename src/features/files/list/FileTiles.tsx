import { useRef } from 'react'
import { useT } from '../../../i18n/useT.ts'
import { useSelection } from '../selection/SelectionContext.ts'
import { entryEvents } from './entryEvents.ts'
import { FileTile } from './FileTile.tsx'
import styles from './FileTiles.module.css'
import type { ListProps } from './ListProps.ts'
import { onListKey } from './listKeys.ts'
import { useEntryWords } from './useEntryWords.ts'
import { useLineHeight } from './useLineHeight.ts'
import { useVirtualLines } from './useVirtualLines.ts'
import { useWidth } from './useWidth.ts'

const lineHeight = { desk: 9, phone: 9.5 }
const tileWidth = { desk: 9.5, phone: 9 }

/** A folder as tiles. Only the lines in sight are drawn. */
export function FileTiles(props: ListProps) {
  // The virtualizer is the same object at every render and answers anew: remembered, the tiles would stand still.
  'use no memo'
  const { rows, here, index, label, shown, deleting, places } = props
  const t = useT('files')
  const selection = useSelection()
  const words = useEntryWords(index)
  const scroller = useRef<HTMLDivElement>(null)
  const line = useLineHeight(lineHeight)
  const least = useLineHeight(tileWidth)
  const columns = Math.max(1, Math.floor(useWidth(scroller) / least))
  const lines = useVirtualLines(scroller, props, { columns, line, head: 0 })
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
        className={styles.grid}
        style={{ height: lines.height }}
        aria-label={label}
        aria-rowcount={Math.ceil(rows.length / columns)}
        aria-colcount={columns}
        aria-multiselectable
        onKeyDown={event => onListKey(event, props, { columns, page: page(), selection, lines })}
        {...entryEvents(props, { selection, lines })}
      >
        {lines.lines.map(({ line: number, start }) => (
          <div
            key={number}
            role="row"
            aria-rowindex={number + 1}
            className={styles.line}
            style={{
              height: line,
              transform: `translateY(${start}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {rows.slice(number * columns, (number + 1) * columns).map((entry, column) => {
              const at = number * columns + column
              return (
                <FileTile
                  key={entry.id}
                  entry={entry}
                  words={words(entry, at < here ? undefined : props.folderId)}
                  t={t}
                  at={column}
                  active={at === lines.active}
                  selected={selection.ids.has(entry.id)}
                  shown={shown === entry.id}
                  deleting={deleting.has(entry.id)}
                  to={props.to(entry)}
                />
              )
            })}
          </div>
        ))}
      </div>
      {/* biome-ignore-end lint/a11y: up to here */}
    </div>
  )
}
