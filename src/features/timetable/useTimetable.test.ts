import { expect, it } from 'vitest'
import { day, hour, maths } from '../../testing/sampleDays.ts'
import { createWeekStore } from './useTimetable.ts'

const week = day('2026-11-16', [hour(1, maths)])

function createMemoryStorage(): Storage {
  const entries: Record<string, string> = {}
  const storage = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, text: string) => {
      entries[key] = text
      Object.assign(storage, { [key]: text })
    },
    removeItem: (key: string) => {
      delete entries[key]
      Reflect.deleteProperty(storage, key)
    },
    clear: () => undefined,
    key: () => null,
    length: 0,
  }
  return storage
}

it('stores weeks and seen state per user and class', () => {
  const storage = createMemoryStorage()
  createWeekStore(storage, 7, 1).saveWeeks([week], 1000)
  createWeekStore(storage, 7, 1).saveSeen('2026-W47', { at: 5, cells: { a: 'b' } })
  const reopened = createWeekStore(storage, 7, 1)
  expect(reopened.week('2026-W47')).toEqual({ at: 1000, days: [week] })
  expect(reopened.readSeen('2026-W47')).toEqual({ at: 5, cells: { a: 'b' } })
  expect(reopened.hasWeek('2026-W47')).toBe(true)
  expect(createWeekStore(storage, 8, 1).week('2026-W47')).toBeUndefined()
  expect(createWeekStore(storage, 7, 2).readSeen('2026-W47')).toBeUndefined()
  expect(
    Object.keys(storage)
      .filter(key => key.includes('W47'))
      .every(key => key.startsWith('staffroom:7:')),
  ).toBe(true)
})

it('treats invalid entries and blocked storage as empty', () => {
  const storage = createMemoryStorage()
  storage.setItem('staffroom:7:timetable:week:1:2026-W47', '{"at": "noon"')
  storage.setItem('staffroom:7:timetable:seen:1:2026-W47', '{"at": 5, "cells": [1]}')
  expect(createWeekStore(storage, 7, 1).week('2026-W47')).toBeUndefined()
  expect(createWeekStore(storage, 7, 1).readSeen('2026-W47')).toBeUndefined()
  const fullStorage = {
    ...createMemoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => createWeekStore(fullStorage, 7, 1).saveWeeks([week], 0)).not.toThrow()
  expect(createWeekStore(undefined, 7, 1).hasWeek('2026-W47')).toBe(false)
})

it('deletes the earliest weeks above the limit', () => {
  const storage = createMemoryStorage()
  const store = createWeekStore(storage, 7, 1)
  for (let index = 1; index <= 50; index++) {
    const date = new Date(Date.UTC(2026, 0, 5 + index * 7)).toISOString().slice(0, 10)
    store.saveWeeks([day(date, [])], index)
  }
  expect(Object.keys(storage).filter(key => key.includes(':week:'))).toHaveLength(45)
  expect(store.hasWeek('2026-W03')).toBe(false)
  expect(store.hasWeek('2026-W52')).toBe(true)
})
