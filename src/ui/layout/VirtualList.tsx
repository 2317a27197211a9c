import { type CSSProperties, createContext, type ReactElement, type RefObject, use } from 'react'
import { type CustomContainerComponentProps, type CustomItemComponentProps, Virtualizer } from 'virtua'

type VirtualListProps<R> = {
  /** Scroll container, and the distance of the list from its top in px. */
  scroller: RefObject<HTMLElement | null>
  above?: number
  rows: readonly R[]
  /** Height of a row in whole px. */
  line: number
  /** Index of a row that is always rendered, so that it does not lose the focus. -1 for none. */
  kept: number
  /** In a `ul`, each item has its position for screen readers, because not all items are rendered. */
  as?: 'div' | 'ul'
  /** Renders a row. It must set the key. */
  children: (row: R, index: number) => ReactElement
}

/** List of rows of equal height. Renders only the visible rows and the row `kept`. */
export function VirtualList<R>({
  scroller,
  above = 0,
  rows,
  line,
  kept,
  as = 'div',
  children,
}: VirtualListProps<R>) {
  return (
    <Count value={rows.length}>
      <Virtualizer
        // Measurements are invalid after the height changes.
        key={line}
        scrollRef={scroller}
        startMargin={above}
        data={rows}
        itemSize={line}
        keepMounted={kept < 0 ? [] : [kept]}
        as={as === 'ul' ? Entries : Lines}
        item={as === 'ul' ? Entry : Line}
      >
        {children}
      </Virtualizer>
    </Count>
  )
}

const Count = createContext(0)

function Lines({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={pressable(style)}>
      {children}
    </div>
  )
}

function Entries({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <ul ref={ref} style={pressable(style)}>
      {children}
    </ul>
  )
}

/** virtua disables pointer events while scrolling, which would lose a click that began just before. */
const pressable = (style: CSSProperties) => ({ ...style, pointerEvents: undefined })

function Line({ ref, style, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={shownAtOnce(style)}>
      {children}
    </div>
  )
}

function Entry({ ref, index, style, children }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={shownAtOnce(style)} aria-posinset={index + 1} aria-setsize={use(Count)}>
      {children}
    </li>
  )
}

/** virtua hides a row until it is measured, and a hidden row can't be focused. These rows have a known height. */
const shownAtOnce = (style: CSSProperties) => ({ ...style, visibility: undefined })
