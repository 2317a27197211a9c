import { timeline } from '../../contract/timeline.ts'
import { timelineDays, timelineRange } from '../answers/lessons.ts'
import { notFound } from '../answers/problem.ts'
import { demand } from '../rules/policy.ts'
import { on } from './route.ts'

/** The timetable of a class (api.md § Timetable timeline). As many queries for a year as for a day. */
export const timelineRoutes = [
  on(timeline.days, async ({ params: { course_id }, query, caller, db, clock, timeZone }) => {
    await demand(db, caller, 'read', { course_id })
    const course = await db
      .selectFrom('courses')
      .select('school_id')
      .where('id', '=', course_id)
      .executeTakeFirst()
    if (!course) throw notFound()
    const range = timelineRange(clock(), timeZone, query)

    return timelineDays(range, {
      today: range.today,
      query,
      units: await db
        .selectFrom('units')
        .selectAll()
        .where('school_id', '=', course.school_id)
        .orderBy('start_time')
        .orderBy('id')
        .execute(),
      lessons: await db
        .selectFrom('lessons')
        .selectAll()
        .where('course_id', '=', course_id)
        .orderBy('id')
        .execute(),
      entries: await db
        .selectFrom('timetable_entries')
        .select(['weekday', 'unit_id', 'lesson_id'])
        .where('course_id', '=', course_id)
        .orderBy('id')
        .execute(),
      holidays: await db
        .selectFrom('holidays')
        .select(['date', 'name'])
        .where('school_id', '=', course.school_id)
        .where('date', '>=', range.from)
        .where('date', '<=', range.to)
        .execute(),
      representations: await db
        .selectFrom('representations')
        .select(['date', 'body'])
        .where('course_id', '=', course_id)
        .where('date', '>=', range.from)
        .where('date', '<=', range.to)
        .orderBy('id')
        .execute(),
    })
  }),
]
