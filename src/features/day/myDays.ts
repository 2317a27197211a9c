import { compareHours, type Hour, type PlannedLesson, type Role } from '../../contract/lessons.ts'
import { type DaySlot, readDay, type SchoolDay } from '../../contract/schoolDay.ts'
import { namesTeacher, roleOf } from '../../contract/teacherName.ts'
import type { MyTimelineDay, TimelineDay } from '../../contract/timeline.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'

/** Without a class, the days have breaks and free periods only. */
export type ClassTimeline = {
  courseId: number | undefined
  className: string
  days: readonly TimelineDay[]
}

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

/** Splits the response of `GET /me/timetable/timeline` by class. */
export function splitByClass(days: readonly MyTimelineDay[]): ClassTimeline[] {
  const names = new Map<number | null, string>([[null, '']])
  for (const { lessons } of days) {
    for (const { course_id, course_name } of lessons) names.set(course_id, course_name ?? '')
  }
  return [...names].map(([courseId, className]) => ({
    courseId: courseId ?? undefined,
    className,
    days: days.map(day => ({
      ...day,
      lessons: day.lessons.filter(({ course_id }) => course_id === courseId),
      representations: day.representations.filter(change => getCourseId(change) === courseId),
    })),
  }))
}

const getCourseId = (change: unknown): unknown =>
  typeof change === 'object' && change !== null && 'course_id' in change ? change.course_id : null

export type Perspective =
  /** Pupils have all lessons of their classes. */
  | { kind: 'pupil' }
  /** The name counts only if the service sends no roles. */
  | { kind: 'teacher'; name: string }

/** By day. Breaks and free periods are those between the first and the last lesson. */
export function createMyDays(timelines: readonly ClassTimeline[], perspective: Perspective): MyDay[] {
  const days = new Map<string, { days: SchoolDay[]; lessons: MyLesson[] }>()
  for (const { courseId, className, days: classDays } of timelines) {
    for (const classDay of classDays) {
      const day = readDay(classDay)
      const collected = days.get(day.date) ?? { days: [], lessons: [] }
      days.set(day.date, collected)
      collected.days.push(day)
      if (courseId === undefined) continue
      for (const lesson of day.slots.flatMap(slot => slot.lessons)) {
        const role = getRole(lesson, perspective)
        if (role === undefined) continue
        const key = `${courseId}/${lesson.key}`
        collected.lessons.push({ kind: 'lesson', key, hour: lesson.hour, courseId, className, lesson, role })
      }
    }
  }
  return [...days]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([date, { days: sameDays, lessons }]) => ({
      date,
      noSchool: sameDays.length > 0 && sameDays.every(({ noSchool }) => noSchool),
      reason: sameDays.find(({ reason }) => reason !== null)?.reason ?? null,
      entries: addPauses(
        lessons,
        sameDays.flatMap(({ slots }) => slots),
      ),
    }))
}

function getRole(lesson: PlannedLesson, perspective: Perspective): MyLesson['role'] | undefined {
  const role = lesson.role ?? roleByName(lesson, perspective)
  // `lesson.change` says that it is cancelled.
  return role === 'cancelled' ? 'own' : role
}

const roleByName = (lesson: PlannedLesson, perspective: Perspective): Role | undefined =>
  perspective.kind === 'pupil' ? 'own' : roleOf(lesson, text => namesTeacher(text, perspective.name))

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

/** Names of teachers in the timetables, for a user whom the service does not name. */
export function listTeacherNames(timelines: readonly ClassTimeline[]): string[] {
  const names = timelines.flatMap(({ days }) =>
    days.flatMap(day =>
      day.lessons.flatMap(({ lessons }) => (lessons ?? []).map(({ teacher }) => teacher.trim())),
    ),
  )
  return [...new Set(names)].filter(Boolean).toSorted((a, b) => a.localeCompare(b))
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
