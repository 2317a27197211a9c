import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Extent, moved, type Place, within } from './gridMoves.ts'

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
