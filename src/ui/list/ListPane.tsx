import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { useIsPhone, useRemToPx } from '../../../ui/layout/screenSize.ts'
import { VirtualList } from '../../../ui/list/VirtualList.tsx'
import styles from './ListPane.module.css'

type ListEntry = { key: string }

export type ListGroup<Entry> = {
  id: string
  title: string
  count: number
  /** Shown entries. */
  entries: readonly Entry[]
  /** Button that shows or hides further entries. */
  fold?: { label: string; expanded: boolean; toggle: () => void } | undefined
}

type ListPaneProps<Entry extends ListEntry> = {
  label: string
  /** Controls above the search field. */
  top?: ReactNode
  search: {
    label: string
    text: string
    onText: (text: string) => void
    field: RefObject<HTMLInputElement | null>
  }
  groups: readonly ListGroup<Entry>[]
  chosen: string | undefined
  /** Returns the address of an entry. */
  to: (entry: Entry) => string
  /** Called when the user opens an entry. */
  onOpen: () => void
  row: (entry: Entry) => ReactNode
  /** Replaces the groups if there are no entries. */
  empty: ReactNode
  /** Scroll position in px. On phones the list is unmounted while an entry is open. */
  place: { current: number }
}

/** Heights in rem. */
const lineHeight = { desk: 3.25, phone: 3.75 }
const headingHeight = { desk: 2.25, phone: 2.5 }
const foldHeight = { desk: 2.25, phone: 2.75 }

/** List with search and groups. Only the visible rows are rendered. Arrow keys, Home and End move the focus. */
export function ListPane<Entry extends ListEntry>(props: ListPaneProps<Entry>) {
  const { label, top, search, groups, chosen, to, onOpen, row, empty, place } = props
  const scroller = useRef<HTMLDivElement>(null)
  const px = useRemToPx()
  const line = px(lineHeight)
  const heading = px(headingHeight)
  const all = groups.flatMap(({ entries }) => entries)
  const [focused, setFocused] = useState<string>()
  /** A new object for each move of the focus. */
  const [focusMove, setFocusMove] = useState<{ key: string }>()
  const tabStop = [focused, chosen].find(key => all.some(entry => entry.key === key)) ?? all[0]?.key

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box) return
    box.scrollTop = place.current
    return () => {
      place.current = box.scrollTop
    }
  }, [place])

  const focusAt = (at: number) => {
    const entry = all[Math.min(at, all.length - 1)]
    if (at < 0 || !entry) return search.field.current?.focus()
    setFocused(entry.key)
    setFocusMove({ key: entry.key })
  }
  const pressInRow = (event: KeyboardEvent, { key }: Entry) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = all.findIndex(entry => entry.key === key)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    focusAt(next)
  }
  const placed = withOffsets(groups, { line, heading, fold: px(foldHeight) })
  return (
    <aside className={styles.pane} aria-label={label}>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools. */}
      <div className={styles.top} role="search">
        {top}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is pressed in the field. */}
        <div
          onKeyDown={event => {
            if (event.key !== 'ArrowDown' || isComposing(event)) return
            event.preventDefault()
            focusAt(0)
          }}
        >
          <SearchField
            ref={search.field}
            label={search.label}
            aria-keyshortcuts="/"
            value={search.text}
            onTextChange={search.onText}
            onEscape={field => field.blur()}
          />
        </div>
      </div>
      <div ref={scroller} className={styles.scroller}>
        {all.length === 0 && groups.every(({ fold }) => !fold) && empty}
        {placed.map(({ id, title, count, entries, fold, above }) => (
          <section key={id} aria-label={title}>
            <h2 className={styles.heading} style={{ height: heading }}>
              <span>{title}</span>
              <span>{count}</span>
            </h2>
            <VirtualList
              as="ul"
              scrollRef={scroller}
              startMargin={above}
              rows={entries}
              rowHeight={line}
              keepMountedIndex={entries.findIndex(({ key }) => key === tabStop)}
            >
              {entry => (
                <PaneRow
                  key={entry.key}
                  to={to(entry)}
                  onOpen={onOpen}
                  height={line}
                  isChosen={entry.key === chosen}
                  isTabStop={entry.key === tabStop}
                  focusMove={focusMove?.key === entry.key ? focusMove : undefined}
                  onFocus={() => setFocused(entry.key)}
                  onKeyDown={event => pressInRow(event, entry)}
                >
                  {row(entry)}
                </PaneRow>
              )}
            </VirtualList>
            {fold && (
              <UnstyledButton
                className={styles.fold ?? ''}
                style={{ height: px(foldHeight) }}
                aria-expanded={fold.expanded}
                onClick={fold.toggle}
              >
                {fold.expanded ? <IconChevronDown aria-hidden /> : <IconChevronRight aria-hidden />}
                {fold.label}
              </UnstyledButton>
            )}
          </section>
        ))}
      </div>
    </aside>
  )
}

/** Adds to each group the distance of its first row from the top of the list, in px. */
function withOffsets<Entry>(
  groups: readonly ListGroup<Entry>[],
  heights: { line: number; heading: number; fold: number },
) {
  let end = 0
  return groups.map(group => {
    const above = end + heights.heading
    end = above + group.entries.length * heights.line + (group.fold ? heights.fold : 0)
    return { ...group, above }
  })
}

type PaneRowProps = {
  to: string
  onOpen: () => void
  /** In px. */
  height: number
  isChosen: boolean
  isTabStop: boolean
  /** Set if the focus moves to this row. */
  focusMove: object | undefined
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

function PaneRow(props: PaneRowProps) {
  const { to, onOpen, height, isChosen, isTabStop, focusMove, onFocus, onKeyDown, children } = props
  const link = useRef<HTMLAnchorElement>(null)
  const phone = useIsPhone()
  useEffect(() => {
    if (focusMove) link.current?.focus()
  }, [focusMove])
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <Link
      ref={link}
      className={styles.row}
      style={{ height }}
      to={to}
      preventScrollReset
      state={{ keepsFocus: true }}
      aria-current={isChosen ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onOpen}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {children}
      {phone && <IconChevronRight aria-hidden className={styles.next} />}
    </Link>
  )
}
