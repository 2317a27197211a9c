import { createContext, use, useMemo, useState } from 'react'

/** What is selected in the folder that is shown. It ends with the folder. */
export type Selection = ReturnType<typeof useSelected>

export const SelectionContext = createContext<Selection | undefined>(undefined)

export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (!selection) throw new Error('useSelection outside a SelectionContext')
  return selection
}

/** The selection of one folder. `shown`: the entries it can hold, in the order they are shown. */
export function useSelected(shown: readonly { id: number }[]) {
  const [kept, setKept] = useState(nothingSelected)
  const isAny = kept.ids.size > 0
  const there = useMemo(() => (isAny ? new Set(shown.map(({ id }) => id)) : undefined), [isAny, shown])
  const ids = useMemo(() => (there ? without(kept, id => there.has(id)) : kept).ids, [kept, there])
  return useMemo(() => {
    const order = () => shown.map(({ id }) => id)
    return {
      ids,
      /** One more or one less; the next range begins here. */
      toggle: (id: number) => setKept(({ anchor }) => toggled({ ids, anchor }, id)),
      /** From the last one that was chosen, else from `from`, to this one, as they are shown. */
      range: (id: number, from?: number) =>
        setKept(({ anchor }) => ranged({ ids, anchor }, id, { order: order(), from })),
      /** Everything that is shown. */
      all: () => setKept({ ids: new Set(order()), anchor: shown[0]?.id }),
      clear: () => setKept(nothingSelected),
    }
  }, [ids, shown])
}

/** Which entries are selected, and the one a range begins at. */
type Selected = { ids: ReadonlySet<number>; anchor: number | undefined }

export const nothingSelected: Selected = { ids: new Set(), anchor: undefined }

/** One more, or one less. */
export function toggled({ ids }: Selected, id: number): Selected {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * From where the last one was chosen to `id`, in the order they are shown, in place of what was selected. `from`: where it
 * begins if none was chosen.
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

/** Without what is not there any more; the same object where all is. */
export function without(selected: Selected, isThere: (id: number) => boolean): Selected {
  const ids = [...selected.ids].filter(isThere)
  return ids.length === selected.ids.size ? selected : { ids: new Set(ids), anchor: selected.anchor }
}
