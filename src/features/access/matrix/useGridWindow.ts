import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import { usePx } from '../../../ui/layout/screenSize.ts'

/** Sizes of the grid in rem. A line has the height of any one-line row, a header the height of five lines of text. */
const sizes = { name: 13, column: 6.5, groups: 2.25, heads: 7.25, line: 2.25 } as const
/** Size without a layout, in px. */
const unmeasured = { width: 1024, height: 768 }
/** Numbers of lines and columns that are rendered beyond each side of the view. */
const beyond = { lines: 4, columns: 2 }

type Counts = { lines: number; columns: number }
/** Position of the focus, which is always rendered. */
type Kept = { line: number; column: number }
/** A line or column: its index, and its start and size in the grid, in px. */
type Placed = { index: number; start: number; size: number }

export type GridWindow = {
  lines: readonly Placed[]
  columns: readonly Placed[]
  /** Size of the whole grid with its headers, in px. */
  width: number
  height: number
  /** First and last column on the screen. */
  onScreen: { first: number; last: number }
  /** Number of lines per page, one less than fit on the screen. */
  page: number
  /** Scrolls to a cell. A line or column below 0 is always in view. */
  reveal: (line: number, column: number) => void
}

/**
 * Returns the lines and columns to render, with their positions. All have the same size, so the positions are computed
 * without measuring.
 */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  counts: Counts,
  kept: Kept,
): GridWindow {
  const px = usePx()
  const [line, column, name] = [px(sizes.line), px(sizes.column), px(sizes.name)]
  const head = px(sizes.groups) + px(sizes.heads)
  // In whole lines and columns, so that most scroll events cause no render.
  const [seen, setSeen] = useState({ line: 0, lines: 0, column: 0, columns: 0 })
  useLayoutEffect(() => {
    const watched = scroller.current
    if (!watched) return
    const look = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = watched
      const next = {
        line: Math.floor(scrollTop / line),
        lines: Math.max(0, ((clientHeight || unmeasured.height) - head) / line),
        column: Math.floor(scrollLeft / column),
        columns: Math.max(0, ((clientWidth || unmeasured.width) - name) / column),
      }
      setSeen(was => (same(was, next) ? was : next))
    }
    look()
    watched.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(watched)
    return () => {
      watched.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, line, column, head, name])

  const last = { line: seen.line + Math.ceil(seen.lines), column: seen.column + Math.ceil(seen.columns) }
  const lines = useMemo(
    () => placed(seen.line - beyond.lines, last.line + beyond.lines, counts.lines, kept.line, line, head),
    [seen.line, last.line, counts.lines, kept.line, line, head],
  )
  const columns = useMemo(
    () =>
      placed(
        seen.column - beyond.columns,
        last.column + beyond.columns,
        counts.columns,
        kept.column,
        column,
        name,
      ),
    [seen.column, last.column, counts.columns, kept.column, column, name],
  )
  return {
    lines,
    columns,
    width: name + counts.columns * column,
    height: head + counts.lines * line,
    onScreen: { first: seen.column, last: Math.min(last.column, counts.columns - 1) },
    page: Math.max(1, Math.floor(seen.lines) - 1),
    reveal: (toLine, toColumn) => {
      const view = scroller.current
      if (!view) return
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = view
      if (toLine >= 0) view.scrollTop = nearest(toLine * line, line, scrollTop, clientHeight - head)
      if (toColumn >= 0) view.scrollLeft = nearest(toColumn * column, column, scrollLeft, clientWidth - name)
    },
  }
}

const same = <T extends Record<string, number>>(a: T, b: T) => Object.keys(a).every(key => a[key] === b[key])

/** Returns the lines or columns from `first` to `last` that exist, and the kept one. Index 0 starts at `from` px. */
function placed(
  first: number,
  last: number,
  count: number,
  kept: number,
  size: number,
  from: number,
): Placed[] {
  const start = Math.max(0, first)
  const inSight = Array.from(
    { length: Math.max(0, Math.min(count, last + 1) - start) },
    (_, at) => start + at,
  )
  const all = kept < 0 || kept >= count || inSight.includes(kept) ? inSight : [...inSight, kept]
  return all.toSorted((a, b) => a - b).map(index => ({ index, start: from + index * size, size }))
}

/** Returns the nearest scroll position at which an element is completely in a view of size `room`, in px. */
function nearest(start: number, size: number, scrolled: number, room: number): number {
  return start < scrolled ? start : Math.max(scrolled, start + size - room)
}
