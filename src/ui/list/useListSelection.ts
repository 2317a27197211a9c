import { useMemo, useState } from 'react'

export type ListSelection = ReturnType<typeof useListSelection>

/** `rows`: rows that can be selected, in the order shown. */
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
      /** The next range starts at this row. */
      toggle: (id: number) => setStored(({ anchor }) => toggleRow({ ids, anchor }, id)),
      /** Selects from the last toggled row, or else from `from`, to this one. */
      range: (id: number, from?: number) =>
        setStored(({ anchor }) => selectRange({ ids, anchor }, id, { order: getOrder(), from })),
      all: () => setStored({ ids: new Set(getOrder()), anchor: rows[0]?.id }),
      clear: () => setStored(emptySelection),
    }
  }, [ids, rows])
}

/** `anchor`: the row at which a range starts. */
type SelectedRows = { ids: ReadonlySet<number>; anchor: number | undefined }

export const emptySelection: SelectedRows = { ids: new Set(), anchor: undefined }

export function toggleRow({ ids }: SelectedRows, id: number): SelectedRows {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** Replaces the selection by the range from the anchor, or else `from`, to `id`. */
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

/** Returns the same object if all rows exist. */
export function removeDeletedRows(selected: SelectedRows, exists: (id: number) => boolean): SelectedRows {
  const ids = [...selected.ids].filter(exists)
  return ids.length === selected.ids.size ? selected : { ids: new Set(ids), anchor: selected.anchor }
}
