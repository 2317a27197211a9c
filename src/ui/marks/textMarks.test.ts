import { expect, it } from 'vitest'
import type { IdentifiedMark } from './marks.ts'
import { dragText, findText, getMaxLineWidth, moveOntoPage, type PlacedText, wrapText } from './textMarks.ts'

const size = { width: 600, height: 900 }
const page = { size, rotation: 0, index: 0, scale: 1 } as const

it('breaks long lines between words, and a long word anywhere', () => {
  const wrap = (text: string) => wrapText(text, 45 * 0.58 * 20, 20)
  expect(wrap('see 1 a')).toBe('see 1 a')
  const wrapped = wrap(`${'common denominator first '.repeat(5)}\n\nsee ${'1'.repeat(120)}`)
  expect(Math.max(...wrapped.split('\n').map(line => line.trim().length))).toBeLessThanOrEqual(45)
  expect(wrapped).toContain('\n\nsee\n111')
  expect(wrapped.replaceAll(/\s/g, '')).toBe(`${'commondenominatorfirst'.repeat(5)}see${'1'.repeat(120)}`)
  // A letter and its accent are one character.
  expect(wrapText('e\u0301'.repeat(3), 2, 1)).toBe('e\u0301\ne\u0301\ne\u0301')
})

it('lines are as long as the rest of the page, but not too short', () => {
  expect(getMaxLineWidth([120, 300], page)).toBeCloseTo(468)
  expect(getMaxLineWidth([580, 300], page)).toBeCloseTo(240)
  // The long side of a turned page.
  expect(getMaxLineWidth([300, 900], { size, rotation: 90 })).toBeCloseTo(882)
})

it('moves a text onto the page', () => {
  const [x, y] = moveOntoPage([590, 890], 'see 1 a', page)
  expect(x).toBeLessThan(540)
  expect(y).toBeLessThan(880)
  expect(moveOntoPage([20, 30], 'see 1 a', page)).toEqual([20, 30])
})

const text: PlacedText = { id: 3, kind: 'text', page: 0, colour: 1, x: 100, y: 100, turn: 0, text: 'see 1 a' }

it('finds the uppermost text at a point', () => {
  const tick: IdentifiedMark = { id: 5, kind: 'tick', page: 0, colour: 1, x: 110, y: 110, turn: 0 }
  const marks = [text, { ...text, id: 4 }, tick]
  expect(findText(marks, [110, 110], 0.6)?.id).toBe(4)
  expect(findText(marks, [90, 110], 0.6)).toBeUndefined()
  expect(findText(marks, [300, 110], 0.6)).toBeUndefined()
})

it('drags a text, keeps it on the page, and takes a small movement for a click', () => {
  const { id: _, ...rest } = text
  expect(dragText(text, [110, 110, 0.5, 160, 90, 0.5], page)).toEqual({ ...rest, x: 150, y: 80 })
  expect(dragText(text, [110, 110, 0.5, 113, 110, 0.5], page)).toBeUndefined()
  const moved = dragText(text, [110, 110, 0.5, 700, 1200, 0.5], page)
  expect(moved?.x).toBeLessThan(540)
  expect(moved?.y).toBeLessThan(880)
})
