import { expect, it } from 'vitest'
import { appBase, belowBase } from './appBase.ts'

it.each([
  ['/staffroom/classes/1/timetable', '/classes/1/timetable'],
  ['/staffroom/', '/'],
  ['/staffroom', '/'],
  ['/staffroom?to=x', '/?to=x'],
  ['/staffrooms/classes', '/staffrooms/classes'],
  ['/elsewhere', '/elsewhere'],
])('belowBase maps %s to %s under /staffroom', (path, own) => {
  expect(belowBase(path, '/staffroom')).toBe(own)
})

it('appBase is empty by default', () => {
  expect(appBase).toBe('')
  expect(belowBase('/classes/1')).toBe('/classes/1')
})
