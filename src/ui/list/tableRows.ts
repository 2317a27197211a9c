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
