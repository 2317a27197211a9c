import { describe, expect, it } from 'vitest'
import { anyLines, anyMarks } from '../../../testing/anyMarks.ts'
import { fc } from '../../../testing/fastCheck.ts'
import {
  applyScheme,
  composeFeedback,
  type MarkedDraft,
  type MarkingContext,
  readFeedback,
  setMarks,
  setPoints,
} from './markedDraft.ts'
import { isMarked, type Mark } from './marks.ts'

const mark = (label: string, max: number, points = ''): Mark => ({ label, max, points })
const lines = [
  { label: '1a', max: 2 },
  { label: '1b', max: 3 },
]
const context: MarkingContext = { lines, maxPoints: undefined, language: 'en' }
const blank: MarkedDraft = applyScheme({ text: '', points: '' }, context)
const give = (draft: MarkedDraft, ...points: string[]): MarkedDraft => ({
  ...draft,
  ...setMarks(
    draft,
    (draft.scheme?.marks ?? []).map((each, index) => ({ ...each, points: points[index] ?? '' })),
    context,
  ),
})

describe('the total', () => {
  it('fills the points, and clears them without marks', () => {
    expect(give(blank, '2').points).toBe('2')
    expect(give(give(blank, '2'), '2', '.5').points).toBe('2.5')
    expect(give(give(blank, '2')).points).toBe('')
  })

  it('replaces no points that were typed', () => {
    expect(give({ ...blank, points: '4' }, '2')).toMatchObject({
      points: '4',
      scheme: { isOverridden: true },
    })
    const typed = { ...give(blank, '2'), ...setPoints(give(blank, '2'), '3', context) }
    expect(give(typed, '2', '2').points).toBe('3')
    expect(setPoints(typed, '2', context).scheme?.isOverridden).toBe(false)
    expect(setPoints(blank, '3', context).scheme?.isOverridden).toBe(false)
  })

  it('follows a changed scheme and a changed maximum', () => {
    const draft = give(blank, '2', '1')
    const removed = applyScheme(draft, { ...context, lines: [{ label: '1a', max: 4 }] })
    expect(removed.points).toBe('2')
    expect(removed.scheme?.marks).toEqual([mark('1a', 4, '2'), { ...mark('1b', 3, '1'), isRemoved: true }])
    expect(applyScheme(draft, { ...context, maxPoints: 10 }).points).toBe('6')
    expect(applyScheme(draft, { ...context, lines: undefined })).toEqual(draft)
  })

  it('is appended to the feedback', () => {
    const draft = { ...give(blank, '2', '1'), text: ' Neat. ' }
    expect(composeFeedback(draft, context)).toBe('Neat.\n\n1a 2/2 · 1b 1/3 · 3 of 5')
    const scaled = applyScheme(draft, { ...context, maxPoints: 10 })
    expect(composeFeedback(scaled, { ...context, maxPoints: 10 })).toMatch(/ · 3 of 5, scaled to 6 of 10$/)
  })
})

describe('a returned correction', () => {
  it('is read again with its points', () => {
    const feedback = 'Neat.\n\n1a 2/2 · 1b 1.5/3 · 3.5 of 5'
    const marks = [mark('1a', 2, '2'), mark('1b', 3, '1,5')]
    expect(readFeedback(feedback, 3.5, 'de')).toEqual({
      text: 'Neat.',
      scheme: { marks, isOverridden: false },
    })
    expect(readFeedback(feedback, 4, 'de').scheme?.isOverridden).toBe(true)
    expect(readFeedback(feedback, null, 'de').scheme?.isOverridden).toBe(true)
    expect(readFeedback('Neat.', 4, 'de')).toEqual({ text: 'Neat.', scheme: undefined })
  })

  it('has the same feedback when it is returned unchanged, and loses no points when the scheme changed', () => {
    fc.assert(
      fc.property(anyMarks, anyLines, (marks, otherLines) => {
        const draft = applyScheme(
          { text: 'Neat.', points: '', scheme: { marks, isOverridden: false } },
          { ...context, lines: undefined },
        )
        const feedback = composeFeedback(draft, context)
        const read = { points: draft.points, ...readFeedback(feedback, undefined, 'en') }
        expect(composeFeedback(read, context)).toBe(feedback)
        const changed = applyScheme(read, { ...context, lines: otherLines })
        const again = readFeedback(composeFeedback(changed, context), undefined, 'en')
        const labels = new Set(again.scheme?.marks.map(({ label }) => label))
        for (const each of marks) if (isMarked(each)) expect(labels).toContain(each.label)
      }),
    )
  })
})
