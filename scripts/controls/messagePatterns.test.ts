import { expect, it } from 'vitest'
import { flatten, messagePattern } from './messagePatterns.ts'

const fits = (message: string, name: string) => messagePattern(message).pattern.test(name)

it('matches a rendered message with any inserted values', () => {
  expect(fits('Delete {name}', 'Delete page 1.png')).toBe(true)
  expect(fits('Delete {name}', 'Do not delete page 1.png')).toBe(false)
  expect(fits('Points (of 15)?', 'Points (of 15)?')).toBe(true)
  expect(fits('Sign-in of {name}', 'Sign-in of Mika')).toBe(true)
  expect(fits('See <b>all</b> of it', 'See all of it')).toBe(true)
  expect(fits('{count} corrected', '12 corrected')).toBe(true)
  expect(fits('{count} corrected', 'Mika Sommer corrected')).toBe(false)
})

it('matches each branch of a plural, with values inside', () => {
  const message = 'Correct {count, plural, one {1 work of {name}} other {# works of {name}}} now'
  expect(fits(message, 'Correct 1 work of Mika now')).toBe(true)
  expect(fits(message, 'Correct 1,024 works of Mika now')).toBe(true)
  expect(fits(message, 'Correct works now')).toBe(false)
  expect(messagePattern(message).text).toBe('Correct {count} works of {name} now')
})

it('counts the letters without inserted values; flatten returns messages by key', () => {
  expect(messagePattern('{name}: {count}').letters).toBe(0)
  expect(messagePattern('Ok, {name}').letters).toBe(2)
  expect([...flatten({ a: 'x', b: { c: 'y' } })]).toEqual([
    ['a', 'x'],
    ['b.c', 'y'],
  ])
})
