import { z } from 'zod/mini'
import { endpoint, rows } from './endpoint.ts'
import { Lesson, Role } from './lessons.ts'
import { assumed, byId, ClockTime, Day, Flag, Id, ordered, QueryInteger } from './wire.ts'

/** School time (api.md § Timeline day). `position` counts from 1. */
export const Unit = z.looseObject({
  id: z.nullable(Id),
  start: ClockTime,
  end: ClockTime,
  position: z.nullable(z.int()),
  positions: assumed(z.array(z.int())),
  text: z.string(),
  text_readable: z.string(),
})
export type Unit = z.output<typeof Unit>

export const Slot = z.looseObject({
  unit: Unit,
  lessons: z.nullable(ordered(Lesson, byId)),
  is_break: z.boolean(),
  /** Extension of `GET /me/timetable/timeline`. Of all lessons of the slot. */
  role: assumed(Role),
})
export type Slot = z.output<typeof Slot>

/** api.md does not show the items of `representations`. */
export const Substitution = z.looseObject({
  id: assumed(Id),
  unit_id: assumed(Id),
  lesson_id: assumed(Id),
  kind: assumed(z.enum(['cancelled', 'substituted', 'moved', 'note'])),
  teacher: assumed(z.string()),
  room: assumed(z.string()),
  note: assumed(z.string()),
})
export type Substitution = z.output<typeof Substitution>

export const TimelineDay = z.looseObject({
  date: Day,
  is_today: z.boolean(),
  is_unschooled: z.boolean(),
  lessons: ordered(Slot, ({ unit }) => `${unit.start.padStart(5, '0')} ${unit.end.padStart(5, '0')}`),
  representations: z.array(z.unknown()),
})
export type TimelineDay = z.output<typeof TimelineDay>

/** `course_id` is null for breaks and free periods. Items of `representations` also have one. */
const MySlot = z.extend(Slot, { course_id: z.nullable(Id), course_name: z.nullable(z.string()) })

export const MyTimelineDay = z.extend(TimelineDay, {
  lessons: ordered(
    MySlot,
    ({ unit, course_id }) => `${unit.start.padStart(5, '0')} ${unit.end.padStart(5, '0')} ${course_id ?? ''}`,
  ),
})
export type MyTimelineDay = z.output<typeof MyTimelineDay>

/** In days. Assumed: api.md has no limit. */
export const maxDaysForward = 366

export const timeline = {
  /** api.md § Timetable timeline. Assumed: a second `show_breaks` is for holidays. */
  days: endpoint(
    'GET /courses/:course_id/timetable/timeline',
    'The timetable of a class by day, in complete weeks',
    {
      resource: 'timeline',
      query: z.object({
        show_breaks: z.pipe(
          z._default(z.union([Flag, z.array(Flag).check(z.minLength(1), z.maxLength(2))]), true),
          z.transform(value => {
            const [breaks = true, holidays = true] = Array.isArray(value) ? value : [value]
            return { breaks, holidays }
          }),
        ),
        start_today: z._default(Flag, false),
        days_forward: z._default(QueryInteger.check(z.minimum(0), z.maximum(maxDaysForward)), 7),
      }),
      response: rows(TimelineDay, day => day.date),
    },
  ),
  mine: endpoint('GET /me/timetable/timeline', 'The own lessons and covers in all classes by day', {
    resource: 'timeline',
    query: z.object({
      start_today: z._default(Flag, false),
      days_forward: z._default(QueryInteger.check(z.minimum(0), z.maximum(maxDaysForward)), 7),
    }),
    response: rows(MyTimelineDay, day => day.date),
    assumed: 'extension: one request for all classes, and covers in other classes',
  }),
}
