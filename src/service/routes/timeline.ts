import { timeline } from '../../contract/timeline.ts'
import { daysBetween } from '../../lib/week.ts'
import { compileOnce } from '../db/compileOnce.ts'
import { selectAsJson } from '../db/dialects.ts'
import { memoizeBytes } from '../http/memoizeBytes.ts'
import { notFound } from '../http/problem.ts'
import { pageSize } from '../http/streamRows.ts'
import { requirePermission } from '../policy/policy.ts'
import { type TimelineInput, timelineDays, timelineRange } from '../serialize/lessons.ts'
import { defineRoute } from './route.ts'

/** api.md § Timetable timeline. One query for any number of days. */
export const timelineRoutes = [
  defineRoute(timeline.days, async ({ params: { course_id }, query, caller, db, clock, timeZone }) => {
    await requirePermission(db, caller, 'read', { course_id })
    const range = timelineRange(clock(), timeZone, query)
    const { from, to } = range
    const [course] = await findPlan(db, { course_id, from, to })
    if (!course) throw notFound()
    const { units, lessons, entries, holidays, representations } = course
    // These values are JSON text already.
    const lists = `"units":${units},"lessons":${lessons},"entries":${entries},"holidays":${holidays},"representations":${representations}`
    const inputJson = `{"range":${JSON.stringify(range)},"query":${JSON.stringify(query)},${lists}}`
    if (daysBetween(from, to) >= pageSize) return createDays(inputJson)
    return new Response(renderDays(inputJson), { headers: { 'Content-Type': 'application/json' } })
  }),
]

/** All members of a class get the same response. */
const renderDays = memoizeBytes(inputJson => JSON.stringify(createDays(inputJson)))

type PlanJson = { range: ReturnType<typeof timelineRange> } & Omit<TimelineInput, 'today'>

function createDays(inputJson: string) {
  const { range, ...rest }: PlanJson = JSON.parse(inputJson)
  return timelineDays(range, { ...rest, today: range.today })
}

type PlanQuery = { course_id: number; from: string; to: string }

const findPlan = compileOnce((db, { course_id, from, to }: PlanQuery) =>
  db
    .selectFrom('courses')
    .where('courses.id', '=', course_id)
    .select(({ selectFrom }) => [
      selectAsJson(
        db,
        selectFrom('units')
          .whereRef('units.school_id', '=', 'courses.school_id')
          .select(['id', 'position', 'start_time', 'end_time', 'text', 'is_break'])
          .orderBy('start_time')
          .orderBy('id'),
      ).as('units'),
      selectAsJson(
        db,
        selectFrom('lessons')
          .where('course_id', '=', course_id)
          .select(['id', 'name', 'short', 'room', 'teacher', 'note', 'color', 'rooms'])
          .select(['is_gradable', 'is_timetable_only'])
          .orderBy('id'),
      ).as('lessons'),
      selectAsJson(
        db,
        selectFrom('timetable_entries')
          .where('course_id', '=', course_id)
          .select(['weekday', 'unit_id', 'lesson_id'])
          .orderBy('id'),
      ).as('entries'),
      selectAsJson(
        db,
        selectFrom('holidays')
          .whereRef('holidays.school_id', '=', 'courses.school_id')
          .where('date', '>=', from)
          .where('date', '<=', to)
          .select(['date', 'name'])
          .orderBy('id'),
      ).as('holidays'),
      selectAsJson(
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
