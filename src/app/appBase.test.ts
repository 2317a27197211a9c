import { expect, it } from 'vitest'
import { appBase, stripBase } from './appBase.ts'

it.each([
  ['/staffroom/classes/1/timetable', '/classes/1/timetable'],
  ['/staffroom/', '/'],
  ['/staffroom', '/'],
  ['/staffroom?to=x', '/?to=x'],
  ['/staffrooms/classes', '/staffrooms/classes'],
  ['/elsewhere', '/elsewhere'],
])('belowBase maps %s to %s under /staffroom', (path, own) => {
  expect(stripBase(path, '/staffroom')).toBe(own)
})

it('appBase is empty by default', () => {
  expect(appBase).toBe('')
  expect(stripBase('/classes/1')).toBe('/classes/1')
})
