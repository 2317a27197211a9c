import { timeline } from '../../contract/timeline.ts'
import { type TimelineInput, timelineDays, timelineRange } from '../answers/lessons.ts'
import { notFound } from '../answers/problem.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import { jsonOf } from '../db/dialects.ts'
import { demand } from '../rules/policy.ts'
import { on } from './route.ts'

/** The timetable of a class (api.md § Timetable timeline). One query for a year as for a day. */
export const timelineRoutes = [
  on(timeline.days, async ({ params: { course_id }, query, caller, db, clock, timeZone }) => {
    await demand(db, caller, 'read', { course_id })
    const { today, ...range } = timelineRange(clock(), timeZone, query)
    const [course] = await planOf(db, { course_id, ...range })
    if (!course) throw notFound()
    const rows = <Name extends keyof typeof course>(name: Name) =>
      JSON.parse(course[name]) as Extract<TimelineInput[Name], readonly unknown[]>
    return timelineDays(range, {
      ...{ today, query },
      units: rows('units'),
      lessons: rows('lessons'),
      entries: rows('entries'),
      holidays: rows('holidays'),
      representations: rows('representations'),
    })
  }),
]

type Asked = { course_id: number; from: string; to: string }

const planOf = compiledOnce((db, { course_id, from, to }: Asked) =>
  db
    .selectFrom('courses')
    .where('courses.id', '=', course_id)
    .select(({ selectFrom }) => [
      jsonOf(
        db,
        selectFrom('units')
          .whereRef('units.school_id', '=', 'courses.school_id')
          .select(['id', 'position', 'start_time', 'end_time', 'text', 'is_break'])
          .orderBy('start_time')
          .orderBy('id'),
      ).as('units'),
      jsonOf(
        db,
        selectFrom('lessons')
          .where('course_id', '=', course_id)
          .select(['id', 'name', 'short', 'room', 'teacher', 'note', 'color', 'rooms'])
          .select(['is_gradable', 'is_timetable_only'])
          .orderBy('id'),
      ).as('lessons'),
      jsonOf(
        db,
        selectFrom('timetable_entries')
          .where('course_id', '=', course_id)
          .select(['weekday', 'unit_id', 'lesson_id'])
          .orderBy('id'),
      ).as('entries'),
      jsonOf(
        db,
        selectFrom('holidays')
          .whereRef('holidays.school_id', '=', 'courses.school_id')
          .where('date', '>=', from)
          .where('date', '<=', to)
          .select(['date', 'name'])
          .orderBy('id'),
      ).as('holidays'),
      jsonOf(
        db,
        selectFrom('representations')
          .where('course_id', '=', course_id)
          .where('date', '>=', from)
          .where('date', '<=', to)
          .select(['date', 'body'])
          .orderBy('id'),
      ).as('representations'),
    ]),
)
