import { type CSSProperties, createContext, type ReactElement, type RefObject, use } from 'react'
import { type CustomContainerComponentProps, type CustomItemComponentProps, Virtualizer } from 'virtua'

type VirtualListProps<R> = {
  /** What scrolls it, and how far below its upper edge the list begins (px). */
  scroller: RefObject<HTMLElement | null>
  above?: number
  rows: readonly R[]
  /** How high (px, whole) every line is. */
  line: number
  /** The line that is drawn wherever one has scrolled to, so that the focus never falls out of the page; -1 for none. */
  kept: number
  /** As a list, each entry says its place in it: not all of them are there. */
  as?: 'div' | 'ul'
  /** Draws a row, with its key. */
  children: (row: R, index: number) => ReactElement
}

/** Lines of one height, of which those in sight are drawn, and one more. */
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
        // What was measured is for lines of another height.
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

/** virtua lets nothing be pressed while it scrolls, and then the click is lost whose press began the moment before. */
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

/** virtua hides a line until it is measured, and what is hidden takes no focus. These are as high as they were said to be. */
const shownAtOnce = (style: CSSProperties) => ({ ...style, visibility: undefined })
