import { expect, it } from 'vitest'
import { isDiskFull, isUnavailable } from './dialects.ts'

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts)

it.each([
  ['a connection that broke', failure('', { code: '08006' })],
  ['a server that stops', failure('', { code: '57P01' })],
  ['a statement that took too long', failure('', { code: '57014' })],
  ['one of two that wrote the same, tried again in vain', failure('', { code: '40001' })],
  ['a deadlock, tried again in vain', failure('', { code: '40P01' })],
  ['a disk that is full', failure('', { code: '53100' })],
  ['too many connections', failure('', { code: '53300' })],
  ['a database that is only read', failure('', { code: '25006' })],
  ['nobody at the address', failure('', { code: 'ECONNREFUSED' })],
  ['an answer that does not come', failure('Query read timeout', {})],
  ['a pool in which none gets free', failure('timeout exceeded when trying to connect', {})],
  ['a SQLite that is busy', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 261 })],
  ['a SQLite whose disk is full', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 13 })],
])('%s is gone in a while: 503', (_, error) => {
  expect(isUnavailable(error)).toBe(true)
})

it.each([
  ['a key that is taken', failure('', { code: '23505' })],
  ['a wrong statement', failure('', { code: '42601' })],
  ['a constraint of SQLite', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 2067 })],
  ['a fault of ours', new TypeError('undefined is no function')],
  ['no error at all', 'text'],
])('%s would fail the next time too: 500', (_, error) => {
  expect(isUnavailable(error)).toBe(false)
})

it.each([
  ['PostgreSQL', failure('', { code: '53100' }), true],
  ['SQLite', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 13 }), true],
  ['the index of the write-ahead log', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 4874 }), true],
  ['a file', failure('', { code: 'ENOSPC' }), true],
  ['a quota, as the cause of another error', new Error('', { cause: failure('', { code: 'EDQUOT' }) }), true],
  ['a busy SQLite', failure('', { code: 'ERR_SQLITE_ERROR', errcode: 5 }), false],
  ['a text', 'ENOSPC', false],
])('knows whether the disk is full: %s', (_, error, isFull) => {
  expect(isDiskFull(error)).toBe(isFull)
})
