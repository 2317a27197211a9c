import { expect, it } from 'vitest'
import type { TimelineDay } from '../../contract/timeline.ts'
import { breakSlot, day, english, french, hour, maths } from '../../testing/sampleDays.ts'
import { findDueHomework, sortByDue } from './dayHomework.ts'
import { createMyDays, lessonsOfDay, listTeacherNames, selectShownDays } from './myDays.ts'

const timelineOf = (courseId: number, className: string, days: readonly TimelineDay[]) => ({
  courseId,
  className,
  days,
})
const jana = { kind: 'teacher', name: 'Jana Albrecht' } as const
const date = '2026-11-18'
const list = (days: ReturnType<typeof createMyDays>) =>
  days.flatMap(({ entries }) =>
    entries.map(entry =>
      entry.kind === 'lesson'
        ? `${entry.hour.start} ${entry.className} ${entry.lesson.subject.name} ${entry.role}`
        : `${entry.hour.start} ${entry.kind}`,
    ),
  )

it('joins own lessons of all classes, with breaks and free periods between them', () => {
  const days = createMyDays(
    [
      timelineOf(1, '8b', [day(date, [hour(1, maths), hour(2, english), breakSlot, hour(3, french)])]),
      timelineOf(2, '7a', [day(date, [hour(1, english), breakSlot, hour(4, maths)])]),
    ],
    jana,
  )
  expect(list(days)).toEqual([
    '08:00 8b Maths own',
    '08:50 free',
    '09:35 break',
    '09:55 free',
    '10:45 7a Maths own',
  ])
})

it('marks covers, and own lessons that a colleague takes', () => {
  const representations = [
    { id: 1, unit_id: 101, lesson_id: 2, kind: 'substituted', teacher: 'Albrecht' },
    { id: 2, unit_id: 102, lesson_id: 1, kind: 'substituted', teacher: 'Kern' },
  ]
  const lessons = [hour(1, english), hour(2, maths)]
  const days = createMyDays([timelineOf(1, '8b', [day(date, lessons, { representations })])], jana)
  expect(list(days)).toEqual(['08:00 8b English cover', '08:50 8b Maths given'])
})

it('has all lessons for pupils', () => {
  const days = createMyDays([timelineOf(1, '8b', [day(date, [hour(1, maths), hour(2, english)])])], {
    kind: 'pupil',
  })
  expect(list(days)).toEqual(['08:00 8b Maths own', '08:50 8b English own'])
})

it('shows today, even without lessons, and the next day with lessons', () => {
  const days = createMyDays(
    [timelineOf(1, '8b', [day(date, []), day('2026-11-19', []), day('2026-11-20', [hour(1, maths)])])],
    jana,
  )
  expect(selectShownDays(days, { day: date, time: '09:12' }).map(shown => shown.date)).toEqual([
    date,
    '2026-11-20',
  ])
})

it('lists the teachers of the timetables', () => {
  const timelines = [timelineOf(1, '8b', [day(date, [hour(1, maths, english), hour(2, maths)])])]
  expect(listTeacherNames(timelines)).toEqual(['Albrecht', 'Ruiz'])
})

it('shows homework once, in the lesson in which it is due', () => {
  const [first] = createMyDays([timelineOf(1, '8b', [day(date, [hour(1, maths), hour(4, maths)])])], jana)
  const lessons = first ? lessonsOfDay(first) : []
  const homework = (id: number, until_datetime: string) => ({
    ...{ id, course_id: 1, lesson_id: 1, text: `Task ${id}`, until_datetime, is_submissionable: true },
    ...{ note: null, canCorrect: true, counts: undefined, ownStatus: undefined },
  })
  const rows = [homework(1, '2026-11-18 08:00:00'), homework(2, '2026-11-18 10:45:00')]
  const due = lessons.map(entry => findDueHomework(rows, entry, lessons, 'Europe/Berlin').map(({ id }) => id))
  expect(due).toEqual([[1], [2]])
})

it('sorts homework by due time in both formats', () => {
  const homework = (id: number, until_datetime: string) => ({
    ...{ id, course_id: 1, lesson_id: 1, text: `Task ${id}`, until_datetime, is_submissionable: true },
    ...{ documents: [], note: null, canCorrect: true, counts: undefined, ownStatus: undefined },
  })
  const rows = [
    homework(1, '2026-11-18T09:00:00+01:00'),
    homework(2, '2026-11-18 10:45:00'),
    homework(3, '2026-11-18T07:00:00Z'),
    homework(4, '2026-11-17'),
    homework(5, 'never'),
  ]
  expect(sortByDue(rows, 'Europe/Berlin').map(({ id }) => id)).toEqual([4, 3, 1, 2, 5])
})
