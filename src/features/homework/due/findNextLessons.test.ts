import { describe, expect, it } from 'vitest'
import { parseResponse } from '../../../contract/parseResponse.ts'
import { readDay } from '../../../contract/schoolDay.ts'
import { timeline } from '../../../contract/timeline.ts'
import { addDaysToDay, getWeekday } from '../../../lib/week.ts'
import { findNextLessons } from './findNextLessons.ts'

const maths = 3
const lesson = (id: number) => ({
  id,
  name: '',
  short: '',
  room: '',
  teacher: '',
  note: null,
  color: null,
  is_gradable: true,
  is_timetable_only: false,
})
const hours = ['08:00', '08:50', '9:55', '10:45']

/** `subjects` by lesson. 0: no lesson. */
const day = (
  date: string,
  subjects: number[],
  { off = false, changes = [] }: { off?: boolean; changes?: object[] } = {},
) => ({
  date,
  is_today: false,
  is_unschooled: off,
  lessons: subjects.map((id, index) => ({
    is_break: false,
    lessons: id ? [lesson(id)] : [],
    unit: {
      id: index + 11,
      start: hours[index] ?? '',
      end: '11:30',
      position: index + 1,
      text: '',
      text_readable: '',
    },
  })),
  representations: changes,
})
const next = (days: object[], now = '2026-11-18 09:12', count?: number) => {
  const { rows, unreadable } = parseResponse(timeline.days.response, days)
  expect(unreadable).toBe(0)
  const [date = '', time = ''] = now.split(' ')
  return findNextLessons(rows.map(readDay), maths, { day: date, time }, count).map(
    found => `${found.day} ${found.position} ${found.start}`,
  )
}

it('finds two days with the subject, at its first lesson', () => {
  const days = [
    day('2026-11-26', [maths]),
    day('2026-11-19', [4, maths, maths]),
    day('2026-11-20', [4, 5]),
    day('2026-11-24', [4, 4, maths]),
  ]
  expect(next(days)).toEqual(['2026-11-19 2 08:50', '2026-11-24 3 09:55'])
})

describe('today', () => {
  const days = [day('2026-11-18', [4, maths, 4, maths]), day('2026-11-20', [maths])]
  it('counts until the subject’s first lesson begins', () => {
    expect(next(days, '2026-11-18 08:49', 1)).toEqual(['2026-11-18 2 08:50'])
  })
  it('is skipped once the first lesson begins', () => {
    expect(next(days, '2026-11-18 08:50', 1)).toEqual(['2026-11-20 1 08:00'])
  })
})

describe('skips', () => {
  const after = day('2026-11-26', [maths])
  it('days before today', () => {
    expect(next([day('2026-11-17', [maths]), after])).toEqual(['2026-11-26 1 08:00'])
  })
  it('days without school, even with lessons', () => {
    expect(next([day('2026-11-19', [maths], { off: true }), after])).toEqual(['2026-11-26 1 08:00'])
  })
  it.each([
    [{ kind: 'cancelled', unit_id: 11, lesson_id: maths }],
    [{ kind: 'cancelled', unit_id: 11 }],
    [{ kind: 'cancelled', lesson_id: maths }],
  ])('a lesson that %j cancels', change => {
    expect(next([day('2026-11-19', [maths], { changes: [change] }), after])).toEqual(['2026-11-26 1 08:00'])
  })
  it('only the cancelled lesson', () => {
    const changes = [{ kind: 'cancelled', unit_id: 11 }]
    expect(next([day('2026-11-19', [maths, maths], { changes })])).toEqual(['2026-11-19 2 08:50'])
  })
  it.each([
    [{ kind: 'cancelled' }],
    [{ kind: 'cancelled', unit_id: 12 }],
    [{ kind: 'cancelled', lesson_id: 4 }],
    [{ kind: 'moved', lesson_id: maths, room: 'B12' }],
    ['cancelled, perhaps'],
  ])('no lesson for %j', change => {
    const changes = [change as object]
    expect(next([day('2026-11-19', [maths], { changes })])).toEqual(['2026-11-19 1 08:00'])
  })
})

it('finds days after holidays and in the next year', () => {
  const dates = Array.from({ length: 40 }, (_, index) => addDaysToDay('2026-12-14', index))
  const days = dates.map(date =>
    day(date, getWeekday(date) === 2 ? [4, maths] : [4], {
      off: date >= '2026-12-21' && date <= '2027-01-06',
    }),
  )
  expect(next(days, '2026-12-15 10:00')).toEqual(['2027-01-12 2 08:50', '2027-01-19 2 08:50'])
})

it('is empty without lessons of the subject', () => {
  expect(next([])).toEqual([])
  expect(next([day('2026-11-19', [4])])).toEqual([])
})

it('returns null as position without lessons', () => {
  const [only] = parseResponse(timeline.days.response, [day('2026-11-19', [maths])]).rows
  if (!only) throw new Error('unreadable')
  for (const slot of only.lessons) slot.unit.position = null
  expect(findNextLessons([readDay(only)], maths, { day: '2026-11-18', time: '09:00' })).toEqual([
    { day: '2026-11-19', position: null, lastPosition: null, start: '08:00' },
  ])
})

it('skips cancellations that use the web page’s keys', () => {
  const cancelled = { vp_stunde: '1', vp_vertr_lehrer: '---' }
  const days = [day('2026-11-19', [maths], { changes: [cancelled] }), day('2026-11-24', [maths])]
  expect(next(days)).toEqual(['2026-11-24 1 08:00'])
})
