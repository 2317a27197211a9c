import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ClassFile } from '../../../contract/files.ts'
import type { ListProps } from './ListProps.ts'

type Sizes = {
  /** Entries in a line. */
  columns: number
  /** Height of a line, and of what stays above them, in px. */
  line: number
  head: number
}

export type VirtualLines = {
  /** Of all lines, in px. */
  height: number
  /** Lines that are drawn: which, and where (px from the first). */
  lines: readonly { line: number; start: number }[]
  /** Where in the rows the entry is that has the one tab stop. */
  active: number
  /** Makes an entry the one with the tab stop. */
  activate: (entry: ClassFile) => void
  /** Moves the focus to an entry by its place in the rows, which comes into sight. */
  focusAt: (at: number) => ClassFile | undefined
}

/** How high (px) a list was the last time, and what stands above it on a desk. */
let seenHeight: number | undefined
const usuallyAbove = 184

/**
 * Which lines of a folder are drawn. The one with the focus always is, so that it never falls out; where it was and how
 * far it was scrolled is kept for the way back.
 */
export function useVirtualLines(
  scroller: RefObject<HTMLDivElement | null>,
  { rows, folderId, places, goTo, onWent }: ListProps,
  { columns, line, head }: Sizes,
): VirtualLines {
  'use no memo'
  const [kept] = useState(() => places.read(folderId))
  const [activeId, setActiveId] = useState(kept.entryId)
  const last = useRef(0)
  const found = activeId === undefined ? 0 : rows.findIndex(({ id }) => id === activeId)
  // Where it was, when it is not there any more.
  const active = Math.max(0, found >= 0 ? found : Math.min(last.current, rows.length - 1))
  const activeLine = Math.floor(active / columns)

  const virtualizer = useVirtualizer({
    count: Math.ceil(rows.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => line,
    initialOffset: kept.top,
    // Until it is measured: the rows are there at the first painting, and most often no others have to be drawn then.
    initialRect: { width: 0, height: seenHeight ?? window.innerHeight - usuallyAbove },
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: 6,
    rangeExtractor: range => {
      const inSight = defaultRangeExtractor(range)
      return inSight.includes(activeLine) || rows.length === 0
        ? inSight
        : [...inSight, activeLine].sort((a, b) => a - b)
    },
  })
  const measured = useRef({ line, head })
  useEffect(() => {
    if (measured.current.line === line && measured.current.head === head) return
    measured.current = { line, head }
    virtualizer.measure()
  }, [virtualizer, line, head])

  const wanted = useRef<number>(undefined)
  const focusWanted = () => {
    const row = scroller.current?.querySelector<HTMLElement>(`[data-entry="${wanted.current}"]`)
    if (!row) return
    wanted.current = undefined
    row.focus({ preventScroll: true })
  }
  const activate = (entry: ClassFile) => {
    setActiveId(entry.id)
    places.change(folderId, { entryId: entry.id })
  }
  const focusAt = (at: number) => {
    const entry = rows[Math.max(0, Math.min(rows.length - 1, at))]
    if (!entry) return undefined
    virtualizer.scrollToIndex(Math.floor(rows.indexOf(entry) / columns), { align: 'auto' })
    activate(entry)
    wanted.current = entry.id
    focusWanted()
    return entry
  }
  useLayoutEffect(() => {
    seenHeight = virtualizer.scrollRect?.height || seenHeight
    last.current = active
    if (wanted.current !== undefined) focusWanted()
  })
  const goToAt = goTo === undefined ? -1 : rows.findIndex(({ id }) => id === goTo)
  useEffect(() => {
    if (goToAt < 0) return
    focusAt(goToAt)
    onWent()
  })

  return {
    height: virtualizer.getTotalSize(),
    lines: virtualizer.getVirtualItems().map(({ index, start }) => ({ line: index, start: start - head })),
    active,
    activate,
    focusAt,
  }
}
