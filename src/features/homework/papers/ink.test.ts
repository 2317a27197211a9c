import { describe, expect, it } from 'vitest'
import { isBlankPage, measuredWidth, measureInk } from './ink.ts'

const height = 283

/** Draws a page of grey levels from 0 to 255. */
function drawPage(getLevel: (x: number, y: number) => number) {
  const data = new Uint8ClampedArray(measuredWidth * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < measuredWidth; x += 1) {
      const level = getLevel(x, y)
      data.set([level, level, level, 255], (y * measuredWidth + x) * 4)
    }
  }
  return { data, width: measuredWidth, height }
}
const isBlank = (getLevel: (x: number, y: number) => number) => isBlankPage(measureInk(drawPage(getLevel)))
const isInside = (x: number, y: number, [left, top, right, bottom]: [number, number, number, number]) =>
  x >= left && x < right && y >= top && y < bottom

describe('isBlankPage', () => {
  it.each([
    ['white paper', () => 255],
    ['recycled paper with noise', (x: number, y: number) => 205 + ((x * 31 + y * 17) % 12)],
    ['the shadow of a photo', (x: number, y: number) => 250 - x * 0.4 - y * 0.2],
    ['writing that shines through', (x: number, y: number) => (y % 12 < 3 && x % 5 < 3 ? 232 : 250)],
    ['punched holes', (x: number, y: number) => (x > 8 && x < 15 && y % 141 > 134 ? 30 : 250)],
    ['the edge of the scanner', (x: number) => (x < 6 ? 20 : 250)],
    ['some dust', (x: number, y: number) => (x % 97 === 50 && y % 140 === 70 ? 90 : 250)],
  ])('is true for %s', (_page, getLevel) => {
    expect(isBlank(getLevel)).toBe(true)
  })

  it.each([
    ['a name', (x: number, y: number) => (isInside(x, y, [30, 20, 70, 24]) && x % 3 === 0 ? 120 : 250)],
    [
      'a line of pencil',
      (x: number, y: number) => (isInside(x, y, [30, 90, 170, 93]) && x % 4 === 0 ? 190 : 250),
    ],
    [
      'a single word',
      (x: number, y: number) => (isInside(x, y, [60, 30, 72, 33]) && x % 2 === 0 ? 180 : 250),
    ],
    ['printed text', (x: number, y: number) => (y % 8 < 3 && x % 3 === 0 ? 60 : 255)],
    [
      'a mark in a shadow',
      (x: number, y: number) => (isInside(x, y, [100, 200, 112, 208]) ? 60 : 240 - x * 0.4),
    ],
  ])('is false for %s', (_page, getLevel) => {
    expect(isBlank(getLevel)).toBe(false)
  })

  it('is false for a page that could not be drawn', () => {
    expect(isBlankPage(null)).toBe(false)
    expect(isBlankPage(undefined)).toBe(false)
  })
})

it('treats transparent pixels as white paper', () => {
  const data = new Uint8ClampedArray(measuredWidth * height * 4)
  expect(measureInk({ data, width: measuredWidth, height })).toBe(0)
})
