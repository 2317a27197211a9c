import { type RefObject, useEffect } from 'react'

/** Calls `place` if rows may move to other groups: never while the focus is in the table. */
export function usePlacement(
  tableRef: RefObject<HTMLElement | null>,
  isDue: boolean,
  place: () => void,
): void {
  useEffect(() => {
    if (!isDue) return
    const table = tableRef.current
    if (!table?.contains(document.activeElement)) return place()
    const handleFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && table.contains(relatedTarget))) place()
    }
    table.addEventListener('focusout', handleFocusOut)
    return () => table.removeEventListener('focusout', handleFocusOut)
  }, [tableRef, isDue, place])
}
