import { describe, expect, it } from 'vitest'
import { Correction, maxCorrectionLength } from '../../../contract/submissions.ts'
import { parseLanePupilId } from '../progress/returnStates.ts'
import { parseBody } from './correctionBody.ts'
import { type CorrectionDraft, correctionDraft, parseDraftPupilId } from './correctionDraft.ts'
import type { CorrectionSnapshot } from './correctionSnapshot.ts'

const base: CorrectionSnapshot = {
  comment: '',
  submitted_at: null,
  files: [],
  teacher_correction: '',
  points: null,
  corrected_at: null,
  corrected_by_user_id: null,
  is_corrected: false,
}
const draft = (fields: Partial<CorrectionDraft>): CorrectionDraft => ({
  text: '',
  points: '',
  files: [],
  opened: base,
  marked: [],
  ...fields,
})
const context = { lines: undefined, maxPoints: undefined, language: 'en' }
const file = (type: string) => ({ id: 'f', name: 'a file', type, size: 3 })
const marked = { document: 5, name: 'page1.jpg', log: 'l' }
const scheme = (points: string) => ({
  marks: [
    { label: '1a', max: 2, points },
    { label: '1b', max: 3, points: '' },
  ],
  isOverridden: false,
})

describe('parseBody', () => {
  it.each([
    [{ text: ' Neat work. \n', points: '' }, { teacher_correction: 'Neat work.' }],
    [
      { text: '', points: '12,5' },
      { teacher_correction: '', points: 12.5 },
    ],
    [
      { text: 'Neat.', points: '0' },
      { teacher_correction: 'Neat.', points: 0 },
    ],
    [
      { text: 'Neat.', points: '1.5', scheme: scheme('1,5') },
      { teacher_correction: 'Neat.\n\n1a 1.5/2 · 1b –/3 · 1.5 of 5', points: 1.5 },
    ],
    [{ text: 'Neat.', scheme: scheme('') }, { teacher_correction: 'Neat.' }],
  ])('%j', (typed, body) => expect(parseBody(draft(typed), context)).toEqual({ body }))

  it.each([
    [
      { text: 'Neat.', points: 'twelve' },
      { field: 'points', why: 'points' },
    ],
    [
      { text: 'Neat.', points: '-1' },
      { field: 'points', why: 'points' },
    ],
    [
      { text: 'Neat.', points: '1000001' },
      { field: 'points', why: 'tooMany' },
    ],
    [
      { text: 'Neat.', points: '', scheme: scheme('two') },
      { field: 'scheme', why: 'marks' },
    ],
    [
      { text: ' ', points: '' },
      { field: 'text', why: 'nothing' },
    ],
    [
      { text: 'a'.repeat(maxCorrectionLength + 1), points: '1' },
      { field: 'text', why: 'tooLong' },
    ],
  ])('refuses %j', (typed, problem) => expect(parseBody(draft(typed), context)).toEqual({ problem }))

  it.each([
    ['en', { marked: [marked] }, 'See the marked copy.'],
    ['de', { marked: [marked] }, 'Siehe die korrigierte Kopie.'],
    ['en', { marked: [marked, marked], files: [file('audio/webm')] }, 'See the marked copies.'],
    ['en', { files: [file('audio/webm')] }, 'Listen to the recording.'],
    ['en', { files: [file('application/pdf')] }, 'See the attached file.'],
    ['de', { files: [file('audio/webm'), file('application/pdf')] }, 'Siehe die angehängten Dateien.'],
    ['en', { marked: [marked], text: 'Neat.' }, 'Neat.'],
    ['en', { marked: [marked], points: '3' }, ''],
  ])('writes a sentence for a correction that has only files: %s %j', (language, fields, text) => {
    const parsed = parseBody(draft(fields), { ...context, language })
    expect(parsed).toMatchObject({ body: { teacher_correction: text } })
  })

  it('has the maximum text length of the schema', () => {
    expect(Correction.safeParse({ teacher_correction: 'a'.repeat(maxCorrectionLength) }).success).toBe(true)
    expect(Correction.safeParse({ teacher_correction: 'a'.repeat(maxCorrectionLength + 1) }).success).toBe(
      false,
    )
  })
})

it('is empty without text, points and files', () => {
  expect(correctionDraft.isEmpty(draft({ text: ' \n' }))).toBe(true)
  expect(correctionDraft.isEmpty(draft({ points: '0' }))).toBe(false)
  expect(correctionDraft.isEmpty(draft({ scheme: scheme(' ') }))).toBe(true)
  expect(correctionDraft.isEmpty(draft({ scheme: scheme('0') }))).toBe(false)
  expect(correctionDraft.isEmpty(draft({ files: [{ id: 'a', name: 'a', type: '', size: 1 }] }))).toBe(false)
})

it('returns the pupil of a draft key or lane', () => {
  expect(parseDraftPupilId('5/17', 5)).toBe(17)
  expect(parseDraftPupilId('15/17', 5)).toBeUndefined()
  expect(parseDraftPupilId('5/', 5)).toBeUndefined()
  expect(parseLanePupilId('correction/5/17', 5)).toBe(17)
  expect(parseLanePupilId('correction/51/17', 5)).toBeUndefined()
  expect(parseLanePupilId('handIn/5/17', 5)).toBeUndefined()
})
