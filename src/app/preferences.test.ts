// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { guardedStorage } from './guardedStorage.ts'
import { createPreferences, settingsKey, themeKey } from './preferences.ts'

const blocked = () =>
  guardedStorage(() => {
    throw new DOMException('blocked', 'SecurityError')
  })

function twoStorages() {
  localStorage.clear()
  sessionStorage.clear()
  const open = () =>
    createPreferences(
      guardedStorage(() => localStorage),
      guardedStorage(() => sessionStorage),
    )
  return { local: localStorage, session: sessionStorage, open }
}

it('stores the settings of the browser and the classes of a user over a reload', () => {
  const { open, local } = twoStorages()
  const before = open()
  before.change({ language: 'de', theme: 'dark', shortcuts: false })
  before.remember(7, { lastClass: 3, addedClasses: [3, 9] })
  const after = open()
  expect(after.settings()).toEqual({ language: 'de', theme: 'dark', shortcuts: false, sharedComputer: false })
  expect(after.person(7)).toEqual({ lastClass: 3, addedClasses: [3, 9] })
  expect(after.person(8)).toEqual({ addedClasses: [] })
  expect(local.getItem(themeKey)).toBe('dark')
})

it('moves stored values to sessionStorage on a shared computer, and back', async () => {
  const { open, local, session } = twoStorages()
  const preferences = open()
  local.setItem('staffroom:7:timetable:breaks', 'hidden')
  preferences.change({ sharedComputer: true })
  expect(local.getItem('staffroom:7:timetable:breaks')).toBeNull()
  expect(session.getItem('staffroom:7:timetable:breaks')).toBe('hidden')
  local.setItem('staffroom:7:timetable:seen', 'noted by a screen that turned away late')
  await expect.poll(() => local.getItem('staffroom:7:timetable:seen')).toBeNull()
  preferences.change({ sharedComputer: false })
  expect(local.getItem('staffroom:7:timetable:breaks')).toBe('hidden')
  expect(session.getItem('staffroom:7:timetable:breaks')).toBeNull()
})

it('stores nothing about a user in localStorage on a shared computer', () => {
  const { open, local, session } = twoStorages()
  const preferences = open()
  preferences.remember(7, { lastClass: 3 })
  preferences.change({ sharedComputer: true })
  expect(local.getItem('staffroom.person.7')).toBeNull()
  expect(session.getItem('staffroom.person.7')).not.toBeNull()
  preferences.forget(7)
  expect(session.getItem('staffroom.person.7')).toBeNull()
  expect(open().person(7)).toEqual({ addedClasses: [] })
})

it('deletes the stored values of the user who signs out, and of no other user', () => {
  const { open, local } = twoStorages()
  local.setItem('staffroom:7:timetable:week', 'x')
  local.setItem('staffroom:70:timetable:week', 'x')
  const preferences = open()
  preferences.remember(7, { lastClass: 3 })
  preferences.forget(7)
  expect(local.getItem('staffroom:7:timetable:week')).toBeNull()
  expect(local.getItem('staffroom:70:timetable:week')).toBe('x')
  expect(open().person(7).lastClass).toBe(3)
})

it('works without storage, and reports that nothing is stored', () => {
  const preferences = createPreferences(blocked(), blocked())
  preferences.change({ theme: 'light' })
  preferences.remember(7, { lastClass: 3 })
  expect(preferences.settings().theme).toBe('light')
  expect(preferences.person(7).lastClass).toBe(3)
  expect(preferences.kept()).toBe(false)
})

it('uses the defaults for corrupt values', () => {
  const { open, local } = twoStorages()
  local.setItem(settingsKey, '{"language":"xx"')
  local.setItem(themeKey, 'neon')
  local.setItem('staffroom.person.7', '[1,')
  expect(open().settings()).toEqual({ theme: 'auto', shortcuts: true, sharedComputer: false })
  expect(open().person(7)).toEqual({ addedClasses: [] })
})
