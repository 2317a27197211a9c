import { expect, it } from 'vitest'
import { breakSlot, english, french, hour, maths, myDay, mySlot } from '../../testing/sampleDays.ts'
import { findDueHomework, sortByDue } from './dayHomework.ts'
import { createMyDays, lessonsOfDay, selectShownDays } from './myDays.ts'

const date = '2026-11-18'
const pause = { course_id: null, course_name: null }
const list = (days: ReturnType<typeof createMyDays>) =>
  days.flatMap(({ entries }) =>
    entries.map(entry =>
      entry.kind === 'lesson'
        ? `${entry.hour.start} ${entry.className} ${entry.lesson.subject.name} ${entry.role}`
        : `${entry.hour.start} ${entry.kind}`,
    ),
  )

it('joins own lessons of all classes, with breaks and free periods between them', () => {
  const lessons = [
    mySlot(hour(1, maths)),
    { ...hour(2), ...pause },
    { ...breakSlot, ...pause },
    { ...hour(3), ...pause },
    mySlot(hour(4, maths), 'own', { course_id: 2, course_name: '7a' }),
  ]
  expect(list(createMyDays([myDay(date, lessons)]))).toEqual([
    '08:00 8b Maths own',
    '08:50 free',
    '09:35 break',
    '09:55 free',
    '10:45 7a Maths own',
  ])
})

it('marks covers, own lessons that a colleague takes, and cancelled ones', () => {
  const lessons = [
    mySlot(hour(1, english), 'cover'),
    mySlot(hour(2, maths), 'given'),
    mySlot(hour(3, french), 'cancelled'),
  ]
  expect(list(createMyDays([myDay(date, lessons)]))).toEqual([
    '08:00 8b English cover',
    '08:50 8b Maths given',
    '09:55 8b French own',
  ])
})

it('applies a substitution to the lessons of its class', () => {
  const lessons = [mySlot(hour(1, maths)), mySlot(hour(1, maths), 'own', { course_id: 2, course_name: '7a' })]
  const representations = [{ id: 1, unit_id: 101, kind: 'cancelled', course_id: 2 }]
  const [first] = createMyDays([myDay(date, lessons, { representations })])
  const changes = first && lessonsOfDay(first).map(({ className, lesson }) => [className, lesson.change])
  expect(changes).toEqual([
    ['8b', undefined],
    ['7a', 'cancelled'],
  ])
})

it('shows today, even without lessons, and the next day with lessons', () => {
  const days = createMyDays([
    myDay('2026-11-20', [mySlot(hour(1, maths))]),
    myDay(date, []),
    myDay('2026-11-19', []),
  ])
  expect(selectShownDays(days, { day: date, time: '09:12' }).map(shown => shown.date)).toEqual([
    date,
    '2026-11-20',
  ])
})

it('shows homework once, in the lesson in which it is due', () => {
  const [first] = createMyDays([myDay(date, [mySlot(hour(1, maths)), mySlot(hour(4, maths))])])
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
