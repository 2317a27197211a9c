import { expect, it } from 'vitest'
import type { DaySlot } from '../../contract/schoolDay.ts'
import { readDay } from '../../contract/schoolDay.ts'
import { breakSlot, day, english, french, hour, hours, maths } from '../../testing/sampleDays.ts'
import { createRows, getVisibleRows, type WeekRow } from './weekRows.ts'

const rowsOf = (...slots: Parameters<typeof day>[1][]) => {
  const days = slots.map((lessons, index) => readDay(day(`2026-11-${16 + index}`, lessons)))
  return createRows(
    days.flatMap((column): DaySlot[] => column.slots),
    days,
  )
}
const times = (rows: readonly WeekRow[]) =>
  rows.map(
    ({ key, hour: { start, end }, isStartKnown, isEndKnown }) =>
      `${key}: ${isStartKnown ? start : '?'} – ${isEndKnown ? end : '?'}`,
  )
const column = (rows: readonly WeekRow[], index: number) =>
  rows.map(({ cells }) => {
    const { lessons = [], span } = cells[index] ?? {}
    return [lessons.map(({ subject }) => subject.short).join('+'), span]
  })

it('spans rows of a double period', () => {
  const rows = rowsOf([hour(1, maths), hours(3, 4, english)], [hour(3, maths), hour(4, french)])
  expect(times(rows)).toEqual(['hour 1: 08:00 – 08:45', 'hour 3: 09:55 – 10:40', 'hour 4: 10:45 – 11:30'])
  expect(column(rows, 0)).toEqual([
    ['Ma', 1],
    ['En', 2],
    ['', 0],
  ])
  expect(column(rows, 1)).toEqual([
    ['', 1],
    ['Ma', 1],
    ['Fr', 1],
  ])
})

it('joins two periods never taught separately', () => {
  const rows = rowsOf([hours(1, 2, maths)], [hours(1, 2, english), hour(3, french)])
  expect(times(rows)).toEqual(['hour 1: 08:00 – 09:35', 'hour 3: 09:55 – 10:40'])
  expect(rows[0]?.hour).toMatchObject({ position: 1, lastPosition: 2 })
  expect(column(rows, 0)).toEqual([
    ['Ma', 1],
    ['', 1],
  ])
})

it('hides a start or end that is only estimated', () => {
  const rows = rowsOf([hours(2, 3, maths)], [hours(3, 4, english)])
  expect(times(rows)).toEqual(['hour 2: 08:50 – ?', 'hour 3: 09:55 – 10:40', 'hour 4: ? – 11:30'])
  const alone = rowsOf([hour(3, maths)], [hours(3, 4, english)])
  expect(times(alone)).toEqual(['hour 3: 09:55 – 10:40', 'hour 4: ? – 11:30'])
})

it('spans the break inside a double period', () => {
  const rows = rowsOf([hours(2, 3, maths), breakSlot], [hour(2, english), breakSlot, hour(3, english)])
  expect(column(rows, 0)).toEqual([
    ['Ma', 3],
    ['', 0],
    ['', 0],
  ])
  expect(column(getVisibleRows(rows, false), 0)).toEqual([
    ['Ma', 2],
    ['', 0],
  ])
})

it('has one row for breaks that overlap', () => {
  const early = { ...breakSlot, unit: { ...breakSlot.unit, start: '09:20', end: '09:40' } }
  const rows = rowsOf(
    [hour(2, maths), breakSlot, hour(3, english)],
    [hour(2, maths), early, hour(3, english)],
  )
  expect(rows.map(row => row.key)).toEqual(['hour 2', 'break 09:35', 'hour 3'])
})

it('shows lessons of different length in their rows', () => {
  const rows = rowsOf([hours(3, 4, maths), hour(4, french)])
  expect(column(rows, 0)).toEqual([
    ['Ma', 1],
    ['Ma+Fr', 1],
  ])
})

it('reads a double period without a single position', () => {
  const { unit, ...slot } = hours(3, 4, maths)
  const rows = rowsOf([{ ...slot, unit: { ...unit, position: null } }], [hour(3, english), hour(4, english)])
  expect(column(rows, 0)).toEqual([
    ['Ma', 2],
    ['', 0],
  ])
})
