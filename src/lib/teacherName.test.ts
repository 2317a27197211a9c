import { expect, it } from 'vitest'
import { namesTeacher, splitNames } from './teacherName.ts'

it.each([
  ['Albrecht', true],
  ['albrecht', true],
  ['Jana Albrecht', true],
  ['J. Albrecht', true],
  ['Ms Albrecht', true],
  ['Frau Albrecht', true],
  ['Seidel, Albrecht', true],
  ['Kern/Albrecht', true],
  ['K. Albrecht', false],
  ['Maria Albrecht', false],
  ['Albrechts', false],
  ['Al', false],
  ['', false],
])('the timetable text %j names Jana Albrecht: %j', (text, expected) => {
  expect(namesTeacher(text, 'Jana Albrecht')).toBe(expected)
})

it('knows family names of several words', () => {
  expect(namesTeacher('De Luca', 'Anna De Luca')).toBe(true)
  expect(namesTeacher('Luca', 'Anna De Luca')).toBe(false)
})

it('splits several names', () => {
  expect(splitNames('Seidel, Kern / Albrecht;')).toEqual(['Seidel', 'Kern', 'Albrecht'])
})
