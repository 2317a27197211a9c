import { expect, it } from 'vitest'
import { lessonsOf, readDay, type SchoolDay } from '../../contract/schoolDay.ts'
import { breakSlot, day, english, french, hour, maths } from '../../testing/sampleDays.ts'
import {
  createWeekModel,
  findNextLesson,
  findNextOfSubject,
  findNextToSetHomework,
  getInitialWeek,
} from './weekModel.ts'

const model = (...days: Parameters<typeof readDay>[0][]) => createWeekModel(days.map(readDay), '2026-W47')

it('has rows by unit, columns by weekday, and parallel lessons in one cell', () => {
  const { columns, rows } = model(
    day('2026-11-16', [hour(2, english), breakSlot, hour(1, maths)]),
    day('2026-11-18', [hour(3, french, maths)]),
  )
  expect(columns.map(({ date }) => date.slice(-2))).toEqual(['16', '17', '18', '19', '20'])
  expect(columns.map(({ isLoaded }) => isLoaded)).toEqual([true, false, true, false, false])
  expect(rows.map(({ hour, isBreak }) => (isBreak ? 'break' : hour.position))).toEqual([1, 2, 'break', 3])
  expect(rows[3]?.cells[2]?.lessons.map(({ subject }) => subject.name)).toEqual(['French', 'Maths'])
})

it('has one row per period despite other times', () => {
  const early = hour(1, maths)
  const { rows } = model(
    day('2026-11-16', [hour(1, maths)]),
    day('2026-11-17', [hour(1, english)]),
    day('2026-11-20', [{ ...early, unit: { ...early.unit, start: '8:10', end: '08:40' } }]),
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.hour).toMatchObject({ start: '08:00', end: '08:45' })
  expect(rows[0]?.cells[4]?.lessons[0]?.hour).toMatchObject({ start: '08:10', end: '08:40' })
})

it('shows weekend days with lessons only', () => {
  expect(model(day('2026-11-21', [hour(1)])).columns).toHaveLength(5)
  expect(model(day('2026-11-21', [hour(1, maths)])).columns.at(-1)?.date).toBe('2026-11-21')
})

it('shows why a day has no school, and hides its lessons', () => {
  const { columns, rows } = model(
    day('2026-11-20', [hour(1, maths)], {
      is_unschooled: true,
      representations: [
        { id: 1, kind: 'note', note: 'Staff training day' },
        { id: 2, kind: 'note', note: 'Office closed' },
      ],
    }),
    day('2026-11-16', [hour(1, maths)]),
  )
  expect(columns[4]).toMatchObject({
    noSchool: true,
    reason: 'Staff training day',
    remarks: [{ note: 'Office closed' }],
  })
  expect(rows[0]?.cells[4]?.lessons).toEqual([])
})

it('uses another week’s periods during holidays', () => {
  const { rows } = model(
    day('2026-11-16', [], { is_unschooled: true }),
    day('2026-11-23', [hour(1, maths), hour(2, maths)]),
  )
  expect(rows.map(({ hour }) => hour.position)).toEqual([1, 2])
})

it('the initial week is the current one, on weekends the next', () => {
  const days = [day('2026-11-20', [hour(1, maths)]), day('2026-11-30', [hour(1, maths)])].map(readDay)
  expect(getInitialWeek(days, { day: '2026-11-20', time: '18:00' })).toBe('2026-W47')
  expect(getInitialWeek(days, { day: '2026-11-21', time: '08:00' })).toBe('2026-W49')
  expect(getInitialWeek([], { day: '2027-01-03', time: '08:00' })).toBe('2027-W01')
  const saturday = [day('2026-11-21', [hour(2, maths)])].map(readDay)
  expect(getInitialWeek(saturday, { day: '2026-11-21', time: '09:34' })).toBe('2026-W47')
  expect(getInitialWeek(saturday, { day: '2026-11-21', time: '09:35' })).toBe('2026-W48')
})

it('finds the next uncancelled lesson', () => {
  const days = [
    day('2026-11-18', [hour(1, maths), hour(4, english)]),
    day('2026-11-19', [hour(1, maths), hour(2, maths)], {
      representations: [{ unit_id: 101, kind: 'cancelled' }],
    }),
  ].map(readDay)
  const [first] = lessonsOf(days[0] as SchoolDay)
  const next = (day: string, time: string) => first && findNextOfSubject(days, first, { day, time })?.key
  expect(next('2026-11-18', '07:00')).toBe('2026-11-19/hour 2/1')
  expect(next('2026-11-19', '08:00')).toBe('2026-11-19/hour 2/1')
  expect(findNextLesson(days, { day: '2026-11-18', time: '08:44' })?.key).toBe('2026-11-18/hour 1/1')
  expect(findNextLesson(days, { day: '2026-11-19', time: '09:35' })).toBeUndefined()
})

it('never returns a started lesson as next', () => {
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
  const days = dates.map(date => readDay(day(date, [hour(1, maths)])))
  const [past] = lessonsOf(days[0] as SchoolDay)
  const next = (day: string, time: string) => past && findNextOfSubject(days, past, { day, time })?.date
  expect(next('2026-11-18', '07:59')).toBe('2026-11-18')
  expect(next('2026-11-18', '08:00')).toBe('2026-11-19')
  expect(next('2026-11-19', '12:00')).toBeUndefined()
})

it('sets homework for a day on which the subject has not started', () => {
  const days = ['2026-11-18', '2026-11-19'].map(date => readDay(day(date, [hour(1, maths), hour(4, maths)])))
  const [first] = lessonsOf(days[0] as SchoolDay)
  const next = (time: string) => first && findNextToSetHomework(days, first, { day: '2026-11-18', time })?.key
  // Its next lesson is period 4, but the service would choose period 1 of that day.
  expect(next('08:10')).toBe('2026-11-19/hour 1/1')
  expect(next('07:00')).toBe('2026-11-19/hour 1/1')
})

it('sets homework for a later lesson of today if it is the first one', () => {
  const days = [
    readDay(day('2026-11-17', [hour(1, maths)])),
    readDay(day('2026-11-18', [hour(3, maths), hour(4, maths)])),
  ]
  const [past] = lessonsOf(days[0] as SchoolDay)
  expect(past && findNextToSetHomework(days, past, { day: '2026-11-18', time: '09:12' })?.key).toBe(
    '2026-11-18/hour 3/1',
  )
})
