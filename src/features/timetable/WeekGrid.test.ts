import { expect, it } from 'vitest'
import { getNextPosition } from './WeekGrid.tsx'

// Parallel lessons in column 2, an empty cell in the middle, a break in row 3.
const counts = [
  [1, 2, 1],
  [1, 0, 1],
  [0, 0, 0],
  [1, 1, 0],
]
const position = (row: number, column: number, index: number, lastRow = row) => ({
  key: `${row}.${column}.${index}`,
  row,
  lastRow,
  column,
  index,
})
const positions = counts.flatMap((cells, row) =>
  cells.flatMap((count, column) => Array.from({ length: count }, (_, index) => position(row, column, index))),
)
const press = (row: number, column: number, index: number, key: string, ctrl = false) => {
  const from = positions.find(position => position.key === `${row}.${column}.${index}`)
  const to = from && getNextPosition(positions, from, key, ctrl)
  return to && [to.row, to.column, to.index]
}

it('moves along a row, skipping empty cells', () => {
  expect(press(0, 0, 0, 'ArrowRight')).toEqual([0, 1, 0])
  expect(press(0, 1, 0, 'ArrowRight')).toEqual([0, 1, 1])
  expect(press(1, 0, 0, 'ArrowRight')).toEqual([1, 2, 0])
  expect(press(0, 0, 0, 'ArrowLeft')).toEqual([0, 0, 0])
})

it('moves along a column without wrapping', () => {
  expect(press(0, 1, 1, 'ArrowDown')).toEqual([3, 1, 0])
  expect(press(3, 1, 0, 'ArrowUp')).toEqual([0, 1, 0])
  expect(press(1, 0, 0, 'ArrowDown')).toEqual([3, 0, 0])
  expect(press(1, 2, 0, 'ArrowDown')).toEqual([1, 2, 0])
})

it('jumps to the ends', () => {
  expect(press(0, 1, 0, 'Home')).toEqual([0, 0, 0])
  expect(press(0, 1, 0, 'End')).toEqual([0, 2, 0])
  expect(press(1, 0, 0, 'Home', true)).toEqual([0, 0, 0])
  expect(press(1, 0, 0, 'End', true)).toEqual([3, 1, 0])
  expect(press(0, 0, 0, 'a')).toBeUndefined()
})

it('treats a double period as one stop', () => {
  const double = position(1, 1, 0, 2)
  const all = [position(0, 1, 0), double, position(2, 0, 0), position(2, 2, 0), position(3, 1, 0)]
  const getNextKey = (from: typeof double, key: string) => getNextPosition(all, from, key, false)?.key
  expect(getNextKey(double, 'ArrowDown')).toBe('3.1.0')
  expect(getNextKey(position(3, 1, 0), 'ArrowUp')).toBe('1.1.0')
  expect(getNextKey(position(2, 0, 0), 'ArrowRight')).toBe('1.1.0')
  expect(getNextKey(position(2, 2, 0), 'ArrowLeft')).toBe('1.1.0')
})
