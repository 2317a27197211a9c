import { expect, it } from 'vitest'
import { readParam } from './wire.ts'

it('readParam reads IDs from a path', () => {
  expect(readParam('course_id', '7')).toBe(7)
  expect(readParam('course_id', String(Number.MAX_SAFE_INTEGER))).toBe(Number.MAX_SAFE_INTEGER)
})

it('readParam accepts 0 only for the root folder', () => {
  expect(readParam('file_id', '0')).toBe(0)
  expect(readParam('course_id', '0')).toBeUndefined()
})

it.each(['', '-1', '+7', '07', '7.0', '1e3', '0x7', ' 7', '7 ', '٧', '9007199254740992', '7/8', 'NaN'])(
  'readParam rejects %j as an ID',
  text => {
    expect(readParam('file_id', text)).toBeUndefined()
  },
)
