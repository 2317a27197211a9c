import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isPhone } from '../../../ui/layout/screenSize.ts'
import type { PupilGroup, Standing } from './pupilGroups.ts'

/** A heading by its standing, or a pupil by id: one line of the list. */
export type Row = Standing | number

/** The lines of the list from top to bottom. */
export const rowsOf = (groups: readonly PupilGroup[]): readonly Row[] =>
  groups.flatMap(({ standing, pupils }): Row[] => [standing, ...pupils.map(({ id }) => id)])

type Place = { height: number; transform: string }

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
/** In px, whole: a fraction would blur the text of the rows below. */
const readSizes = () => `${Math.round(rem() * (isPhone() ? 2.75 : 2))}`

/**
 * Which lines are drawn and where, for a list in `scroller`. The chosen one stays in sight, and where it is while others
 * come and go around it; all headings and the chosen one are always drawn, so that the focus never falls out.
 */
export function useVirtualRows(
  scroller: RefObject<HTMLDivElement | null>,
  rows: readonly Row[],
  current: number | undefined,
): { height: number; shown: ReadonlyMap<Row, Place> } {
  'use no memo'
  const rowHeight = Number(useSyncExternalStore(onResize, readSizes))
  const headingHeight = rowHeight + Math.round(rem() * 0.75)
  const chosen = current === undefined ? -1 : rows.indexOf(current)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => (typeof rows[index] === 'number' ? rowHeight : headingHeight),
    getItemKey: index => rows[index] ?? index,
    overscan: 6,
    rangeExtractor: range => {
      const always = rows.flatMap((row, index) =>
        typeof row === 'number' && index !== chosen ? [] : [index],
      )
      return [...new Set([...always, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured is for another size.
  useEffect(() => {
    virtualizer.measure()
  }, [virtualizer, rowHeight])

  const start = virtualizer.measurementsCache[chosen]?.start
  const before = useRef<{ current: number | undefined; start: number | undefined }>({
    current: undefined,
    start: undefined,
  })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { current, start }
    const list = scroller.current
    if (!list || start === undefined) return
    if (was.current !== current) {
      // The first of a group shows with its heading.
      if (typeof rows[chosen - 1] === 'string') virtualizer.scrollToIndex(chosen - 1, { align: 'auto' })
      virtualizer.scrollToIndex(chosen, { align: 'auto' })
    } else if (was.start !== undefined && was.start !== start) list.scrollTop += start - was.start
  }, [virtualizer, scroller, rows, current, chosen, start])

  // Whoever walks the list by keyboard stands on the chosen row.
  useEffect(() => {
    const list = scroller.current
    if (!list?.contains(document.activeElement)) return
    list.querySelector<HTMLElement>(`[data-pupil="${current}"]`)?.focus({ preventScroll: true })
  }, [scroller, current])

  const shown = new Map(
    virtualizer.getVirtualItems().flatMap(({ index, size, start }): [Row, Place][] => {
      const row = rows[index]
      return row === undefined ? [] : [[row, { height: size, transform: `translateY(${start}px)` }]]
    }),
  )
  return { height: virtualizer.getTotalSize(), shown }
}
