import { expect, it } from 'vitest'
import { compareByFamilyName, getFamilyName, getFirstName } from './familyName.ts'

it.each([
  ['Jana Albrecht', 'Albrecht'],
  ['Anna Lena Meyer-Schulz', 'Meyer-Schulz'],
  ['Kern', 'Kern'],
  ['', ''],
  ['  Mika   Sommer  ', 'Sommer'],
  ['Otto von Bismarck', 'Bismarck'],
  ['Jan van der Berg', 'Berg'],
  ['Mara De Luca', 'De Luca'],
  ['Sara El Hassan', 'El Hassan'],
  ['Von Braun', 'Braun'],
  ['Thi Van Nguyen', 'Nguyen'],
  ['Tim Ben Schulz', 'Schulz'],
  ['Sommer, Mika', 'Sommer'],
  ['von der Heide, Eva', 'Heide'],
  ['De Luca, Mara', 'De Luca'],
  ['Omar Ruiz (Englisch)', 'Ruiz'],
  ['John Miller Jr.', 'Miller'],
])('sorts “%s” under “%s”', (name, family) => {
  expect(getFamilyName(name)).toBe(family)
})

const sorted = (language: string, ...names: string[]) =>
  names
    .map(name => ({ name }))
    .sort(compareByFamilyName(language))
    .map(({ name }) => name)

it('sorts people by family name, then by full name', () => {
  expect(sorted('en', 'Zoe Adler', 'Aiko Tanaka', 'Ben von Adler', 'Omar Ruiz', 'Ada Adler')).toEqual([
    'Ada Adler',
    'Ben von Adler',
    'Zoe Adler',
    'Omar Ruiz',
    'Aiko Tanaka',
  ])
})

it('sorts accents as the language does', () => {
  expect(sorted('de', 'Eva Zander', 'Eva Özil', 'Eva Oster', 'Eva Paul')).toEqual([
    'Eva Oster',
    'Eva Özil',
    'Eva Paul',
    'Eva Zander',
  ])
  expect(sorted('de', 'Schüler 10', 'Schüler 9')).toEqual(['Schüler 9', 'Schüler 10'])
})

it.each([
  ['Sommer, Mika Jan', 'Mika'],
  ['Mika Sommer', 'Mika'],
  ['Sommer,', 'Sommer'],
  ['', ''],
])('finds the first name of %s', (name, firstName) => {
  expect(getFirstName(name)).toBe(firstName)
})
