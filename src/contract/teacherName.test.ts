import { expect, it } from 'vitest'
import { findFitting, fitName, splitNames } from './teacherName.ts'

const namesTeacher = (text: string, name: string) =>
  splitNames(text).some(each => fitName(each, { name }) !== undefined)

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
  ['Alb', true],
  ['Alb.', true],
  ['A', false],
  ['Jana', false],
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

const teachers = [
  { name: 'Ute Hoffmann', short: 'HOO' },
  { name: 'Tim Müller-Meier', short: 'MüM' },
  { name: 'Ina Weiß', short: 'WS' },
  { name: 'Paul Schmidt', short: null },
  { name: 'Eva Schröder', short: null },
  { name: 'Jana Albrecht', short: null },
  { name: 'Mia Alba', short: 'ALB' },
]

it.each([
  ['HOO', ['Ute Hoffmann']],
  ['Hoo', ['Ute Hoffmann']],
  ['MüM', ['Tim Müller-Meier']],
  ['WS', ['Ina Weiß']],
  ['Weiss', ['Ina Weiß']],
  ['Frau Weiß', ['Ina Weiß']],
  // A short name decides, also against the beginning of another name.
  ['ALB', ['Mia Alba']],
  ['Albr', ['Jana Albrecht']],
  ['Hof', []],
  ['SCH', ['Paul Schmidt', 'Eva Schröder']],
  ['Schr.', ['Eva Schröder']],
  ['XYZ', []],
])('%j names %j', (text, expected) => {
  expect(findFitting(text, teachers).map(({ name }) => name)).toEqual(expected)
})
