import { expect, it } from 'vitest'
import { createSearchParams, readAddress } from './timetableAddress.ts'

const read = (query: string) => readAddress(new URLSearchParams(query), 'week')
const readOnPhone = (query: string) => readAddress(new URLSearchParams(query), 'day')

it('reads and writes week, day and view in the URL', () => {
  const address = { week: '2026-W53', day: '2026-12-31', view: 'day' } as const
  expect(readAddress(createSearchParams(address, 'week'), 'week')).toEqual(address)
  expect(String(createSearchParams({ view: 'week' }, 'week'))).toBe('')
})

it('ignores invalid values', () => {
  expect(read('week=2025-W53&view=month&day=2026-02-30')).toEqual({ view: 'week' })
  expect(read('week=soon&view=&day=%00')).toEqual({ view: 'week' })
  expect(read('')).toEqual({ view: 'week' })
})

it('on a phone, shows the day unless the URL has a view', () => {
  expect(readOnPhone('week=2026-W48')).toEqual({ week: '2026-W48', view: 'day' })
  expect(readOnPhone('view=month')).toEqual({ view: 'day' })
  expect(readOnPhone('view=week')).toEqual({ view: 'week' })
  for (const view of ['week', 'day'] as const) {
    expect(read(String(createSearchParams({ view }, 'day')))).toEqual({ view })
  }
})
