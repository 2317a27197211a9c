import type { PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf, readDay } from '../../contract/schoolDay.ts'
import { TimelineDay } from '../../contract/timeline.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Db } from '../db/schema.ts'
import { timelineDays, timelineRange } from './lessons.ts'
import { findClassesNaming, roleInClass } from './taughtClasses.ts'
import { createNameMatch, readTeachers, type Teacher } from './teacherNames.ts'
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
  const ownClasses = await db
    .selectFrom('memberships')
    .innerJoin('courses', 'courses.id', 'memberships.course_id')
    .select(['courses.id', 'courses.name', 'courses.school_id', 'courses.timetable_version'])
    .where('memberships.user_id', '=', user_id)
    .where('memberships.is_accepted', '=', 1)
    .orderBy('courses.id')
    .execute()
  const members = ownClasses.map(({ school_id: _school, ...row }) => ({ ...row, isMember: true }))
  if (course_id !== null) {
    const classes = members.filter(({ id }) => id === course_id)
    return classes.length > 0 ? { classes } : undefined
  }
  const user = await db.selectFrom('users').select('is_teacher').where('id', '=', user_id).executeTakeFirst()
  if (user?.is_teacher !== 1 || ownClasses.length === 0) return { classes: members }
  return readTeacherSource(db, user_id, {
    schools: [...new Set(ownClasses.map(({ school_id }) => school_id))],
    memberOf: new Set(members.map(({ id }) => id)),
  })
}

/** A teacher may cover a lesson in every class of the school. */
async function readTeacherSource(
  db: Db,
  id: number,
  { schools, memberOf }: { schools: readonly number[]; memberOf: ReadonlySet<number> },
): Promise<LessonSource> {
  const classes = await db
    .selectFrom('courses')
    .select(['id', 'name', 'timetable_version'])
    .where('school_id', 'in', schools)
    .orderBy('id')
    .execute()
  const all = await readTeachers(db, schools)
  return {
    classes: classes.map(row => ({ ...row, isMember: memberOf.has(row.id) })),
    teacher: { id, all },
  }
}

/** Returns all lessons of the classes, or those that the teacher gives. */
export async function readCalendarLessons(
  db: Db,
  source: LessonSource,
  range: Range,
): Promise<CalendarLesson[]> {
  const { classes, teacher } = source
  if (!teacher) return readClassLessons(db, classes, range)
  const isOwnName = createNameMatch(teacher.id, teacher.all)
  const named = await findClassesNaming(
    db,
    classes.map(({ id }) => id),
    range,
    isOwnName,
  )
  const found = await readClassLessons(
    db,
    classes.filter(({ id }) => named.has(id)),
    range,
  )
  const memberOf = new Set(classes.filter(({ isMember }) => isMember).map(({ id }) => id))
  return found.flatMap(each => {
    const role = roleInClass(each.lesson, each.classId, isOwnName)
    // The plan of another class is not visible to the teacher, except for the lessons to cover.
    if (role === undefined || (role !== 'cover' && !memberOf.has(each.classId))) return []
    return role === 'cover' || role === 'given' ? { ...each, role } : each
  })
}

async function readClassLessons(
  db: Db,
  classes: readonly SourceClass[],
  range: Range,
): Promise<CalendarLesson[]> {
  const lessons: CalendarLesson[] = []
  const yieldIfDue = createYielder()
  for (const { id: classId, name: className } of classes) {
    const plan = await findPlan(db, { course_id: classId, from: range.from, to: range.to })
    if (!plan) continue
    for (const day of timelineDays(range, { today: range.today, query, ...plan })) {
      await yieldIfDue()
      const planned = lessonsOf(readDay(TimelineDay.parse(day)))
      lessons.push(...planned.map(lesson => ({ classId, className, lesson })))
    }
  }
  return lessons
}
