import { expect, it } from 'vitest'
import { appBase, belowBase } from './appBase.ts'

it.each([
  ['/staffroom/classes/1/timetable', '/classes/1/timetable'],
  ['/staffroom/', '/'],
  ['/staffroom', '/'],
  ['/staffroom?to=x', '/?to=x'],
  ['/staffrooms/classes', '/staffrooms/classes'],
  ['/elsewhere', '/elsewhere'],
])('%s below /staffroom is %s', (path, own) => {
  expect(belowBase(path, '/staffroom')).toBe(own)
})

it('is the root unless the build says otherwise', () => {
  expect(appBase).toBe('')
  expect(belowBase('/classes/1')).toBe('/classes/1')
})
