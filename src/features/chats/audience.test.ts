import { expect, it } from 'vitest'
import { countPeople, findAudience } from './Audience.tsx'

const person = (user_id: number) => ({
  target: {
    ...{ ids: { user_id }, type: 'user', name: `Person ${user_id}`, display_name: `Person ${user_id}` },
    ...{ image: null, targets_multiple_users: false },
  },
})
const people = (...ids: number[]) => ids.map(person)
/** Members 1 to 4 are teachers, 5 to 12 are pupils. */
const class6c = {
  name: '6c',
  members: Array.from({ length: 12 }, (_, index) => ({ id: index + 1, is_teacher: index < 4 })),
}

it('names the class if most members can read', () => {
  expect(findAudience(people(1, 2, 5, 6, 7, 8), [class6c])).toEqual({ who: 'both', className: '6c' })
  expect(findAudience(people(5, 6, 7, 8, 9, 10, 11), [class6c])).toEqual({ who: 'pupils', className: '6c' })
})

it('names no class for few members or for outsiders', () => {
  expect(findAudience(people(1, 2, 3, 4), [class6c])).toBeUndefined()
  expect(findAudience(people(1, 2, 5, 6, 7, 8, 99), [class6c])).toBeUndefined()
})

it('counts people instead of permissions', () => {
  expect(countPeople(people(1, 2, 2))).toBe(2)
  expect(countPeople(undefined)).toBeUndefined()
})
