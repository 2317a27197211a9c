import { describe, expect, it } from 'vitest'
import { anyMarks } from '../../../testing/anyMarks.ts'
import { fc } from '../../../testing/fastCheck.ts'
import { formatResult, joinFeedback, splitFeedback } from './feedbackText.ts'
import { getTotal, isMarked, type Mark, parseMark } from './marks.ts'

const mark = (label: string, max: number, points = ''): Mark => ({ label, max, points })
const marks = [mark('1a', 2, '2'), mark('1b', 3, '1,5'), mark('2', 4.5, '4')]
const english = { language: 'en', maxPoints: undefined, points: 7.5 }

describe('formatResult', () => {
  it('lists the lines and the total', () => {
    expect(formatResult(marks, english)).toBe('1a 2/2 · 1b 1.5/3 · 2 4/4.5 · 7.5 of 9.5')
    expect(formatResult(marks, { ...english, language: 'de' })).toBe(
      '1a 2/2 · 1b 1,5/3 · 2 4/4,5 · 7,5 von 9,5',
    )
  })

  it('shows lines that are not marked or not counted', () => {
    const otherMarks = [mark('1', 2, '2'), mark('2', 3), { ...mark('3', 1, '1'), isRemoved: true }]
    expect(formatResult(otherMarks, english)).toBe('1 2/2 · 2 –/3 · 2 of 5 (not counted: 3 1/1)')
    expect(formatResult([mark('1', 2)], english)).toBe('')
  })

  it('says that the points are scaled, unless the teacher gave others', () => {
    const scaled = { language: 'en', maxPoints: 15, points: 11.8 }
    expect(formatResult(marks, scaled)).toMatch(/ · 7\.5 of 9\.5, scaled to 11\.8 of 15$/)
    expect(formatResult(marks, { ...scaled, points: 12 })).toMatch(/ · 7\.5 of 9\.5$/)
  })
})

describe('splitFeedback', () => {
  const result = formatResult(marks, english)
  it.each([
    [`Neat work.\n\n${result}`, 'Neat work.'],
    [`Neat work.\r\n\r\n${result}\r\n`, 'Neat work.'],
    [`Neat work.\n\n${result}\n\nAsk me about no. 2.`, 'Neat work.\n\nAsk me about no. 2.'],
    [result, ''],
  ])('reads %j', (feedback, text) =>
    expect(splitFeedback(feedback, 'de')).toEqual({ text, marks, points: 7.5 }),
  )

  it.each([
    'Neat work.',
    '1a 2/2 · 1b 1.5/3',
    '1a 2/2 · 1b 1.5/3 · 9 of 5',
    '1a 2/2 · 1a 1.5/3 · 3.5 of 5',
    'Pages 1/2 · and 3 of 4',
    '3 of 4',
    ' · 3 of 4',
    '',
  ])('does not change %j', feedback =>
    expect(splitFeedback(feedback, 'en')).toEqual({ text: feedback, marks: [], points: null }),
  )

  it('returns the scaled points', () => {
    const scaled = formatResult(marks, { language: 'de', maxPoints: 15, points: 11.8 })
    expect(splitFeedback(scaled, 'de')).toEqual({ text: '', marks, points: 11.8 })
  })

  it('reads the appended result once, in every language', () => {
    const anyText = fc.string({ unit: 'grapheme' }).map(text => text.trim())
    const anyLanguage = fc.constantFrom('en', 'de')
    const anyMaximum = fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined })
    fc.assert(
      fc.property(
        ...([anyText, anyMarks, anyLanguage, anyMaximum] as const),
        (text, entered, language, maxPoints) => {
          const { points, scaled } = getTotal(entered, maxPoints)
          const options = { language, maxPoints, points: scaled ?? points }
          const feedback = joinFeedback(text, formatResult(entered, options))
          const split = splitFeedback(feedback, language)
          expect(split.text).toBe(text)
          if (!entered.some(isMarked)) {
            expect(split.marks).toEqual([])
            return
          }
          const values = (list: readonly Mark[]) =>
            list.map(each => [each.label, each.max, parseMark(each.points), each.isRemoved ?? false])
          expect(values(split.marks)).toEqual(values(entered))
          expect(split.points).toBe(scaled ?? points ?? 0)
          expect(joinFeedback(split.text, formatResult(split.marks, options))).toBe(feedback)
        },
      ),
    )
  })
})
