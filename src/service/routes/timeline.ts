import { timeline } from '../../contract/timeline.ts'
import { notFound } from '../../http/problem.ts'
import { daysBetween } from '../../lib/week.ts'
import { pageSize } from '../http/streamRows.ts'
import { requireRelation } from '../policy/policy.ts'
import { timelineDays, timelineRange } from '../serialize/lessons.ts'
import { readMyTimeline } from '../serialize/myTimeline.ts'
import { findPlan } from '../serialize/timetablePlan.ts'
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
      const plan = await findPlan(db, { course_id, from, to })
      if (!plan) throw notFound()
      const days = timelineDays(range, { today: range.today, query, ...plan })
      if (daysBetween(from, to) >= pageSize) return days
      const bytes = new TextEncoder().encode(JSON.stringify(days))
      timelines.set(key, bytes)
      return jsonBytes(bytes)
    },
  ),

  /** Users may always read their own lessons. */
  defineRoute(timeline.mine, ({ query, caller, db, clock, timeZone }) =>
    readMyTimeline(db, caller, {
      ...timelineRange(clock(), timeZone, query),
      query: { ...query, show_breaks: { breaks: true, holidays: true } },
    }),
  ),
]

const jsonBytes = (bytes: Uint8Array<ArrayBuffer>) =>
  new Response(bytes, { headers: { 'Content-Type': 'application/json' } })
