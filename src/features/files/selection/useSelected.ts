import { createContext, use, useMemo, useState } from 'react'

/** The selection in the shown folder. It ends when the folder is closed. */
export type Selection = ReturnType<typeof useSelected>

export const SelectionContext = createContext<Selection | undefined>(undefined)

export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection outside a SelectionContext')
  return selection
}

/** Returns the selection of a folder. `shown`: entries that can be selected, in the order shown. */
export function useSelected(shown: readonly { id: number }[]) {
  const [kept, setKept] = useState(nothingSelected)
  const isAny = kept.ids.size > 0
  const there = useMemo(() => (isAny ? new Set(shown.map(({ id }) => id)) : undefined), [isAny, shown])
  const ids = useMemo(() => (there ? without(kept, id => there.has(id)) : kept).ids, [kept, there])
  return useMemo(() => {
    const order = () => shown.map(({ id }) => id)
    return {
      ids,
      /** Adds or removes an entry. The next range starts at it. */
      toggle: (id: number) => setKept(({ anchor }) => toggled({ ids, anchor }, id)),
      /** Selects from the last chosen entry, or else from `from`, to this one, in the order shown. */
      range: (id: number, from?: number) =>
        setKept(({ anchor }) => ranged({ ids, anchor }, id, { order: order(), from })),
      /** Selects all shown entries. */
      all: () => setKept({ ids: new Set(order()), anchor: shown[0]?.id }),
      clear: () => setKept(nothingSelected),
    }
  }, [ids, shown])
}

/** The selected entries, and the entry at which a range starts. */
type Selected = { ids: ReadonlySet<number>; anchor: number | undefined }

export const nothingSelected: Selected = { ids: new Set(), anchor: undefined }

/** Adds or removes an entry. */
export function toggled({ ids }: Selected, id: number): Selected {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Selects the range from the last chosen entry to `id`, in the order shown. It replaces the selection. `from`: start of
 * the range if no entry was chosen.
 */
export function ranged(
  { anchor }: Selected,
  id: number,
  { order, from }: { order: readonly number[]; from: number | undefined },
): Selected {
  const first = order.indexOf(anchor ?? -1) >= 0 ? anchor : from
  const start = first === undefined ? -1 : order.indexOf(first)
  const end = order.indexOf(id)
  if (start < 0 || end < 0) return { ids: new Set([id]), anchor: id }
  return { ids: new Set(order.slice(Math.min(start, end), Math.max(start, end) + 1)), anchor: first }
}

/** Removes entries that no longer exist. Returns the same object if all exist. */
export function without(selected: Selected, isThere: (id: number) => boolean): Selected {
  const ids = [...selected.ids].filter(isThere)
  return ids.length === selected.ids.size ? selected : { ids: new Set(ids), anchor: selected.anchor }
}
