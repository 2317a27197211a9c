import { describe, expect, it } from 'vitest'
import { fc } from '../testing/fastCheck.ts'
import { formatPoints, parsePoints } from './points.ts'

describe('parsePoints', () => {
  it.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    [' 7 ', 7],
    ['0', 0],
    ['0,0', 0],
    ['12,', 12],
    [',5', 0.5],
    ['007', 7],
  ])('reads %j', (text, points) => expect(parsePoints(text)).toBe(points))

  it.each(['', ' ', '\t\n'])('reads %j as no points, not as 0', text => {
    expect(parsePoints(text)).toBeNull()
  })

  it.each([
    ...['twelve', '12 of 15', '-1', '+1', '−3', '1e3', '1,000.5', '1.000,5', '1,,5', '1..5', '.', ','],
    ...['NaN', 'Infinity', '-Infinity', '0x10', '1 000', '½', '１２', `${'9'.repeat(400)}`, '1_0', "1'0"],
  ])('refuses %j', text => expect(parsePoints(text)).toBeUndefined())

  it('reads what formatPoints writes, in every language', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4_000_000 }),
        fc.constantFrom('de', 'en'),
        (quarters, language) => {
          expect(parsePoints(formatPoints(quarters / 4, language))).toBe(quarters / 4)
        },
      ),
    )
  })
})

describe('formatPoints', () => {
  it('uses the decimal separator of the language', () => {
    expect(formatPoints(12.5, 'de')).toBe('12,5')
    expect(formatPoints(12.5, 'en')).toBe('12.5')
    expect(formatPoints(15, 'de')).toBe('15')
    expect(formatPoints(1234.5, 'de')).toBe('1234,5')
    expect(formatPoints(10 / 3, 'en')).toBe('3.333333')
  })

  it('writes very large numbers in scientific notation', () => {
    expect(formatPoints(1e308, 'en')).toBe('1E308')
    expect(formatPoints(-1.2345e20, 'de')).toBe('-1,23E20')
    expect(formatPoints(999_999_999, 'de')).toBe('999999999')
    for (const points of [1e9, 1e21, Number.MAX_VALUE, -Number.MAX_VALUE])
      expect(formatPoints(points, 'en').length).toBeLessThan(12)
  })
})
