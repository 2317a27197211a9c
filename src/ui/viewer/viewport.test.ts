import { expect, it } from 'vitest'
import {
  getBiggerScale,
  getNextFit,
  getNextRotation,
  getScale,
  getSmallerScale,
  isLargest,
  isSmallest,
  rotateExtent,
} from './viewport.ts'

const area = { width: 600, height: 500 }

it('getScale fits the width or the whole page', () => {
  const page = { width: 1200, height: 1600 }
  expect(getScale('width', page, area)).toBe(0.5)
  expect(getScale('whole', page, area)).toBe(500 / 1600)
})

it('getScale limits the page width on large screens', () => {
  const large = { width: 2000, height: 700 }
  expect(getScale('width', { width: 1200, height: 1600 }, large)).toBeCloseTo(736 / 1200)
  expect(getScale('width', { width: 4000, height: 1000 }, large)).toBe(0.5)
})

it('getScale enlarges small images at most twice', () => {
  expect(getScale('width', { width: 16, height: 16 }, area)).toBe(2)
  expect(getScale(3.5, { width: 16, height: 16 }, area)).toBe(3.5)
})

it('getScale is 1 without a known area', () => {
  expect(getScale('width', { width: 1200, height: 1600 }, { width: 0, height: 0 })).toBe(1)
})

it('getBiggerScale and getSmallerScale stay within limits', () => {
  expect(getBiggerScale(0.86)).toBe(1.08)
  expect(getSmallerScale(1)).toBe(0.8)
  let scale = 1
  for (let press = 0; press < 40; press += 1) scale = getBiggerScale(scale)
  expect(isLargest(scale)).toBe(true)
  for (let press = 0; press < 40; press += 1) scale = getSmallerScale(scale)
  expect(isSmallest(scale)).toBe(true)
  expect(getBiggerScale(scale)).toBeGreaterThan(scale)
})

it('getNextRotation adds 90 degrees; rotateExtent swaps the sides', () => {
  expect(rotateExtent({ width: 3, height: 4 }, 90)).toEqual({ width: 4, height: 3 })
  expect(rotateExtent({ width: 3, height: 4 }, 180)).toEqual({ width: 3, height: 4 })
  expect([getNextRotation(0), getNextRotation(90), getNextRotation(180), getNextRotation(270)]).toEqual([
    90, 180, 270, 0,
  ])
})

it('getNextFit alternates between width and whole', () => {
  expect(getNextFit(1.25)).toBe('width')
  expect(getNextFit('width')).toBe('whole')
  expect(getNextFit('whole')).toBe('width')
})
