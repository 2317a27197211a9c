import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual'
import { type RefObject, useEffect, useSyncExternalStore } from 'react'

/** Sizes of the grid in rem. A line is as high as any one-line row, a heading as high as five lines of text. */
const sizes = { name: 13, column: 6.5, groups: 2.25, heads: 7.25, line: 2.25 } as const
/** Before the browser has measured anything. */
const unmeasured = { width: 1024, height: 768 }

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const readRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

type Counts = { lines: number; columns: number }
/** Where the focus is, so that it never falls out of what is drawn. */
type Kept = { line: number; column: number }

export type GridWindow = {
  lines: readonly VirtualItem[]
  columns: readonly VirtualItem[]
  /** In px, of the whole grid with its headings. */
  width: number
  height: number
  rem: number
  /** Columns on screen, first and last. */
  onScreen: { first: number; last: number } | undefined
  /** Lines that fit on the screen. */
  page: number
  /** Scrolls to a place; a line or a column below 0 is always in sight. */
  reveal: (line: number, column: number) => void
}

/** Which lines and columns are drawn, and where. */
export function useGridWindow(
  scroller: RefObject<HTMLElement | null>,
  counts: Counts,
  kept: Kept,
): GridWindow {
  // The virtualizers are the same objects at every render and answer anew.
  'use no memo'
  const rem = useSyncExternalStore(onResize, readRem)
  const px = (size: number) => Math.round(size * rem)
  const shared = {
    getScrollElement: () => scroller.current,
    observeElementRect: observeMeasured,
    // A wheel turns fast: what is drawn a frame late is better than a wheel that sticks.
    useFlushSync: false,
  }
  const lines = useVirtualizer({
    ...shared,
    count: counts.lines,
    estimateSize: () => px(sizes.line),
    paddingStart: px(sizes.groups) + px(sizes.heads),
    scrollPaddingStart: px(sizes.groups) + px(sizes.heads),
    overscan: 4,
    rangeExtractor: range => withKept(defaultRangeExtractor(range), kept.line, counts.lines),
  })
  const columns = useVirtualizer({
    ...shared,
    horizontal: true,
    count: counts.columns,
    estimateSize: () => px(sizes.column),
    paddingStart: px(sizes.name),
    scrollPaddingStart: px(sizes.name),
    overscan: 2,
    rangeExtractor: range => withKept(defaultRangeExtractor(range), kept.column, counts.columns),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured is for another size of text.
  useEffect(() => {
    lines.measure()
    columns.measure()
  }, [lines, columns, rem])
  const { range } = columns
  return {
    lines: lines.getVirtualItems(),
    columns: columns.getVirtualItems(),
    width: columns.getTotalSize(),
    height: lines.getTotalSize(),
    rem,
    onScreen: range ? { first: range.startIndex, last: range.endIndex } : undefined,
    page: Math.max(
      1,
      Math.floor(((lines.scrollRect?.height ?? 0) - px(sizes.groups + sizes.heads)) / px(sizes.line)) - 1,
    ),
    reveal: (line, column) => {
      if (line >= 0) lines.scrollToIndex(line, { align: 'auto' })
      if (column >= 0) columns.scrollToIndex(column, { align: 'auto' })
    },
  }
}

const observeMeasured: typeof observeElementRect = (instance, tell) =>
  observeElementRect(instance, rect => tell(rect.width === 0 && rect.height === 0 ? unmeasured : rect))

const withKept = (indexes: number[], kept: number, count: number) =>
  kept < 0 || kept >= count || indexes.includes(kept) ? indexes : [...indexes, kept].toSorted((a, b) => a - b)
