import { expect, it } from 'vitest'
import type { IdentifiedMark } from './marks.ts'
import { dragText, findText, moveOntoPage, type PlacedText, wrapText } from './textMarks.ts'

const size = { width: 600, height: 900 }
const page = { size, rotation: 0, index: 0, scale: 1 } as const

it('breaks long lines between words, and a long word anywhere', () => {
  expect(wrapText('see 1 a', page)).toBe('see 1 a')
  const wrapped = wrapText(`${'common denominator first '.repeat(5)}\nsee ${'1'.repeat(120)}`, page)
  expect(Math.max(...wrapped.split('\n').map(line => line.length))).toBeLessThanOrEqual(45)
  expect(wrapped.replaceAll(/\s/g, '')).toBe(`${'commondenominatorfirst'.repeat(5)}see${'1'.repeat(120)}`)
  // A turned page has longer lines.
  const turned = wrapText('common denominator first '.repeat(5), { size, rotation: 90 })
  expect(turned.split('\n').length).toBeLessThan(4)
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
