import { expect, it } from 'vitest'
import { flagsOf, roleOf, roles } from './roles.ts'

it('has one word for every pair of flags, and back', () => {
  const pairs = [false, true].flatMap(is_write => [false, true].map(is_admin => ({ is_write, is_admin })))
  expect(new Set(pairs.map(roleOf))).toEqual(new Set(roles))
  for (const flags of pairs) expect(flagsOf(roleOf(flags))).toEqual(flags)
  expect(roleOf({ is_write: false, is_admin: true })).toBe('adminReads')
})
