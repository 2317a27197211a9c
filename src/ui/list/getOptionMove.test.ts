import { expect, it } from 'vitest'
import { getOptionMove } from './getOptionMove.ts'

it('wraps with arrow keys, not with page keys', () => {
  const move = (key: string, index: number) => getOptionMove(key, { index, count: 20, pageSize: 8 })
  expect([move('ArrowDown', 0), move('ArrowDown', 19), move('ArrowUp', 0), move('ArrowUp', 5)]).toEqual([
    1, 0, 19, 4,
  ])
  expect([move('PageDown', 5), move('PageDown', 15), move('PageUp', 5)]).toEqual([13, 19, 0])
  expect(move('Home', 5)).toBeUndefined()
})

it('ignores page keys without size, and an empty list', () => {
  expect(getOptionMove('PageDown', { index: 0, count: 20 })).toBeUndefined()
  expect(getOptionMove('ArrowDown', { index: -1, count: 0 })).toBeUndefined()
})
