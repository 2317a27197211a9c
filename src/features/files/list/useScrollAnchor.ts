import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { FolderListProps } from './useListPosition.ts'

type ScrollAnchorOptions = {
  columns: number
  /** Height of a line, in px. */
  lineHeight: number
}

/** Keeps the first visible row in its place while more rows arrive, unless the list is at its top. */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  { rows, sort, index }: FolderListProps,
  { columns, lineHeight }: ScrollAnchorOptions,
): void {
  const before = useRef({ rows, sort, index })
  useLayoutEffect(() => {
    const last = before.current
    if (last.rows === rows) return
    before.current = { rows, sort, index }
    const element = scroller.current
    if (!element || element.scrollTop <= 0 || last.sort !== sort || last.index.isComplete) return
    const line = Math.floor(element.scrollTop / lineHeight)
    const anchor = last.rows[line * columns]
    const position = anchor ? rows.findIndex(({ id }) => id === anchor.id) : -1
    if (position >= 0) element.scrollTop += (Math.floor(position / columns) - line) * lineHeight
  })
}
