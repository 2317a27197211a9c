import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { getListMove } from './getListMove.ts'
import { findRow, focusRow, getRowKey, type RowAttribute, type RowKey } from './rows.ts'

type ListNavigationOptions<Row> = {
  containerRef: RefObject<HTMLElement | null>
  /** Its value is the key of the row. */
  attribute: RowAttribute
  /** In the order shown, also rows that are not rendered. */
  rows: readonly Row[]
  getKey: (row: Row) => RowKey
  /** Active before the focus is in the list, e.g. the open row. */
  currentKey?: RowKey | undefined
  /** Active when the list was last mounted. */
  initialKey?: RowKey | undefined
  columns?: number
  /** Lines per page. If undefined, Page Up and Page Down scroll. */
  getPageSize?: () => number
  /** If the active row is removed, activates the row at its position instead of the current or first one. */
  keepsPosition?: boolean
  onActivate?: (row: Row) => void
  /** Called for the up arrow key in the first row. */
  onLeave?: () => void
}

export type ListNavigation<Row> = ReturnType<typeof useListNavigation<Row>>

/**
 * Moves the focus through a list or grid with the arrow keys, Home, End, Page Up and Page Down. The active row is the
 * tab stop (roving tabindex). Always render it, because a virtual list would remove it with the focus.
 */
export function useListNavigation<Row>(options: ListNavigationOptions<Row>) {
  const { containerRef, attribute, rows, getKey, currentKey, initialKey, onActivate, onLeave } = options
  const [activeKey, setActiveKey] = useState(initialKey)
  const lastIndexRef = useRef(0)
  /** Focused as soon as it is rendered. */
  const pendingKeyRef = useRef<RowKey>(undefined)
  const indexOf = (key: RowKey | undefined) =>
    key === undefined ? -1 : rows.findIndex(row => getKey(row) === key)

  const getActiveIndex = () => {
    const index = indexOf(activeKey)
    if (index >= 0) return index
    const isRemoved = options.keepsPosition && activeKey !== undefined
    const fallback = isRemoved ? Math.min(lastIndexRef.current, rows.length - 1) : indexOf(currentKey)
    return Math.max(0, fallback)
  }
  const activeIndex = getActiveIndex()

  const focusPendingRow = () => {
    if (pendingKeyRef.current === undefined) return
    const row = findRow(containerRef.current, attribute, pendingKeyRef.current)
    if (!row) return
    pendingKeyRef.current = undefined
    focusRow(row)
  }
  useLayoutEffect(() => {
    lastIndexRef.current = activeIndex
    focusPendingRow()
  })

  const activate = (row: Row) => {
    setActiveKey(getKey(row))
    onActivate?.(row)
  }
  /** Focuses the row at an index, or the nearest one. Returns the row. */
  const focusIndex = (index: number): Row | undefined => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row === undefined) return undefined
    activate(row)
    pendingKeyRef.current = getKey(row)
    focusPendingRow()
    return row
  }
  const getRowAt = (target: EventTarget | null): Row | undefined => {
    const key = getRowKey(target, attribute)
    return key === undefined ? undefined : rows.find(row => String(getKey(row)) === key)
  }
  return {
    activeIndex,
    activeRow: rows[activeIndex],
    setActiveKey,
    activate,
    focusIndex,
    getRowAt,
    /** Returns the active row if the key moved the focus. */
    handleKeyDown: (event: KeyboardEvent): Row | undefined => {
      if (event.altKey || event.ctrlKey || event.metaKey) return undefined
      const position = { index: activeIndex, count: rows.length, columns: options.columns }
      const index = getListMove(event.key, { ...position, pageSize: options.getPageSize?.() })
      if (index === undefined) return undefined
      event.preventDefault()
      if (onLeave && event.key === 'ArrowUp' && activeIndex === 0) {
        onLeave()
        return rows[0]
      }
      return focusIndex(index)
    },
    handleFocus: ({ target }: FocusEvent) => {
      const row = getRowAt(target)
      if (row !== undefined) activate(row)
    },
  }
}
