import { expect, it } from 'vitest'
import { moveOntoPage, wrapText } from './textMarks.ts'

const size = { width: 600, height: 900 }
const page = { size, rotation: 0 } as const

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
