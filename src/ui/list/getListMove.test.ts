import { expect, it } from 'vitest'
import { getListMove } from './getListMove.ts'

it('moves by row, and to the ends', () => {
  const moves = (index: number) =>
    ['ArrowDown', 'ArrowUp', 'Home', 'End'].map(key => getListMove(key, { index, count: 5 }))
  expect(moves(2)).toEqual([3, 1, 0, 4])
  expect(moves(4)).toEqual([4, 3, 0, 4])
  expect(moves(0)).toEqual([1, 0, 0, 4])
})

it('moves by line in a grid, stopping at the end', () => {
  const move = (key: string, index: number) => getListMove(key, { index, count: 8, columns: 3 })
  expect([move('ArrowDown', 1), move('ArrowUp', 4), move('ArrowRight', 1), move('ArrowLeft', 3)]).toEqual([
    4, 1, 2, 2,
  ])
  expect([move('ArrowDown', 6), move('ArrowUp', 2)]).toEqual([7, 0])
})

it('moves by page if known, undefined for other keys', () => {
  expect(getListMove('PageDown', { index: 1, count: 50, columns: 2, pageSize: 4 })).toBe(9)
  expect(getListMove('PageUp', { index: 9, count: 50, columns: 2, pageSize: 4 })).toBe(1)
  expect(getListMove('PageDown', { index: 1, count: 50 })).toBeUndefined()
  expect(getListMove('ArrowRight', { index: 1, count: 50 })).toBeUndefined()
  expect(getListMove('a', { index: 1, count: 50 })).toBeUndefined()
})
