import { type RefObject, useEffect, useState } from 'react'

/**
 * Returns the values that decide the groups of rows, by homework ID. They are the latest ones, except while the focus is
 * in the table: then known rows keep theirs, so that they do not move.
 */
export function usePlacement<Value>(
  tableRef: RefObject<HTMLElement | null>,
  latest: ReadonlyMap<number, Value>,
): ReadonlyMap<number, Value> {
  const [placed, setPlaced] = useState(latest)
  const isOutdated =
    placed.size !== latest.size || [...latest].some(([id, value]) => placed.get(id) !== value)
  useEffect(() => {
    if (!isOutdated) return
    const table = tableRef.current
    if (!table?.contains(document.activeElement)) return setPlaced(latest)
    const handleFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && table.contains(relatedTarget))) setPlaced(latest)
    }
    table.addEventListener('focusout', handleFocusOut)
    return () => table.removeEventListener('focusout', handleFocusOut)
  }, [tableRef, isOutdated, latest])
  return isOutdated ? new Map([...latest, ...placed]) : placed
}
