import { type RefObject, useEffect, useState } from 'react'
import { findRow, focusRow, getRow, getRows, type RowAttribute, type RowKey } from './rows.ts'

const findOpenLink = (row: HTMLElement | null) => row?.querySelector<HTMLElement>('a[data-open]') ?? null

/** Returns false if the row is not rendered. */
export function focusTableRow(container: HTMLElement | null, attribute: RowAttribute, key: RowKey): boolean {
  const link = findOpenLink(findRow(container, attribute, key))
  if (link) focusRow(link)
  return link !== null
}

/** Focuses the link of the next (1) or previous (-1) row. If no row has the focus, of the first or last one. */
export function stepTableRow(container: HTMLElement | null, attribute: RowAttribute, step: 1 | -1): void {
  const rows = getRows(container, attribute)
  const focused = getRow(document.activeElement, attribute)
  const index = focused ? rows.indexOf(focused) : -1
  const next = index < 0 && step < 0 ? rows.length - 1 : index + step
  const link = findOpenLink(rows[Math.max(0, Math.min(rows.length - 1, next))] ?? null)
  if (link) focusRow(link)
}

/**
 * Returns the keys of the rows that are on screen. `renderedKeys` must change with the set of rendered rows, and is
 * '' without rows. Without IntersectionObserver, returns all rows.
 */
export function useVisibleRows(
  containerRef: RefObject<HTMLElement | null>,
  attribute: RowAttribute,
  renderedKeys: string,
): readonly string[] {
  const [visibleKeys, setVisibleKeys] = useState<readonly string[]>([])
  useEffect(() => {
    const rows = getRows(containerRef.current, attribute)
    const getKey = (row: Element) => row.getAttribute(attribute) ?? ''
    if (renderedKeys === '' || typeof IntersectionObserver === 'undefined') {
      setVisibleKeys(renderedKeys === '' ? [] : rows.map(getKey))
      return
    }
    const visible = new Set<Element>()
    const observer = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      }
      setVisibleKeys(rows.filter(row => visible.has(row)).map(getKey))
    })
    for (const row of rows) observer.observe(row)
    return () => observer.disconnect()
  }, [containerRef, attribute, renderedKeys])
  return visibleKeys
}
