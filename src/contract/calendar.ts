import { z } from 'zod/mini'
import { languageCodes } from '../lib/language.ts'
import { bytes, endpoint, noContent, one, rows } from './endpoint.ts'
import { DateTime, Id, QueryInteger } from './wire.ts'

/** Calendar of a class, or of the user's own lessons if `course_id` is null. */
export const CalendarSubscription = z.looseObject({
  course_id: z.nullable(Id),
  created_at: DateTime,
})
export type CalendarSubscription = z.output<typeof CalendarSubscription>

/** Only the response to the creation has `url`. */
export const NewCalendar = z.extend(CalendarSubscription, {
  url: z.url({ protocol: /^https?$/ }),
})

/** In minutes. A program may use the lessons of one fetch for this time. */
export const calendarMinutes = 15

const why = 'extension: a calendar app outside of Staffroom shows the timetable'
const without = `${why}; without it the app offers only the calendar file`

export const calendars = {
  list: endpoint('GET /me/calendar', 'The user’s calendars, without their addresses', {
    resource: 'calendar',
    scope: 'courses.memberships',
    response: rows(CalendarSubscription, ({ course_id }) => course_id ?? 0),
    assumed: without,
  }),
  create: endpoint('POST /me/calendar', 'Creates the address of a calendar, which is shown once', {
    resource: 'calendar',
    scope: 'courses.memberships',
    body: z.object({
      course_id: z._default(z.nullable(Id), null),
      /** Language of the texts in the calendar. */
      language: z._default(z.enum(languageCodes), 'en'),
    }),
    response: one(NewCalendar),
    invalidates: ['calendar'],
    assumed: `${without}. Revokes the previous address of the same calendar`,
  }),
  remove: endpoint('DELETE /me/calendar', 'Revokes the address of a calendar', {
    resource: 'calendar',
    scope: 'courses.memberships',
    query: z.object({ course_id: z.optional(QueryInteger) }),
    response: noContent,
    invalidates: ['calendar'],
    assumed: without,
  }),
  /** For calendar apps, without a session. */
  feed: endpoint('GET /calendar/:calendar_file', 'The lessons of a calendar, by its secret address', {
    base: '',
    resource: 'calendar',
    auth: 'none',
    response: { ...bytes, type: 'text/calendar' },
    hasETag: true,
    assumed: why,
  }),
}
