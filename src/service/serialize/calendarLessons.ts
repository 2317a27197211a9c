import type { PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf, readDay } from '../../contract/schoolDay.ts'
import { TimelineDay } from '../../contract/timeline.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Db } from '../db/schema.ts'
import { timelineDays, timelineRange } from './lessons.ts'
import { findTaughtClasses, type GetRole } from './taughtClasses.ts'
import { readTeachers, type Teacher } from './teacherNames.ts'
import { findPlan } from './timetablePlan.ts'

type SourceClass = { id: number; name: string; timetable_version: number; isMember: boolean }

/** Data that decides which lessons a calendar has. With the range, it identifies the content. */
export type LessonSource = {
  classes: readonly SourceClass[]
  /** Only the lessons of this teacher. `all` are the teachers of the school. */
  teacher?: { id: number; all: readonly Teacher[] }
}

/** `cover`: the user replaces another teacher. `given`: another teacher takes the lesson. */
export type CalendarLesson = {
  classId: number
  className: string
  lesson: PlannedLesson
  role?: 'cover' | 'given'
}

const query = { show_breaks: { breaks: false, holidays: true }, start_today: false, days_forward: 56 }

/** From Monday of this week to the end of the eighth week after it. */
export const calendarRange = (now: number, timeZone: string) => timelineRange(now, timeZone, query)
type Range = ReturnType<typeof calendarRange>

type CalendarOwner = { user_id: number; course_id: number | null }

/** Returns undefined if the user does not belong to the class. */
export async function readLessonSource(
  db: Db,
  { user_id, course_id }: CalendarOwner,
): Promise<LessonSource | undefined> {
  const own = await db
    .selectFrom('memberships')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .select(['courses.id', 'courses.school_id'])
    .where('memberships.user_id', '=', user_id)
    .where('memberships.is_accepted', '=', 1)
    .execute()
  const memberOf = new Set(own.map(({ id }) => id))
  if (course_id !== null && !memberOf.has(course_id)) return undefined
  const user = await db.selectFrom('users').select('is_teacher').where('id', '=', user_id).executeTakeFirst()
  const isOfTeacher = course_id === null && user?.is_teacher === 1
  const schools = [...new Set(own.map(({ school_id }) => school_id))]
  const courses = db.selectFrom('courses').select(['id', 'name', 'timetable_version']).orderBy('id')
  const rows = await (isOfTeacher
    ? // A teacher may cover a lesson in every class of the school.
      courses.where('school_id', 'in', schools)
    : courses.where('id', 'in', course_id === null ? [...memberOf] : [course_id])
  ).execute()
  const classes = rows.map(row => ({ ...row, isMember: memberOf.has(row.id) }))
  return isOfTeacher
    ? { classes, teacher: { id: user_id, all: await readTeachers(db, schools) } }
    : { classes }
}

/** Returns all lessons of the classes, or those that the teacher gives. */
export async function readCalendarLessons(
  db: Db,
  { classes, teacher }: LessonSource,
  range: Range,
): Promise<CalendarLesson[]> {
  const classIds = classes.filter(({ isMember }) => isMember).map(({ id }) => id)
  const { courseIds, getRole } = teacher
    ? await findTaughtClasses(db, teacher.id, { ...range, classIds })
    : { courseIds: classIds, getRole: (() => 'own') satisfies GetRole }
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  const lessons: CalendarLesson[] = []
  const yieldIfDue = createYielder()
  for (const classId of courseIds) {
    const plan = await findPlan(db, { course_id: classId, from: range.from, to: range.to })
    if (!plan) continue
    for (const day of timelineDays(range, { today: range.today, query, ...plan })) {
      await yieldIfDue()
      for (const lesson of lessonsOf(readDay(TimelineDay.parse(day)))) {
        const role = getRole(classId, lesson)
        if (role === undefined) continue
        const isOther = role === 'cover' || role === 'given'
        lessons.push({ classId, className: names.get(classId) ?? '', lesson, ...(isOther && { role }) })
      }
    }
  }
  return lessons
}
