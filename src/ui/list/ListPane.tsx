import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react'
import { SearchField } from '../inputs/SearchField.tsx'
import { GroupedList, type ListGroup } from './GroupedList.tsx'
import styles from './ListPane.module.css'
import { findRow } from './rows.ts'
import { useListNavigation } from './useListNavigation.ts'
import { useScrollPosition } from './useScrollPosition.ts'

/** Props of the link of a row. */
export type ListRowProps = {
  className: string | undefined
  style: { height: number }
  tabIndex: 0 | -1
  'aria-current': 'true' | undefined
  'data-row': string
}

type ListPaneProps<Row extends { key: string }> = {
  label: string
  /** Controls above the search field. */
  header?: ReactNode
  search: {
    label: string
    text: string
    onTextChange: (text: string) => void
    inputRef: RefObject<HTMLInputElement | null>
  }
  groups: readonly ListGroup<Row>[]
  /** Scrolled into view. */
  selectedKey: string | undefined
  children: (row: Row, props: ListRowProps) => ReactElement
  empty: ReactNode
  /** In px. */
  scrollPosition: { current: number }
}

const rowHeight = { desktop: 3.25, phone: 3.75 }
const headingHeight = { desktop: 2.25, phone: 2.5 }

/**
 * List with search and groups, next to the content of the selected row. The arrow keys also move between list and
 * search.
 */
export function ListPane<Row extends { key: string }>(props: ListPaneProps<Row>) {
  const { label, header, search, groups, selectedKey, children, empty, scrollPosition } = props
  const scrollRef = useRef<HTMLDivElement>(null)
  const rows = groups.flatMap(group => group.rows)
  const navigation = useListNavigation({
    containerRef: scrollRef,
    attribute: 'data-row',
    rows,
    getKey: ({ key }) => key,
    currentKey: selectedKey,
    onLeave: () => search.inputRef.current?.focus(),
  })
  const activeKey = navigation.activeRow?.key

  useScrollPosition(scrollRef, scrollPosition)
  const isSelectedShown = rows.some(({ key }) => key === selectedKey)
  useEffect(() => {
    if (!isSelectedShown || selectedKey === undefined) return
    void findRow(scrollRef.current, 'data-row', selectedKey)?.scrollIntoView({ block: 'nearest' })
  }, [selectedKey, isSelectedShown])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (navigation.getRowAt(event.target)) navigation.handleKeyDown(event)
  }
  return (
    <aside className={styles.pane} aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools. */}
      <div className={styles.top} role="search">
        {header}
        <SearchField
          ref={search.inputRef}
          label={search.label}
          aria-keyshortcuts="/"
          value={search.text}
          onTextChange={search.onTextChange}
          onArrowDown={() => navigation.focusIndex(0)}
          onEscape={input => input.blur()}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus. */}
      <div
        ref={scrollRef}
        className={styles.scroller}
        onKeyDown={handleKeyDown}
        onFocus={navigation.handleFocus}
      >
        {rows.length === 0 && groups.every(({ expander }) => !expander) && empty}
        <GroupedList
          scrollRef={scrollRef}
          groups={groups}
          rowHeight={rowHeight}
          headingHeight={headingHeight}
          isAlwaysRendered={({ key }) => key === activeKey}
        >
          {(row, height) =>
            children(row, {
              className: styles.row,
              style: { height },
              tabIndex: row.key === activeKey ? 0 : -1,
              'aria-current': row.key === selectedKey ? 'true' : undefined,
              'data-row': row.key,
            })
          }
        </GroupedList>
      </div>
    </aside>
  )
}
