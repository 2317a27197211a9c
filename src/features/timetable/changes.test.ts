import { expect, it } from 'vitest'
import { readDay } from '../../contract/schoolDay.ts'
import { day, english, french, hour, hours, maths } from '../../testing/sampleDays.ts'
import { findChanges, serializeCells } from './changes.ts'

const monday = day('2026-11-16', [hour(1, maths), hour(2, english)])
const seen = (...days: (typeof monday)[]) => ({ at: 7, cells: serializeCells(days.map(readDay)) })
const findChangesBetween = (before: (typeof monday)[], after: (typeof monday)[]) =>
  findChanges(seen(...before), after.map(readDay))

it('finds no change in an identical week', () => {
  expect(findChangesBetween([monday], [monday]).keys.size).toBe(0)
})

it('finds a substitution, another room and a new lesson', () => {
  const after = {
    ...monday,
    lessons: [hour(1, { ...maths, room: 'B12' }), hour(2, english), hour(3, french)],
    representations: [{ unit_id: 102, kind: 'cancelled' }],
  }
  expect([...findChangesBetween([monday], [after]).keys]).toEqual([
    '2026-11-16/hour 1/1',
    '2026-11-16/hour 2/2',
    '2026-11-16/hour 3/3',
  ])
})

it('counts a replaced subject once', () => {
  const replaced = findChangesBetween([monday], [{ ...monday, lessons: [hour(1, french), hour(2, english)] }])
  expect([...replaced.keys]).toEqual(['2026-11-16/hour 1/3'])
  const lessonRemoved = findChangesBetween([monday], [{ ...monday, lessons: [hour(2, english)] }])
  expect([...lessonRemoved.removed]).toEqual([['2026-11-16/hour 1', 'Maths']])
  expect([...lessonRemoved.keys]).toEqual(['2026-11-16/hour 1'])
})

it('counts a double period that replaces single ones once', () => {
  const single = day('2026-11-16', [hour(1, maths), hour(3, english), hour(4, english)])
  const double = day('2026-11-16', [hour(1, maths), hours(3, 4, french)])
  const replaced = findChangesBetween([single], [double])
  expect([...replaced.keys]).toEqual(['2026-11-16/hour 3-4/3'])
  expect(replaced.removed.size).toBe(0)
  const back = findChangesBetween([double], [day('2026-11-16', [hour(1, maths), hour(4, english)])])
  expect([...back.keys]).toEqual(['2026-11-16/hour 4/2'])
  const lessonRemoved = findChangesBetween([double], [day('2026-11-16', [hour(1, maths)])])
  expect([...lessonRemoved.removed]).toEqual([['2026-11-16/hour 3', 'French']])
})

it('counts a day that became free once', () => {
  expect([...findChangesBetween([monday], [{ ...monday, is_unschooled: true }]).keys]).toEqual(['2026-11-16'])
})

it('ignores a day that only one side contains', () => {
  const tuesday = day('2026-11-17', [hour(1, maths)])
  expect(findChangesBetween([monday], [monday, tuesday]).keys.size).toBe(0)
  expect(findChangesBetween([monday, tuesday], [monday]).keys.size).toBe(0)
})
