import { describe, expect, it } from 'vitest'
import { Homework } from '../../../contract/homework.ts'
import { sampleHomework } from '../../../testing/samples.ts'
import type { HomeworkContent } from './homeworkDraft.ts'
import {
  areChangesSaved,
  findSimilarHomework,
  parseChanges,
  parseNewHomework,
  toFieldProblems,
} from './homeworkDraft.ts'

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

it('assigns service messages to known fields', () => {
  expect(toFieldProblems({ text: 'too rude', moon: 'full' })).toEqual({ text: { said: 'too rude' } })
})

describe('the homework that was sent', () => {
  const { data } = Homework.safeParse({
    ...sampleHomework,
    ...{ lesson_id: 3, text: ' Fractions p. 42\n', note: 'Nos. 1\r\nto 5', is_submissionable: true },
    until_datetime: '2026-11-24 08:50:00',
  })
  const body = { lesson_id: 3, text: 'Fractions p. 42', note: 'Nos. 1\nto 5', until_datetime: '2026-11-24' }
  it.each<[string, object, boolean]>([
    ['is a row with the same content', {}, true],
    ['is a row that can be handed in, if that was sent', { is_submissionable: true }, true],
    ['is not a row with another text', { text: 'Fractions p. 43' }, false],
    ['is not a row with another note', { note: '' }, false],
    ['is not a row with another due day', { until_datetime: '2026-11-25' }, false],
    ['is not a row with another subject', { lesson_id: 4 }, false],
  ])('%s', (_what, more, isAlike) => {
    expect(data && findSimilarHomework([data], { ...body, ...more })).toEqual(isAlike ? [data] : [])
  })
  it('matches no row with other maximum points', () => {
    const row = data && { ...data, points: 10 }
    const handIn = { ...body, is_submissionable: true }
    expect(row && findSimilarHomework([row], { ...handIn, points: 12 })).toEqual([])
    expect(row && findSimilarHomework([row], { ...handIn, points: 10 })).toEqual([row])
  })
  it('matches no row without requested hand-ins', () => {
    const row = data && { ...data, is_submissionable: false }
    expect(row && findSimilarHomework([row], { ...body, is_submissionable: true })).toEqual([])
  })
})

describe('changes whose response was lost', () => {
  const row = Homework.parse({
    ...sampleHomework,
    ...{ text: 'Fractions', note: 'Nos. 1 to 5', is_submissionable: true, points: 15 },
    until_datetime: '2026-11-24 08:50:00',
  })
  it.each([
    ['lesson_id', 99],
    ['text', 'Decimals'],
    ['note', ''],
    ['until_datetime', '2026-11-25'],
    ['is_submissionable', false],
    ['points', 18],
    ['points', null],
  ] as const)('are saved once %s is %j, not before', (field, value) => {
    const body = { [field]: value }
    expect(areChangesSaved(body, row, row)).toBe(false)
    expect(areChangesSaved(body, row, { ...row, [field]: value })).toBe(true)
  })
  it('are uncertain if partial, or after a conflicting change', () => {
    const body = { text: 'Decimals', points: 18 }
    expect(areChangesSaved(body, row, { ...row, text: 'Decimals' })).toBeUndefined()
    expect(areChangesSaved({ points: 18 }, row, { ...row, points: 20 })).toBeUndefined()
  })
  it('are uncertain without returned points', () => {
    const { points: _, ...withoutPoints } = row
    expect(areChangesSaved({ points: 18 }, withoutPoints, withoutPoints)).toBeUndefined()
  })
})
