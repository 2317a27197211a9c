import { expect, it } from 'vitest'
import { nothingSelected, ranged, toggled, without } from './useSelected.ts'

const order = [5, 3, 8, 1, 9]
const range = (from: Parameters<typeof ranged>[0], id: number, start?: number) =>
  ranged(from, id, { order, from: start })

it('selects a range from the last toggled entry in both directions', () => {
  const one = toggled(nothingSelected, 8)
  const down = range(one, 9)
  expect([...down.ids]).toEqual([8, 1, 9])
  const up = range(down, 5)
  expect([...up.ids]).toEqual([5, 3, 8])
  expect(up.anchor).toBe(8)
})

it('selects a range from the focused entry without a last toggled entry', () => {
  expect([...range(nothingSelected, 1, 3).ids]).toEqual([3, 8, 1])
  expect([...range({ ids: new Set([77]), anchor: 77 }, 1, 8).ids]).toEqual([8, 1])
  expect([...range(nothingSelected, 1).ids]).toEqual([1])
})

it('removes an entry on a second toggle, and drops deleted entries', () => {
  const two = toggled(toggled(nothingSelected, 3), 8)
  expect([...toggled(two, 3).ids]).toEqual([8])
  expect([...without(two, id => id !== 8).ids]).toEqual([3])
  expect(without(two, () => true)).toBe(two)
})
