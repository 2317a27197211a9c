import type { TimelineDay } from '../../../src/contract/timeline.ts'
import { addDaysToDay } from '../../../src/lib/week.ts'

/** The same ten weeks for every candidate: 5 days of 10 hours with one lesson each, from a fixed Monday. */
export const firstMonday = '2026-11-16'
export const weekCount = 10

/** Returns the Monday of a week, counted from 0. */
export const getMonday = (week: number): string => addDaysToDay(firstMonday, week * 7)
export const timeZone = 'Europe/Berlin'

const subjects = [
  'Maths',
  'English',
  'German',
  'Physics',
  'History',
  'Biology',
  'Music',
  'PE',
  'Art',
  'Latin',
]
const colours = [
  '#3177dc',
  '#de673b',
  '#cc3148',
  '#765cde',
  '#b5771c',
  '#4d8d34',
  '#208562',
  '#1996c3',
  '#a240b2',
  '#7f6e60',
]
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export type BenchLesson = {
  id: string
  day: string
  start: string
  end: string
  name: string
  room: string
  teacher: string
  colour: string
}

/** Hours of 45 minutes from 08:00, with breaks of five minutes. */
export const hours = Array.from({ length: 10 }, (_, hour) => ({
  start: clock(480 + hour * 50),
  end: clock(525 + hour * 50),
}))

export function lessonsOfWeek(week: number): BenchLesson[] {
  return Array.from({ length: 5 }, (_, weekday) =>
    hours.map((hour, position) => {
      const pick = (week * 7 + weekday * 3 + position) % subjects.length
      return {
        id: `${week}-${weekday}-${position}`,
        day: addDaysToDay(getMonday(week), weekday),
        ...hour,
        name: subjects[pick] ?? '',
        room: String(101 + pick),
        teacher: `Teacher ${pick + 1}`,
        colour: colours[pick] ?? '#000000',
      }
    }),
  ).flat()
}

export const allLessons = (): BenchLesson[] =>
  Array.from({ length: weekCount }, (_, week) => lessonsOfWeek(week)).flat()

/** Returns the lessons as the service sends them. */
export function timelineDays(): TimelineDay[] {
  return Array.from({ length: weekCount * 7 }, (_, offset) => {
    const date = addDaysToDay(firstMonday, offset)
    const weekday = offset % 7
    const lessons =
      weekday < 5 ? lessonsOfWeek(Math.floor(offset / 7)).filter(lesson => lesson.day === date) : []
    return {
      date,
      is_today: offset === 2,
      is_unschooled: weekday > 4,
      representations: [],
      lessons: lessons.map((lesson, index) => ({
        is_break: false,
        unit: {
          id: index + 1,
          start: lesson.start,
          end: lesson.end,
          position: index + 1,
          text: String(index + 1),
          text_readable: `${index + 1}.`,
        },
        lessons: [
          {
            id: subjects.indexOf(lesson.name) + 1,
            name: lesson.name,
            short: lesson.name.slice(0, 2),
            room: lesson.room,
            teacher: lesson.teacher,
            note: '',
            color: lesson.colour,
            is_gradable: true,
            is_timetable_only: false,
            rooms: {},
          },
        ],
      })),
    }
  })
}
