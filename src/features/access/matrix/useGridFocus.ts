import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Returns the value of `data-place` for a cell: row and column, e.g. `3.0`. */
export const placeName = ({ row, column }: Place): string => `${row}.${column}`

/** Returns the focus handlers of the grid. One cell is the tab stop, and keys move to the others. */
export function useGridFocus(scroller: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<Place>({ row: -1, column: 0 })
  /** Whether the cell takes the focus once it is rendered. */
  const following = useRef(false)
  useLayoutEffect(() => {
    if (!following.current) return
    const target = scroller.current?.querySelector<HTMLElement>(`[data-place="${placeName(chosen)}"]`)
    if (!target) return
    following.current = false
    target.focus({ preventScroll: true })
  })
  return {
    chosen,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const [row, column] = (target.closest<HTMLElement>('[data-place]')?.dataset.place ?? '').split('.')
      if (row === undefined || column === undefined) return
      const place = { row: Number(row), column: Number(column) }
      if (placeName(place) !== placeName(chosen)) setChosen(place)
    },
    onKeyDown: (event: KeyboardEvent, extent: Extent, reveal: (place: Place) => void) => {
      if (event.altKey || event.metaKey) return
      const to = moved(within(chosen, extent), event.key, event.ctrlKey, extent)
      if (!to) return
      event.preventDefault()
      following.current = true
      reveal(to)
      setChosen(to)
    },
  }
}

/** A cell of the grid. `row` counts people, -1 is the header. `column` counts resources, -1 is the names. */
export type Place = { row: number; column: number }

/** Numbers of rows and columns, and the number of rows per page. */
type Extent = { rows: number; columns: number; page: number }

/** Returns the cell to which a key moves. Undefined for a key that the grid does not use. */
export function moved(from: Place, key: string, control: boolean, extent: Extent): Place | undefined {
  const { row, column } = from
  const { rows, columns, page } = extent
  const places = new Map<string, Place>([
    ['ArrowRight', { row, column: column + 1 }],
    ['ArrowLeft', { row, column: column - 1 }],
    ['ArrowDown', { row: row + 1, column }],
    ['ArrowUp', { row: row - 1, column }],
    ['PageDown', { row: row + page, column }],
    ['PageUp', { row: Math.max(0, row - page), column }],
    ['Home', control ? { row: -1, column: 0 } : { row, column: -1 }],
    ['End', { row: control ? rows - 1 : row, column: columns - 1 }],
  ])
  const to = places.get(key)
  return to && within(to, extent)
}

/** Returns the nearest cell that exists. The corner above the names is no cell. */
export function within({ row, column }: Place, { rows, columns }: Extent): Place {
  const inRow = Math.max(-1, Math.min(rows - 1, row))
  return { row: inRow, column: Math.max(inRow < 0 ? 0 : -1, Math.min(columns - 1, column)) }
}
