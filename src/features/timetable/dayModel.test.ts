import { expect, it } from 'vitest'
import { readDay } from '../../contract/schoolDay.ts'
import { breakSlot, day, hour, maths } from '../../testing/sampleDays.ts'
import { createTimeline, findAdjacentDay, getInitialDay } from './weekModel.ts'

const days = [
  day('2026-11-19', [
    breakSlot,
    hour(1, maths),
    hour(2),
    hour(3, maths),
    { ...breakSlot, unit: { ...breakSlot.unit, start: '11:30', end: '11:50' } },
  ]),
  day('2026-11-20', [], {
    is_unschooled: true,
    representations: [{ kind: 'note', note: 'Staff training day' }],
  }),
  day('2026-11-21', []),
  day('2026-11-22', []),
  day('2026-11-23', [hour(2, maths)]),
].map(readDay)

it('skips empty weekends and outer breaks', () => {
  const sections = createTimeline(days, '2026-11-19')
  expect(sections.map(({ date }) => date)).toEqual(['2026-11-19', '2026-11-20', '2026-11-23'])
  expect(sections[0]?.slots.map(({ key }) => key)).toEqual(['hour 1', 'break 09:35', 'hour 3'])
  expect(sections[1]).toMatchObject({ reason: 'Staff training day', next: { key: '2026-11-23/hour 2/1' } })
})

it('the initial day is today until its last lesson ends', () => {
  expect(getInitialDay(days, { day: '2026-11-19', time: '10:39' })).toBe('2026-11-19')
  expect(getInitialDay(days, { day: '2026-11-19', time: '10:40' })).toBe('2026-11-23')
  expect(getInitialDay(days, { day: '2026-11-21', time: '07:00' })).toBe('2026-11-23')
  expect(getInitialDay([], { day: '2026-11-21', time: '07:00' })).toBe('2026-11-21')
})

it('findAdjacentDay skips empty days', () => {
  expect(findAdjacentDay(days, '2026-11-20', 1)).toBe('2026-11-23')
  expect(findAdjacentDay(days, '2026-11-20', -1)).toBe('2026-11-19')
  expect(findAdjacentDay(days, '2026-11-19', -1)).toBeUndefined()
})
