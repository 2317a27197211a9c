import { expect, it } from 'vitest'
import { isTyped, nameToType } from './DeleteOnPurpose.tsx'

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
])('nameToType reduces %j to characters of a keyboard', (name, wanted) => {
  expect(nameToType(name, 'File no. 9')).toBe(wanted)
  expect(isTyped(` ${wanted}`, wanted)).toBe(true)
})

it('isTyped accepts plain dashes and quotes, but no other difference', () => {
  expect(isTyped('Read "Krabat" 1-5', 'Read “Krabat” 1–5')).toBe(true)
  expect(isTyped('read “Krabat” 1–5', 'Read “Krabat” 1–5')).toBe(false)
  expect(isTyped('', 'Read')).toBe(false)
  expect(isTyped('Rea', 'Read')).toBe(false)
})
