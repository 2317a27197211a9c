import { expect, it } from 'vitest'
import { createSearchParams, readAddress } from './timetableLoader.ts'

const read = (query: string) => readAddress(new URLSearchParams(query))

it('reads and writes week, day and view in the URL', () => {
  const address = { week: '2026-W53', day: '2026-12-31', view: 'day' } as const
  expect(readAddress(createSearchParams(address))).toEqual(address)
  expect(String(createSearchParams({ view: 'week' }))).toBe('')
})

it('ignores invalid values', () => {
  expect(read('week=2025-W53&view=month&day=2026-02-30')).toEqual({ view: 'week' })
  expect(read('week=soon&view=&day=%00')).toEqual({ view: 'week' })
  expect(read('')).toEqual({ view: 'week' })
})
