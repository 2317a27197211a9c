import { expect, it } from 'vitest'
import { isDiskFull, isUnavailable } from './dialects.ts'

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts)

it.each([
  ['a broken connection', failure('', { code: '08006' })],
  ['a stopping server', failure('', { code: '57P01' })],
  ['a statement timeout', failure('', { code: '57014' })],
  ['a serialization failure after retries', failure('', { code: '40001' })],
  ['a deadlock after retries', failure('', { code: '40P01' })],
  ['a full disk', failure('', { code: '53100' })],
  ['too many connections', failure('', { code: '53300' })],
  ['a read-only database', failure('', { code: '25006' })],
  ['a refused connection', failure('', { code: 'ECONNREFUSED' })],
  ['a read timeout', failure('Query read timeout', {})],
  ['an exhausted connection pool', failure('timeout exceeded when trying to connect', {})],
  ['a busy SQLite database', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 261 })],
  ['SQLite on a full disk', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
])('isUnavailable is true (503) for %s', (_, error) => {
  expect(isUnavailable(error)).toBe(true)
})

it.each([
  ['a duplicate key', failure('', { code: '23505' })],
  ['a syntax error', failure('', { code: '42601' })],
  ['a SQLite constraint', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 2067 })],
  ['a programming error', new TypeError('undefined is no function')],
  ['a string', 'text'],
])('isUnavailable is false (500) for %s', (_, error) => {
  expect(isUnavailable(error)).toBe(false)
})

it.each([
  ['PostgreSQL', failure('', { code: '53100' }), true],
  ['SQLite', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 13 }), true],
  ['the index of the SQLite write-ahead log', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 4874 }), true],
  ['the file system', failure('', { code: 'ENOSPC' }), true],
  ['a quota, as the cause of another error', new Error('', { cause: failure('', { code: 'EDQUOT' }) }), true],
  ['a busy SQLite', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 5 }), false],
  ['type string', 'ENOSPC', false],
])('isDiskFull of an error of %s', (_, error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull)
})
