import { useMemo, useState } from 'react'

/** The selection in a list. It ends when the list is closed. */
export type ListSelection = ReturnType<typeof useListSelection>

/** Returns the selection of a list. `rows`: rows that can be selected, in the order shown. */
export function useListSelection(rows: readonly { id: number }[]) {
  const [stored, setStored] = useState(emptySelection)
  const isAny = stored.ids.size > 0
  const existing = useMemo(() => (isAny ? new Set(rows.map(({ id }) => id)) : undefined), [isAny, rows])
  const ids = useMemo(
    () => (existing ? removeDeletedRows(stored, id => existing.has(id)) : stored).ids,
    [stored, existing],
  )
  return useMemo(() => {
    const getOrder = () => rows.map(({ id }) => id)
    return {
      ids,
      /** Adds or removes a row. The next range starts at it. */
      toggle: (id: number) => setStored(({ anchor }) => toggleRow({ ids, anchor }, id)),
      /** Selects from the row that was toggled last, or else from `from`, to this one, in the order shown. */
      range: (id: number, from?: number) =>
        setStored(({ anchor }) => selectRange({ ids, anchor }, id, { order: getOrder(), from })),
      all: () => setStored({ ids: new Set(getOrder()), anchor: rows[0]?.id }),
      clear: () => setStored(emptySelection),
    }
  }, [ids, rows])
}

/** The selected rows, and the row at which a range starts. */
type SelectedRows = { ids: ReadonlySet<number>; anchor: number | undefined }

export const emptySelection: SelectedRows = { ids: new Set(), anchor: undefined }

/** Adds or removes a row. */
export function toggleRow({ ids }: SelectedRows, id: number): SelectedRows {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Selects the range from the anchor to `id`, in the order shown. It replaces the selection. `from`: start of the range
 * without an anchor.
 */
export function selectRange(
  { anchor }: SelectedRows,
  id: number,
  { order, from }: { order: readonly number[]; from: number | undefined },
): SelectedRows {
  const first = order.indexOf(anchor ?? -1) >= 0 ? anchor : from
  const start = first === undefined ? -1 : order.indexOf(first)
  const end = order.indexOf(id)
  if (start < 0 || end < 0) return { ids: new Set([id]), anchor: id }
  return { ids: new Set(order.slice(Math.min(start, end), Math.max(start, end) + 1)), anchor: first }
}

/** Removes the rows that no longer exist. Returns the same object if all exist. */
export function removeDeletedRows(selected: SelectedRows, exists: (id: number) => boolean): SelectedRows {
  const ids = [...selected.ids].filter(exists)
  return ids.length === selected.ids.size ? selected : { ids: new Set(ids), anchor: selected.anchor }
}
