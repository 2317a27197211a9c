import { expect, it } from 'vitest'
import { fromViewShare, toPagePoint, toViewShare } from './pagePoint.ts'

const size = { width: 600, height: 900 }
const rotations = [0, 90, 180, 270] as const

it.each(rotations)('converts points of a page rotated by %i degrees in both directions', rotation => {
  for (const point of [
    [0, 0],
    [150, 600],
    [600, 900],
  ] as const) {
    expect(fromViewShare(toViewShare(point, { size, rotation }), { size, rotation })).toEqual([...point])
  }
})

it('is at the same place of the window as a press of the pointer', () => {
  for (const rotation of rotations) {
    const rect = { left: 20, top: 50, width: rotation % 180 ? 450 : 300, height: rotation % 180 ? 300 : 450 }
    const pressed = toPagePoint({ x: 120, y: 140 }, rect, { size, rotation })
    const [across, down] = toViewShare(pressed, { size, rotation })
    expect(rect.left + across * rect.width).toBeCloseTo(120)
    expect(rect.top + down * rect.height).toBeCloseTo(140)
  }
})

it('the cursor stays on the page', () => {
  expect(fromViewShare([-0.2, 1.4], { size, rotation: 0 })).toEqual([0, 900])
})
