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
  top?: ReactNode
  search: {
    label: string
    text: string
    onText: (text: string) => void
    field: RefObject<HTMLInputElement | null>
  }
  groups: readonly ListGroup<Row>[]
  /** Key of the chosen row. It is scrolled into view. */
  chosen: string | undefined
  /** Renders a row as a link with these props. */
  children: (row: Row, props: ListRowProps) => ReactElement
  /** Replaces the groups if there are no rows. */
  empty: ReactNode
  /** In px. */
  scrollPosition: { current: number }
}

const rowHeight = { desk: 3.25, phone: 3.75 }
const headingHeight = { desk: 2.25, phone: 2.5 }

/** List with search and groups, next to the content of its chosen row. The arrow keys move from and to the search. */
export function ListPane<Row extends { key: string }>(props: ListPaneProps<Row>) {
  const { label, top, search, groups, chosen, children, empty, scrollPosition } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = groups.flatMap(group => group.rows)
  const navigation = useListNavigation({
    containerRef: scroller,
    attribute: 'data-row',
    rows,
    getKey: ({ key }) => key,
    currentKey: chosen,
    onLeave: () => search.field.current?.focus(),
  })
  const activeKey = navigation.activeRow?.key

  useScrollPosition(scroller, scrollPosition)
  const isChosenShown = rows.some(({ key }) => key === chosen)
  useEffect(() => {
    if (!isChosenShown || chosen === undefined) return
    void findRow(scroller.current, 'data-row', chosen)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, isChosenShown])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (navigation.getRowAt(event.target)) navigation.handleKeyDown(event)
  }
  return (
    <aside className={styles.pane} aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools. */}
      <div className={styles.top} role="search">
        {top}
        <SearchField
          ref={search.field}
          label={search.label}
          aria-keyshortcuts="/"
          value={search.text}
          onTextChange={search.onText}
          onArrowDown={() => navigation.focusIndex(0)}
          onEscape={field => field.blur()}
        />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus. */}
      <div
        ref={scroller}
        className={styles.scroller}
        onKeyDown={handleKeyDown}
        onFocus={navigation.handleFocus}
      >
        {rows.length === 0 && groups.every(({ fold }) => !fold) && empty}
        <GroupedList
          scrollRef={scroller}
          groups={groups}
          rowHeight={rowHeight}
          headingHeight={headingHeight}
          isKeptMounted={({ key }) => key === activeKey}
        >
          {(row, height) =>
            children(row, {
              className: styles.row,
              style: { height },
              tabIndex: row.key === activeKey ? 0 : -1,
              'aria-current': row.key === chosen ? 'true' : undefined,
              'data-row': row.key,
            })
          }
        </GroupedList>
      </div>
    </aside>
  )
}
