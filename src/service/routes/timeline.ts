import { timeline } from '../../contract/timeline.ts'
import { daysBetween } from '../../lib/week.ts'
import { compileOnce } from '../db/compileOnce.ts'
import { selectAsJson } from '../db/dialects.ts'
import { notFound } from '../http/problem.ts'
import { pageSize } from '../http/streamRows.ts'
import { requireRelation } from '../policy/policy.ts'
import { type TimelineInput, timelineDays, timelineRange } from '../serialize/lessons.ts'
import { defineRoute } from './route.ts'

/** api.md § Timetable timeline. All members of a class get the same cached response. */
export const timelineRoutes = [
  defineRoute(
    timeline.days,
    async ({ params: { course_id }, query, caller, db, clock, timeZone, timelines }) => {
      const { timetableVersion } = await requireRelation(db, caller, 'read', { course_id })
      const range = timelineRange(clock(), timeZone, query)
      const { from, to } = range
      // Read the version first. After a change in between, the next request has another key.
      const key = JSON.stringify([course_id, timetableVersion, range, query])
      const cached = timelines.get(key)
      if (cached) return jsonBytes(cached)
      const [plan] = await findPlan(db, { course_id, from, to })
      if (!plan) throw notFound()
      const days = timelineDays(range, { today: range.today, query, ...parseLists(plan) })
      if (daysBetween(from, to) >= pageSize) return days
      const bytes = new TextEncoder().encode(JSON.stringify(days))
      timelines.set(key, bytes)
      return jsonBytes(bytes)
    },
  ),
]

const jsonBytes = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, { headers: { 'Content-Type': 'application/json' } })

type Lists = Omit<TimelineInput, 'today' | 'query'>

const parseLists = (lists: Record<keyof Lists, string>) =>
  Object.fromEntries(Object.entries(lists).map(([name, json]) => [name, JSON.parse(json)])) as Lists

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
