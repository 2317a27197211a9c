import { expect, it } from 'vitest'
import { formatAddress, type HomeworkAddress, isPastVisible, parseAddress } from './useHomeworkAddress.ts'

const parse = (text: string) => parseAddress(new URLSearchParams(text))
const defaults: HomeworkAddress = { find: '', subject: undefined, sort: 'due', isPastExpanded: false }

it.each<[string, HomeworkAddress]>([
  ['', defaults],
  ['find=p.+42&subject=3', { ...defaults, find: 'p. 42', subject: 3 }],
  ['sort=correct&past=open', { ...defaults, sort: 'correct', isPastExpanded: true }],
  ['subject=-3&sort=upside-down&past=shut', defaults],
  ['subject=1e3', defaults],
])('parses and formats %j', (text, address) => {
  expect(parse(text)).toEqual(address)
  expect(parse(formatAddress(address).toString())).toEqual(address)
})

it('omits default values', () => {
  expect(formatAddress(defaults).toString()).toBe('')
})

it('text search includes past homework', () => {
  expect([
    isPastVisible(defaults),
    isPastVisible({ ...defaults, find: 'x' }),
    isPastVisible({ ...defaults, isPastExpanded: true }),
  ]).toEqual([false, true, true])
})
