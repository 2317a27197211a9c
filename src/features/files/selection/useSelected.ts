import { useMemo, useState } from 'react'
import type { Selection } from './SelectionContext.ts'
import { nothingSelected, ranged, toggled, without } from './selected.ts'

/** The selection of one folder. `shown`: the entries it can hold, in the order they are shown. */
export function useSelected(shown: readonly { id: number }[]): Selection {
  const [kept, setKept] = useState(nothingSelected)
  const isAny = kept.ids.size > 0
  const there = useMemo(() => (isAny ? new Set(shown.map(({ id }) => id)) : undefined), [isAny, shown])
  const ids = useMemo(() => (there ? without(kept, id => there.has(id)) : kept).ids, [kept, there])
  return useMemo(() => {
    const order = () => shown.map(({ id }) => id)
    return {
      ids,
      toggle: id => setKept(({ anchor }) => toggled({ ids, anchor }, id)),
      range: (id, from) => setKept(({ anchor }) => ranged({ ids, anchor }, id, { order: order(), from })),
      all: () => setKept({ ids: new Set(order()), anchor: shown[0]?.id }),
      clear: () => setKept(nothingSelected),
    }
  }, [ids, shown])
}
