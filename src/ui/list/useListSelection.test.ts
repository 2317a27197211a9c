import { expect, it } from 'vitest'
import { emptySelection, removeDeletedRows, selectRange, toggleRow } from './useListSelection.ts'

const order = [5, 3, 8, 1, 9]
const range = (from: Parameters<typeof selectRange>[0], id: number, start?: number) =>
  selectRange(from, id, { order, from: start })

it('selects a range from the last toggled row', () => {
  const one = toggleRow(emptySelection, 8)
  const down = range(one, 9)
  expect([...down.ids]).toEqual([8, 1, 9])
  const up = range(down, 5)
  expect([...up.ids]).toEqual([5, 3, 8])
  expect(up.anchor).toBe(8)
})

it('selects a range from the focused row otherwise', () => {
  expect([...range(emptySelection, 1, 3).ids]).toEqual([3, 8, 1])
  expect([...range({ ids: new Set([77]), anchor: 77 }, 1, 8).ids]).toEqual([8, 1])
  expect([...range(emptySelection, 1).ids]).toEqual([1])
})

it('deselects on a second toggle, and drops deleted rows', () => {
  const two = toggleRow(toggleRow(emptySelection, 3), 8)
  expect([...toggleRow(two, 3).ids]).toEqual([8])
  expect([...removeDeletedRows(two, id => id !== 8).ids]).toEqual([3])
  expect(removeDeletedRows(two, () => true)).toBe(two)
})
