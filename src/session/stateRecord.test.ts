import { expect, it } from 'vitest'
import { createFakeStorage } from '../testing/fakeGateway.ts'
import { isExpired, keptIn, putStateRecord, takeStateRecord } from './signIn.ts'

const random = (bytes: number) => new Uint8Array(bytes).fill(251)

it('holds 256 bits and is taken once', () => {
  const kept = keptIn(createFakeStorage())
  expect(putStateRecord(kept, random, 5, '/chats')).toBe('-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s')
  expect(takeStateRecord(kept)).toMatchObject({ created: 5, returnTo: '/chats' })
  expect(takeStateRecord(kept)).toBeUndefined()
})

it('is gone even when it can not be read', () => {
  const storage = createFakeStorage()
  for (const text of ['', '{', 'null', '[]', '{"state":1,"created":2,"returnTo":"/"}']) {
    storage.setItem('staffroom.sign-in', text)
    expect(takeStateRecord(keptIn(storage))).toBeUndefined()
    expect(storage.length).toBe(0)
  }
})

it('lives ten minutes, and not from the future', () => {
  const record = { state: 'x', created: 1_000_000, returnTo: '/' }
  expect(isExpired(record, 1_600_000)).toBe(false)
  expect(isExpired(record, 1_600_001)).toBe(true)
  expect(isExpired(record, 399_999)).toBe(true)
})
