import { expect, it } from 'vitest'
import type { PlannedLesson } from '../../contract/lessons.ts'
import type { SchoolDay } from '../../contract/schoolDay.ts'
import { getDueProblem } from '../homework/due/dueLesson.ts'
import { getLessonMarks } from './lessonMarks.ts'

const timeZone = 'Europe/Berlin'
const [maths, english] = [3, 4]

function day(
  date: string,
  subjects: readonly (readonly [id: number, start: string, change?: 'cancelled'])[],
): SchoolDay {
  const lessons = subjects.map(([id, start, change]): PlannedLesson => {
    const end = `${start.slice(0, 3)}45`
    return {
      key: `${date}/${start}/${id}`,
      date,
      hour: { id: null, position: null, lastPosition: null, text: '', start, end },
      subject: {
        ...{ id, name: '', short: '', room: '', teacher: '', note: null, color: null, rooms: {} },
        ...{ is_gradable: true, is_timetable_only: false },
      },
      room: { current: '' },
      teacher: { current: '' },
      notes: [],
      change,
    }
  })
  return {
    ...{ date, noSchool: subjects.length === 0, reason: null, remarks: [] },
    slots: lessons.map(lesson => ({ key: lesson.key, hour: lesson.hour, isBreak: false, lessons: [lesson] })),
  }
}
const due = (id: number, until_datetime: string, lesson_id = maths) => ({ id, until_datetime, lesson_id })
const noCounts = { toMark: new Map<number, number>(), done: new Set<number>() }

const monday = day('2026-11-16', [
  [maths, '08:00'],
  [english, '09:00'],
  [maths, '11:00'],
])
const tuesday = day('2026-11-17', [
  [maths, '08:00', 'cancelled'],
  [maths, '11:00'],
])
const wednesday = day('2026-11-18', [[maths, '08:00', 'cancelled']])
const thursday = day('2026-11-19', [])
const days = [monday, tuesday, wednesday, thursday]

it('marks the lesson at the due time, otherwise the first that takes place', () => {
  const homework = [
    due(1, '2026-11-16'),
    due(2, '2026-11-16T11:00:00+01:00'),
    due(3, '2026-11-16 16:00:00'),
    due(4, '2026-11-17'),
    due(5, '2026-11-18'),
    due(6, '2026-11-16', english),
    due(7, '2026-11-16', 99),
    due(8, '2026-11-23'),
    due(9, '2026-11-19', english),
  ]
  const marks = getLessonMarks(homework, days, noCounts, timeZone)
  expect(Object.fromEntries([...marks].map(([key, mark]) => [key, mark.due]))).toEqual({
    '2026-11-16/08:00/3': 2,
    '2026-11-16/11:00/3': 1,
    '2026-11-16/09:00/4': 1,
    '2026-11-17/11:00/3': 1,
    '2026-11-18/08:00/3': 1,
    '2026-11-19': 1,
  })
})

it('adds up the loaded numbers', () => {
  const homework = [due(1, '2026-11-16'), due(2, '2026-11-16')]
  const counts = { toMark: new Map([[2, 5]]), done: new Set([1]) }
  expect([...getLessonMarks(homework, days, counts, timeZone).values()]).toEqual([
    { due: 2, toMark: 5, done: 1 },
  ])
})

it('uses the day of the school for a time in another zone', () => {
  const marks = getLessonMarks([due(1, '2026-11-15T23:30:00Z')], days, noCounts, timeZone)
  expect([...marks.keys()]).toEqual(['2026-11-16/08:00/3'])
})

it('finds due lessons that do not take place', () => {
  const find = (until: string) => getDueProblem(due(1, until), days, timeZone)
  expect(find('2026-11-16')).toBeUndefined()
  expect(find('2026-11-17')).toBeUndefined()
  expect(find('2026-11-17T08:00:00+01:00')).toBe('cancelled')
  expect(find('2026-11-18')).toBe('cancelled')
  expect(find('2026-11-19')).toBe('noSchool')
  expect(find('2026-11-30')).toBeUndefined()
})
