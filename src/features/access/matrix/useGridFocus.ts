import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What takes the focus says its place: `data-place="3.0"`, row and column. */
export const placeName = ({ row, column }: Place): string => `${row}.${column}`

/** One place of the grid is reached by Tab; keys lead from there to the others. */
export function useGridFocus(scroller: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<Place>({ row: -1, column: 0 })
  /** The focus follows once the place is drawn. */
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

/** A place in the grid: `row` counts people, -1 is the line of headings; `column` counts resources, -1 is the names. */
export type Place = { row: number; column: number }

/** How many there are, and how many people fit on the screen. */
type Extent = { rows: number; columns: number; page: number }

/** Where a key leads from here; `undefined` for a key that is not the grid's. */
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

/** The nearest place there is. The corner above the names holds nothing. */
export function within({ row, column }: Place, { rows, columns }: Extent): Place {
  const inRow = Math.max(-1, Math.min(rows - 1, row))
  return { row: inRow, column: Math.max(inRow < 0 ? 0 : -1, Math.min(columns - 1, column)) }
}
