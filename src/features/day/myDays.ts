import { compareHours, type Hour, type PlannedLesson, type Role } from '../../contract/lessons.ts'
import { type DaySlot, readDay, type SchoolDay } from '../../contract/schoolDay.ts'
import type { MyTimelineDay, TimelineDay } from '../../contract/timeline.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'

export type MyLesson = {
  kind: 'lesson'
  key: string
  hour: Hour
  courseId: number
  className: string
  lesson: PlannedLesson
  role: Exclude<Role, 'cancelled'>
}

export type MyEntry = MyLesson | { kind: 'break' | 'free'; key: string; hour: Hour }

export type MyDay = { date: string; noSchool: boolean; reason: string | null; entries: readonly MyEntry[] }

/** The part of a day that belongs to one class, or to none: breaks and free periods. */
type ClassDay = TimelineDay & { courseId: number | null; className: string }

/** Substitutions apply to the lessons of one class, so each class is read on its own. */
function splitByClass(day: MyTimelineDay): ClassDay[] {
  const names = new Map<number | null, string>([[null, '']])
  for (const { course_id, course_name } of day.lessons) names.set(course_id, course_name ?? '')
  return [...names].map(([courseId, className]) => ({
    ...day,
    courseId,
    className,
    lessons: day.lessons.filter(({ course_id }) => course_id === courseId),
    representations: day.representations.filter(change => getCourseId(change) === courseId),
  }))
}

const getCourseId = (change: unknown): unknown =>
  typeof change === 'object' && change !== null && 'course_id' in change ? change.course_id : null

/** By day. Breaks and free periods are those between the first and the last lesson. */
export const createMyDays = (days: readonly MyTimelineDay[]): MyDay[] =>
  days.map(readMyDay).toSorted((a, b) => a.date.localeCompare(b.date))

function readMyDay(day: MyTimelineDay): MyDay {
  const lessons: MyLesson[] = []
  const classDays: SchoolDay[] = []
  for (const part of splitByClass(day)) {
    const classDay = readDay(part)
    classDays.push(classDay)
    const { courseId, className } = part
    if (courseId === null) continue
    for (const lesson of classDay.slots.flatMap(slot => slot.lessons)) {
      if (!lesson.role) continue
      // `lesson.change` says that it is cancelled.
      const role = lesson.role === 'cancelled' ? 'own' : lesson.role
      const key = `${courseId}/${lesson.key}`
      lessons.push({ kind: 'lesson', key, hour: lesson.hour, courseId, className, lesson, role })
    }
  }
  return {
    date: day.date,
    noSchool: day.is_unschooled,
    reason: classDays.find(({ reason }) => reason !== null)?.reason ?? null,
    entries: addPauses(
      lessons,
      classDays.flatMap(({ slots }) => slots),
    ),
  }
}

function addPauses(lessons: readonly MyLesson[], slots: readonly DaySlot[]): MyEntry[] {
  const sorted = lessons.toSorted((a, b) => compareHours(a.hour, b.hour) || a.courseId - b.courseId)
  const first = sorted[0]?.hour.start
  const last = sorted
    .map(({ hour }) => hour.end)
    .toSorted()
    .at(-1)
  if (first === undefined || last === undefined) return []
  const isFree = ({ start, end }: Hour) => sorted.every(({ hour }) => hour.end <= start || end <= hour.start)
  const pauses = new Map<string, MyEntry>()
  for (const { hour, isBreak } of slots) {
    if (hour.start < first || hour.end > last || !isFree(hour)) continue
    const key = `${hour.start}-${hour.end}`
    pauses.set(key, { kind: isBreak ? 'break' : 'free', key, hour })
  }
  return [...sorted, ...pauses.values()].toSorted((a, b) => compareHours(a.hour, b.hour))
}

/** Includes cancelled lessons and those that another teacher takes. */
export const lessonsOfDay = (day: MyDay): MyLesson[] =>
  day.entries.filter((entry): entry is MyLesson => entry.kind === 'lesson')

/** Returns today, even without lessons, and the next day with lessons. */
export function selectShownDays(days: readonly MyDay[], { day: today }: SchoolNow): MyDay[] {
  const current = days.find(({ date }) => date === today) ?? {
    ...{ date: today, noSchool: false, reason: null },
    entries: [],
  }
  const next = days.find(day => day.date > today && lessonsOfDay(day).length > 0)
  return next ? [current, next] : [current]
}
