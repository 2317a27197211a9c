// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { createGuardedStorage } from '../session/guardedStorage.ts'
import { createPreferences, settingsKey, themeKey } from './preferences.ts'

const createBlockedStorage = () =>
  createGuardedStorage(() => {
    throw new DOMException('blocked', 'SecurityError')
  })

function createStorages() {
  localStorage.clear()
  sessionStorage.clear()
  const open = () =>
    createPreferences(
      createGuardedStorage(() => localStorage),
      createGuardedStorage(() => sessionStorage),
    )
  return { local: localStorage, session: sessionStorage, open }
}

it('stores settings, and classes per user, over a reload', () => {
  const { open, local } = createStorages()
  const before = open()
  before.update({ language: 'de', theme: 'dark', shortcuts: false })
  before.updateUserMemory(7, { lastClass: 3, addedClasses: [3, 9] })
  const after = open()
  expect(after.settings()).toEqual({ language: 'de', theme: 'dark', shortcuts: false, sharedComputer: false })
  expect(after.getUserMemory(7)).toEqual({ lastClass: 3, addedClasses: [3, 9] })
  expect(after.getUserMemory(8)).toEqual({ addedClasses: [] })
  expect(local.getItem(themeKey)).toBe('dark')
})

it('deletes stored values of screens when the computer becomes shared', async () => {
  const { open, local } = createStorages()
  local.setItem('staffroom:7:timetable:breaks', 'hidden')
  open().update({ sharedComputer: true })
  expect(local.getItem('staffroom:7:timetable:breaks')).toBeNull()
  local.setItem('staffroom:7:timetable:seen', 'noted by a screen that turned away late')
  await expect.poll(() => local.getItem('staffroom:7:timetable:seen')).toBeNull()
})

it('stores no data of a user in localStorage on a shared computer', () => {
  const { open, local, session } = createStorages()
  const preferences = open()
  preferences.updateUserMemory(7, { lastClass: 3 })
  preferences.update({ sharedComputer: true })
  expect(local.getItem('staffroom.person.7')).toBeNull()
  expect(session.getItem('staffroom.person.7')).not.toBeNull()
  preferences.forget(7)
  expect(session.getItem('staffroom.person.7')).toBeNull()
  expect(open().getUserMemory(7)).toEqual({ addedClasses: [] })
})

it('deletes stored values of the user who signs out only', () => {
  const { open, local } = createStorages()
  local.setItem('staffroom:7:timetable:week', 'x')
  local.setItem('staffroom:70:timetable:week', 'x')
  const preferences = open()
  preferences.updateUserMemory(7, { lastClass: 3 })
  preferences.forget(7)
  expect(local.getItem('staffroom:7:timetable:week')).toBeNull()
  expect(local.getItem('staffroom:70:timetable:week')).toBe('x')
  expect(open().getUserMemory(7).lastClass).toBe(3)
})

it('works without storage, as not persistent', () => {
  const preferences = createPreferences(createBlockedStorage(), createBlockedStorage())
  preferences.update({ theme: 'light' })
  preferences.updateUserMemory(7, { lastClass: 3 })
  expect(preferences.settings().theme).toBe('light')
  expect(preferences.getUserMemory(7).lastClass).toBe(3)
  expect(preferences.isPersistent()).toBe(false)
})

it('uses the defaults for corrupt values', () => {
  const { open, local } = createStorages()
  local.setItem(settingsKey, '{"language":"xx"')
  local.setItem(themeKey, 'neon')
  local.setItem('staffroom.person.7', '[1,')
  expect(open().settings()).toEqual({ theme: 'auto', shortcuts: true, sharedComputer: false })
  expect(open().getUserMemory(7)).toEqual({ addedClasses: [] })
})
