import { describe, expect, it } from 'vitest'
import { anyLines, anyMarks } from '../../../testing/anyMarks.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { getTotal, giveFullPoints, isFullyMarked, type Mark, mergeMarks, parseMark } from './marks.ts'

const mark = (label: string, max: number, points = ''): Mark => ({ label, max, points })
const marks = [mark('1a', 2, '2'), mark('1b', 3, '1,5'), mark('2', 4.5)]

describe('parseMark', () => {
  it.each([
    ['', null],
    [' 1,5 ', 1.5],
    ['.5', 0.5],
    [',5', 0.5],
    ['0', 0],
    ['-1', undefined],
    ['a', undefined],
    ['10001', undefined],
  ])('%j', (text, points) => expect(parseMark(text)).toBe(points))
})

describe('getTotal', () => {
  it('adds the marked lines', () => {
    expect(getTotal(marks, undefined)).toEqual({ points: 3.5, max: 9.5, unmarked: 1, scaled: undefined })
    expect(getTotal([mark('1', 1), mark('2', 2)], 3).points).toBeNull()
    expect(getTotal([mark('1', 0.1, '.1'), mark('2', 0.2, '.2')], 0.3)).toMatchObject({
      points: 0.3,
      max: 0.3,
    })
  })

  it('counts neither removed lines nor texts', () => {
    const otherMarks = [mark('1', 2, 'two'), mark('2', 3, '1'), { ...mark('3', 4, '4'), isRemoved: true }]
    expect(getTotal(otherMarks, undefined)).toMatchObject({ points: 1, max: 5, unmarked: 0 })
  })

  it('scales to the maximum of the homework, rounded to a tenth', () => {
    expect(getTotal([mark('1', 24, '17')], 15).scaled).toBe(10.6)
    expect(getTotal([mark('1', 40, '1')], 10).scaled).toBe(0.3)
    expect(getTotal([mark('1', 15, '17')], 15).scaled).toBeUndefined()
    expect(getTotal([mark('1', 15)], 10).scaled).toBeUndefined()
  })

  it('scales full points to the maximum', () => {
    fc.assert(
      fc.property(anyLines, fc.integer({ min: 1, max: 1000 }), (lines, maxPoints) => {
        const full = lines.map(({ label, max }) => mark(label, max, String(max)))
        const { points, max, scaled } = getTotal(full, maxPoints)
        expect(points).toBe(max)
        expect(scaled ?? maxPoints).toBe(maxPoints)
      }),
    )
  })
})

describe('mergeMarks', () => {
  it('retains the points of removed and renamed lines', () => {
    const lines = [
      { label: '1a', max: 3 },
      { label: '1c', max: 3 },
    ]
    expect(mergeMarks(marks, lines)).toEqual([
      mark('1a', 3, '2'),
      mark('1c', 3),
      { ...mark('1b', 3, '1,5'), isRemoved: true },
    ])
  })

  it('counts the points again when their line is back', () => {
    const renamed = mergeMarks(marks, [{ label: '1c', max: 1 }])
    expect(mergeMarks(renamed, marks)).toEqual(marks)
  })

  it('returns the marked lines without a scheme', () => {
    expect(mergeMarks(marks, undefined)).toEqual(marks)
    expect(mergeMarks([{ ...mark('1', 2, '1'), isRemoved: true }], undefined)).toEqual([mark('1', 2, '1')])
  })

  it('loses no points, whatever the changes of the scheme', () => {
    fc.assert(
      fc.property(anyMarks, fc.array(anyLines, { maxLength: 4 }), (entered, schemes) => {
        const merged = schemes.reduce<Mark[]>((current, lines) => mergeMarks(current, lines), entered)
        const points = new Map(merged.map(({ label, points }) => [label, points]))
        for (const { label, points: typed } of entered) {
          if (typed !== '') expect(points.get(label)).toBe(typed)
        }
      }),
    )
  })
})

it('gives full points for a whole task', () => {
  const full = giveFullPoints([...marks, mark('10', 2)], '1', 'de')
  expect(full.map(({ points }) => points)).toEqual(['2', '3', '', ''])
  expect(isFullyMarked(full, '1')).toBe(true)
  expect(isFullyMarked(marks, '1')).toBe(false)
})
