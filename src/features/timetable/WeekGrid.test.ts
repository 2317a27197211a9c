import { expect, it } from 'vitest'
import { gridMove } from './WeekGrid.tsx'

// Parallel lessons in the second column, an empty cell in the middle, a break as the third row.
const counts = [
  [1, 2, 1],
  [1, 0, 1],
  [0, 0, 0],
  [1, 1, 0],
]
const place = (row: number, column: number, index: number, lastRow = row) => ({
  key: `${row}.${column}.${index}`,
  row,
  lastRow,
  column,
  index,
})
const places = counts.flatMap((cells, row) =>
  cells.flatMap((count, column) => Array.from({ length: count }, (_, index) => place(row, column, index))),
)
const move = (row: number, column: number, index: number, key: string, ctrl = false) => {
  const from = places.find(place => place.key === `${row}.${column}.${index}`)
  const to = from && gridMove(places, from, key, ctrl)
  return to && [to.row, to.column, to.index]
}

it('moves along a row through parallel lessons, and skips empty cells', () => {
  expect(move(0, 0, 0, 'ArrowRight')).toEqual([0, 1, 0])
  expect(move(0, 1, 0, 'ArrowRight')).toEqual([0, 1, 1])
  expect(move(1, 0, 0, 'ArrowRight')).toEqual([1, 2, 0])
  expect(move(0, 0, 0, 'ArrowLeft')).toEqual([0, 0, 0])
})

it('moves along a column, and stays at its end', () => {
  expect(move(0, 1, 1, 'ArrowDown')).toEqual([3, 1, 0])
  expect(move(3, 1, 0, 'ArrowUp')).toEqual([0, 1, 0])
  expect(move(1, 0, 0, 'ArrowDown')).toEqual([3, 0, 0])
  expect(move(1, 2, 0, 'ArrowDown')).toEqual([1, 2, 0])
})

it('jumps to the ends', () => {
  expect(move(0, 1, 0, 'Home')).toEqual([0, 0, 0])
  expect(move(0, 1, 0, 'End')).toEqual([0, 2, 0])
  expect(move(1, 0, 0, 'Home', true)).toEqual([0, 0, 0])
  expect(move(1, 0, 0, 'End', true)).toEqual([3, 1, 0])
  expect(move(0, 0, 0, 'a')).toBeUndefined()
})

it('moves past all rows of a double period, and reaches it from each of them', () => {
  const double = place(1, 1, 0, 2)
  const all = [place(0, 1, 0), double, place(2, 0, 0), place(2, 2, 0), place(3, 1, 0)]
  const moved = (from: typeof double, key: string) => gridMove(all, from, key, false)?.key
  expect(moved(double, 'ArrowDown')).toBe('3.1.0')
  expect(moved(place(3, 1, 0), 'ArrowUp')).toBe('1.1.0')
  expect(moved(place(2, 0, 0), 'ArrowRight')).toBe('1.1.0')
  expect(moved(place(2, 2, 0), 'ArrowLeft')).toBe('1.1.0')
})
