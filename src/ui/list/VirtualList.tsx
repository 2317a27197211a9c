import { type CSSProperties, createContext, type ReactElement, type RefObject, use } from 'react'
import { type CustomContainerComponentProps, type CustomItemComponentProps, Virtualizer } from 'virtua'

type VirtualListProps<R> = {
  /** Scroll container, and the distance of the list from its top in px. */
  scrollRef: RefObject<HTMLElement | null>
  startMargin?: number
  rows: readonly R[]
  /** Height of a row in whole px. */
  rowHeight: number
  /** Index of a row that is always rendered, so that it does not lose the focus. -1 if unused. */
  keepMountedIndex: number
  /** In a `ul`, each item has its position for screen readers. */
  as?: 'div' | 'ul'
  /** Must set the key. */
  children: (row: R, index: number) => ReactElement
}

/** Virtual list of rows of equal height. */
export function VirtualList<R>({
  scrollRef,
  startMargin = 0,
  rows,
  rowHeight,
  keepMountedIndex,
  as = 'div',
  children,
}: VirtualListProps<R>) {
  return (
    <CountContext value={rows.length}>
      <Virtualizer
        // Measurements are invalid after the height changes.
        key={rowHeight}
        scrollRef={scrollRef}
        startMargin={startMargin}
        data={rows}
        itemSize={rowHeight}
        keepMounted={keepMountedIndex < 0 ? [] : [keepMountedIndex]}
        as={as === 'ul' ? ListContainer : DivContainer}
        item={as === 'ul' ? ListItem : DivItem}
      >
        {children}
      </Virtualizer>
    </CountContext>
  )
}

const CountContext = createContext(0)

function DivContainer({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <div ref={ref} style={withPointerEvents(style)}>
      {children}
    </div>
  )
}

function ListContainer({ ref, style, children }: CustomContainerComponentProps) {
  return (
    <ul ref={ref} style={withPointerEvents(style)}>
      {children}
    </ul>
  )
}

/** virtua disables pointer events while scrolling, which would lose a click. */
const withPointerEvents = (style: CSSProperties) => ({ ...style, pointerEvents: undefined })

function DivItem({ ref, style, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} style={withVisibility(style)}>
      {children}
    </div>
  )
}

function ListItem({ ref, index, style, children }: CustomItemComponentProps) {
  return (
    <li ref={ref} style={withVisibility(style)} aria-posinset={index + 1} aria-setsize={use(CountContext)}>
      {children}
    </li>
  )
}

/** virtua hides a row until it is measured, and a hidden row can't be focused. */
const withVisibility = (style: CSSProperties) => ({ ...style, visibility: undefined })
