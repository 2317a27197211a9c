/** Marks the rows of a list. Its value is the key of the row. */
export type RowAttribute = `data-${string}`

export type RowKey = number | string

export const getRow = (target: EventTarget | null, attribute: RowAttribute): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(`[${attribute}]`) : null

export const getRowKey = (target: EventTarget | null, attribute: RowAttribute): string | undefined =>
  getRow(target, attribute)?.getAttribute(attribute) ?? undefined

/** Finds a rendered row by its key. */
export const findRow = (container: ParentNode | null, attribute: RowAttribute, key: RowKey) =>
  container?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(String(key))}"]`) ?? null

export const getRows = (container: ParentNode | null, attribute: RowAttribute): HTMLElement[] => [
  ...(container?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? []),
]

/** Finds the rendered row of the open entry. */
export const findCurrentRow = (container: ParentNode | null) =>
  container?.querySelector<HTMLElement>('[aria-current]') ?? null

export function focusRow(row: HTMLElement): void {
  row.focus({ preventScroll: true })
  void row.scrollIntoView({ block: 'nearest' })
}
