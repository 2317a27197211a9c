import { expect, it } from 'vitest'
import { addressQuery, type HomeworkAddress, isPastOpen, readAddress } from './useHomeworkAddress.ts'

const read = (text: string) => readAddress(new URLSearchParams(text))
const nothing: HomeworkAddress = { find: '', subject: undefined, sort: 'due', past: false }

it.each<[string, HomeworkAddress]>([
  ['', nothing],
  ['find=p.+42&subject=3', { ...nothing, find: 'p. 42', subject: 3 }],
  ['sort=correct&past=open', { ...nothing, sort: 'correct', past: true }],
  ['subject=-3&sort=upside-down&past=shut', nothing],
  ['subject=1e3', nothing],
])('parses and formats %j', (text, address) => {
  expect(read(text)).toEqual(address)
  expect(read(addressQuery(address).toString())).toEqual(address)
})

it('omits default values', () => {
  expect(addressQuery(nothing).toString()).toBe('')
})

it('a text search includes past homework', () => {
  expect([
    isPastOpen(nothing),
    isPastOpen({ ...nothing, find: 'x' }),
    isPastOpen({ ...nothing, past: true }),
  ]).toEqual([false, true, true])
})
