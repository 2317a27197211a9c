import { expect, it } from 'vitest'
import { getTextToType, matchesTyped } from './DeleteContent.tsx'

it.each([
  ['Fractions p. 42, nos.\u00a01–5', 'Fractions p. 42, nos. 1–5'],
  [
    'Read chapter 4 of “Krabat”, and write down what the miller wants',
    'Read chapter 4 of “Krabat”, and write',
  ],
  ['homework\u202egpj.exe', 'homeworkgpj.exe'],
  ['🎄 Party', 'Party'],
  [`${'x'.repeat(5000)}`, 'x'.repeat(39)],
  [' \u202e\u202d ', 'File no. 9'],
  ['שיעור', 'שיעור'],
])('getTextToType reduces %j to keyboard characters', (name, textToType) => {
  expect(getTextToType(name, 'File no. 9')).toBe(textToType)
  expect(matchesTyped(` ${textToType}`, textToType)).toBe(true)
})

it('matchesTyped accepts plain dashes and quotes only', () => {
  expect(matchesTyped('Read "Krabat" 1-5', 'Read “Krabat” 1–5')).toBe(true)
  expect(matchesTyped('read “Krabat” 1–5', 'Read “Krabat” 1–5')).toBe(false)
  expect(matchesTyped('', 'Read')).toBe(false)
  expect(matchesTyped('Rea', 'Read')).toBe(false)
})
