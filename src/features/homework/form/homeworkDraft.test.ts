import { describe, expect, it } from 'vitest'
import type { HomeworkContent } from './homeworkDraft.ts'
import { parseChanges, parseNewHomework } from './homeworkDraft.ts'

const filled: HomeworkContent = {
  lesson_id: 3,
  text: ' Fractions p. 42 ',
  note: 'Nos. 1 to 5',
  due: '2026-11-24',
  canHandIn: true,
  points: '12,5',
}

const all = {
  lesson_id: 3,
  text: 'Fractions p. 42',
  note: 'Nos. 1 to 5',
  until_datetime: '2026-11-24',
  is_submissionable: true,
  points: 12.5,
}

describe('new homework', () => {
  it('is converted to the request body', () => {
    expect(parseNewHomework(filled, true)).toEqual({ body: all })
  })
  it.each([
    ['12.5', 12.5],
    [' 8 ', 8],
  ])('parses %j points as %j', (points, sent) => {
    expect(parseNewHomework({ ...filled, points }, true)).toMatchObject({ body: { points: sent } })
  })
  it.each([
    [{ lesson_id: null }, { lesson_id: 'missing' }],
    [{ text: ' \n ' }, { text: 'missing' }],
    [{ text: 'x'.repeat(10_001) }, { text: 'tooLong' }],
    [{ note: 'x'.repeat(100_001) }, { note: 'tooLong' }],
    [{ due: '' }, { until_datetime: 'missing' }],
    [{ due: '2026-02-30' }, { until_datetime: 'missing' }],
    [{ points: 'ten' }, { points: 'invalid' }],
    [{ points: '-1' }, { points: 'invalid' }],
    [{ points: '1e3' }, { points: 'invalid' }],
    [{ points: 'NaN' }, { points: 'invalid' }],
    [{ points: '0' }, { points: 'invalid' }],
    [{ points: '100001' }, { points: 'tooLarge' }],
    [
      { text: '', due: '' },
      { text: 'missing', until_datetime: 'missing' },
    ],
  ])('rejects %j', (wrong, problems) => {
    expect(parseNewHomework({ ...filled, ...wrong }, true)).toEqual({ problems })
  })
  it('has points only with hand-ins and a number', () => {
    const { is_submissionable: _, points: __, ...rest } = all
    expect(parseNewHomework({ ...filled, canHandIn: false, points: 'ten' }, true)).toEqual({ body: rest })
    expect(parseNewHomework({ ...filled, points: ' ' }, true)).toEqual({
      body: { ...rest, is_submissionable: true },
    })
  })
  it('omits undocumented fields until the service shows support', () => {
    const { is_submissionable: _, points: __, ...rest } = all
    expect(parseNewHomework(filled, false)).toEqual({ body: rest })
    expect(parseNewHomework({ ...filled, points: 'ten' }, false)).toEqual({ body: rest })
  })
})

describe('changes', () => {
  it('contain differing fields only', () => {
    expect(parseChanges(filled, filled)).toEqual({ body: {} })
    expect(parseChanges({ ...filled, text: 'Fractions p. 42\r\n', note: 'x' }, filled)).toEqual({
      body: { note: 'x' },
    })
    expect(parseChanges({ ...filled, points: '' }, filled)).toEqual({ body: { points: null } })
    expect(parseChanges({ ...filled, canHandIn: false }, filled)).toMatchObject({
      body: { is_submissionable: false },
    })
  })
  it('are validated like new homework', () => {
    expect(parseChanges({ ...filled, text: '' }, filled)).toEqual({ problems: { text: 'missing' } })
    expect(parseChanges({ ...filled, points: 'x' }, filled)).toEqual({ problems: { points: 'invalid' } })
  })
})
