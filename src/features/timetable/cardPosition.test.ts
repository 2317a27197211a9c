import { expect, it } from 'vitest'
import { cardPosition } from './cardPosition.ts'

const view = { left: 0, top: 0, width: 1000, height: 700 }
const card = { width: 320, height: 300 }
const cell = (left: number, top: number) => ({ left, top, width: 180, height: 68 })

it('stands to the right, else to the left of its cell, and inside what is seen', () => {
  expect(cardPosition(cell(100, 200), card, view)).toEqual({ left: 288, top: 192 })
  expect(cardPosition(cell(800, 200), card, view)).toEqual({ left: 472, top: 192 })
  expect(cardPosition(cell(100, 640), card, view).top).toBe(392)
})

it('goes below where neither side has room', () => {
  expect(cardPosition(cell(160, 100), card, { ...view, width: 500 })).toEqual({ left: 160, top: 176 })
})

it('keeps its head in sight when it is taller than the view', () => {
  expect(cardPosition(cell(100, 300), { width: 320, height: 900 }, view).top).toBe(8)
})
