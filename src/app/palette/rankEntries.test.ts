import { expect, it } from 'vitest'
import { type Entry, rankEntries } from './rankEntries.ts'

const entry = (label: string, detail?: string): Entry => ({
  id: label,
  group: 'people',
  label,
  ...(detail && { detail }),
  run: () => undefined,
})
const labels = (entries: readonly Entry[], text: string) =>
  rankEntries(entries, text).map(({ label }) => label)

const entries = [
  entry('Theme: dark'),
  entry('Mathilde Groß', 'Pupil'),
  entry('Maths', 'Jana Albrecht, room 204'),
  entry('René Müller', 'Teacher'),
]

it('finds all words in label or detail, ignoring case and accents', () => {
  expect(labels(entries, 'rene mull')).toEqual(['René Müller'])
  expect(labels(entries, 'GROSS')).toEqual(['Mathilde Groß'])
  for (const text of ['mueller', 'müller', 'muller']) expect(labels(entries, text)).toEqual(['René Müller'])
  expect(labels(entries, '204')).toEqual(['Maths'])
  expect(labels(entries, 'maths 999')).toEqual([])
})

it('ranks beginnings before middles, and labels before details', () => {
  expect(
    labels([entry('Aromath'), entry('New maths'), entry('Maths'), entry('Room', 'maths')], 'maths'),
  ).toEqual(['Maths', 'New maths', 'Room'])
  expect(labels(entries, 'math')).toEqual(['Mathilde Groß', 'Maths'])
})

it('keeps the order without text, up to the limit', () => {
  expect(labels(entries, ' ')).toEqual(entries.map(({ label }) => label))
  expect(rankEntries(entries, '', { limit: 2 })).toHaveLength(2)
})

it('keeps the selected entry beyond the limit', () => {
  const found = rankEntries(entries, '', { limit: 2, selectedId: 'René Müller' })
  expect(found.map(({ label }) => label)).toEqual(['Theme: dark', 'Mathilde Groß', 'René Müller'])
})
