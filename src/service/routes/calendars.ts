import { calendarMinutes, calendars } from '../../contract/calendar.ts'
import { notFound } from '../../http/problem.ts'
import { type CalendarEvent, formatCalendar } from '../../lib/icalendar.ts'
import { isLanguage } from '../../lib/language.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import { hashSecret, newSecret } from '../auth/secrets.ts'
import type { Db } from '../db/schema.ts'
import { computeETag, matchesETag } from '../http/etag.ts'
import { requirePermission } from '../policy/policy.ts'
import { serializeEvent } from '../serialize/calendarEvents.ts'
import { calendarRange, readCalendarLessons, readLessonSource } from '../serialize/calendarLessons.ts'
import { calendarTexts } from '../serialize/calendarTexts.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** Calendars for other programs (docs/decisions/067). */
export const calendarRoutes = [
  defineRoute(calendars.list, async ({ caller, db, timeZone }) => {
    const rows = await db
      .selectFrom('calendars')
      .select(['course_id', 'created_at'])
      .where('user_id', '=', caller.userId)
      .orderBy('id')
      .execute()
    return rows.map(({ course_id, created_at }) => ({
      course_id,
      created_at: isoDateTime(Date.parse(created_at), timeZone),
    }))
  }),

  defineWriteRoute(calendars.create, async context => {
    const { body, caller, db, changed, clock, random, sha256, timeZone, serializeContext } = context
    const { course_id, language } = body
    if (course_id !== null) await requirePermission(db, caller, 'read', { course_id })
    const now = clock()
    const created_at = new Date(now).toISOString()
    // A concurrent request waits for this row, and then replaces the new calendar.
    const lastSeen = { last_seen_at: created_at }
    await db.updateTable('users').set(lastSeen).where('id', '=', caller.userId).execute()
    await deleteCalendar(db, { user_id: caller.userId, course_id }).execute()
    const secret = newSecret(random)
    const row = { user_id: caller.userId, course_id, language, created_at }
    await db
      .insertInto('calendars')
      .values({ ...row, secret_hash: await hashSecret(secret, sha256) })
      .execute()
    changed('calendar', { user_id: caller.userId })
    return {
      course_id,
      created_at: isoDateTime(now, timeZone),
      url: `${serializeContext.origin}/calendar/${secret}.ics`,
    }
  }),

  /** Succeeds without a calendar, so that a repeated request has the same result. */
  defineWriteRoute(calendars.remove, async ({ query, caller, db, changed }) => {
    const owner = { user_id: caller.userId, course_id: query.course_id ?? null }
    const { numDeletedRows } = await deleteCalendar(db, owner).executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) changed('calendar', { user_id: caller.userId })
    return undefined
  }),

  defineRoute(calendars.feed, async context => {
    const { params, db, clock, request, timeZone, sha256, address, limits } = context
    const secret = params.calendar_file.replace(/\.ics$/, '')
    const calendar = await findCalendar(db, await hashSecret(secret, sha256))
    const source = calendar && (await readLessonSource(db, calendar))
    if (!source) throw notFound()
    const { language: stored, secret_hash: salt } = calendar
    const language = isLanguage(stored) ? stored : 'en'
    const { host } = new URL(context.serializeContext.origin)
    const now = clock()
    const range = calendarRange(now, timeZone)
    // The time of creation differs between equal calendars, so the ETag is weak.
    const etag = await computeETag([language, host, range.from, range.to, source], sha256)
    const headers = { ...calendarHeaders, ETag: `W/${etag}` }
    if (matchesETag(request, etag)) return new Response(null, { status: 304, headers })
    // Some programs check the address before they fetch it.
    if (request.method === 'HEAD') return new Response(null, { headers })
    await limits.countCalendarFetch(salt, { address, program: request.headers.get('User-Agent') ?? '' })
    const isOfOneClass = calendar.course_id !== null
    const options = { isOfOneClass, language, timeZone, host, salt, sha256 }
    const yieldIfDue = createYielder()
    const events: CalendarEvent[] = []
    for (const lesson of await readCalendarLessons(db, source, range)) {
      await yieldIfDue()
      events.push(await serializeEvent(lesson, options))
    }
    const texts = calendarTexts[language]
    const [first] = source.classes
    const name = isOfOneClass && first ? texts.timetable(first.name) : texts.ownLessons
    const text = formatCalendar({ name, stamp: now, events, refreshMinutes: suggestedMinutes })
    return new Response(text, { headers })
  }),
]

/** In minutes. Substitutions change during the morning. */
const suggestedMinutes = 60

const calendarHeaders = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'attachment; filename="timetable.ics"',
  'Cache-Control': `private, max-age=${calendarMinutes * 60}`,
}

type CalendarOwner = { user_id: number; course_id: number | null }

const deleteCalendar = (db: Db, { user_id, course_id }: CalendarOwner) =>
  db
    .deleteFrom('calendars')
    .where('user_id', '=', user_id)
    .where('course_id', course_id === null ? 'is' : '=', course_id)

const findCalendar = (db: Db, secretHash: string) =>
  db
    .selectFrom('calendars')
    .select(['user_id', 'course_id', 'language', 'secret_hash'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
