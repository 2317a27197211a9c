import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { findRow, type RowAttribute, type RowKey } from './rows.ts'

type CurrentRowOptions = {
  attribute: RowAttribute
  /** Key of the row of the open entry. */
  currentKey: RowKey | undefined
  /** Distance from the top of the list in px. Undefined if it is not in the list. */
  offset: number | undefined
  /** Whether to scroll the heading above the row into view, too. */
  isFirstOfGroup: boolean
  /** Called for the up and down arrow keys. They show another row instead of moving the focus. */
  onStep: (step: 1 | -1) => void
}

/**
 * Scrolls the current row into view, and keeps its position when rows above it change. A focus in the list follows it.
 * Returns the key handler of the list.
 */
export function useCurrentRow(scrollRef: RefObject<HTMLElement | null>, options: CurrentRowOptions) {
  const { attribute, currentKey, offset, isFirstOfGroup, onStep } = options
  const lastRef = useRef<{ currentKey: RowKey | undefined; offset: number | undefined }>(undefined)
  useLayoutEffect(() => {
    const last = lastRef.current
    lastRef.current = { currentKey, offset }
    const list = scrollRef.current
    const row = currentKey === undefined ? null : findRow(list, attribute, currentKey)
    if (!list || !row || offset === undefined) return
    if (last?.currentKey !== currentKey) {
      const item = row.closest('li') ?? row
      if (isFirstOfGroup)
        void item.closest('section')?.firstElementChild?.scrollIntoView({ block: 'nearest' })
      void item.scrollIntoView({ block: 'nearest' })
    } else if (last?.offset !== undefined) list.scrollTop += offset - last.offset
  }, [scrollRef, attribute, currentKey, offset, isFirstOfGroup])

  useEffect(() => {
    const list = scrollRef.current
    if (currentKey === undefined || !list?.contains(document.activeElement)) return
    findRow(list, attribute, currentKey)?.focus({ preventScroll: true })
  }, [scrollRef, attribute, currentKey])

  return (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    onStep(event.key === 'ArrowDown' ? 1 : -1)
  }
}
