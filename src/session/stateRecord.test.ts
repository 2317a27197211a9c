import { expect, it } from 'vitest'
import { createGuardedStorage } from '../session/guardedStorage.ts'
import { createFakeStorage } from '../testing/fakeGateway.ts'
import { isExpired, storeStateRecord, takeStateRecord } from './signIn.ts'

const random = (bytes: number) => new Uint8Array(bytes).fill(251)

it('takeStateRecord returns 256 stored bits once', () => {
  const fake = createFakeStorage()
  const storage = createGuardedStorage(() => fake)
  expect(storeStateRecord(storage, random, 5, '/chats')).toBe('-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s')
  expect(takeStateRecord(storage)).toMatchObject({ created: 5, returnTo: '/chats' })
  expect(takeStateRecord(storage)).toBeUndefined()
})

it('takeStateRecord deletes an unreadable record', () => {
  const storage = createFakeStorage()
  for (const text of ['', '{', 'null', '[]', '{"state":1,"created":2,"returnTo":"/"}']) {
    storage.setItem('staffroom.sign-in', text)
    expect(takeStateRecord(createGuardedStorage(() => storage))).toBeUndefined()
    expect(storage.length).toBe(0)
  }
})

it('isExpired is true after ten minutes and for a future time', () => {
  const record = { state: 'x', created: 1_000_000, returnTo: '/' }
  expect(isExpired(record, 1_600_000)).toBe(false)
  expect(isExpired(record, 1_600_001)).toBe(true)
  expect(isExpired(record, 399_999)).toBe(true)
})
