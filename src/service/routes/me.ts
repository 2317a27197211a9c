import { me } from '../../contract/me.ts'
import { notFound } from '../../http/problem.ts'
import { isoDateTime } from '../../lib/schoolTime.ts'
import { avatarUrl } from '../serialize/avatarUrl.ts'
import { defineRoute } from './route.ts'

const toUnixSeconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/** api.md § Current user; service-facts.md. Users may always read their own data. */
export const meRoutes = [
  defineRoute(me.get, async ({ caller, db, serializeContext: { origin, timeZone } }) => {
    const user = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', caller.userId)
      .executeTakeFirstOrThrow()
    const inSchoolTime = (instant: string) => isoDateTime(Date.parse(instant), timeZone)
    return {
      id: user.id,
      name: user.name,
      name_is_editable: false,
      badges: user.is_teacher === 1 ? { teacher: 'Teacher' } : [],
      is_pro: false,
      is_student: user.is_teacher === 0,
      is_teacher: user.is_teacher === 1,
      mail: null,
      mail_verified: false,
      mobile: null,
      mobile_verified: false,
      birthday: user.birthday,
      registered_at: inSchoolTime(user.registered_at),
      last_seen_at: inSchoolTime(user.last_seen_at),
      avatar_url: avatarUrl(user, origin),
    }
  }),

  defineRoute(me.memberships, async ({ caller, db }) => {
    const rows = await db
      .selectFrom('memberships')
      .innerJoin('courses', 'courses.id', 'memberships.course_id')
      .selectAll('memberships')
      .select('courses.name as course_name')
      .where('memberships.user_id', '=', caller.userId)
      .orderBy('memberships.course_id')
      .execute()
    return rows.map(row => ({
      course_id: row.course_id,
      // A pending member can't read the class.
      ...(row.is_accepted === 1 && { course_name: row.course_name }),
      user_id: row.user_id,
      time: toUnixSeconds(row.joined_at),
      changed: toUnixSeconds(row.changed_at),
      is_pending: row.is_pending === 1,
      is_accepted: row.is_accepted === 1,
    }))
  }),

  defineRoute(me.accessToken, async ({ caller, db, clock, timeZone, request }) => {
    const row = await db
      .selectFrom('tokens')
      .select(['created_at', 'expires_at'])
      .where('id', '=', caller.tokenId)
      .executeTakeFirst()
    if (!row) throw notFound()
    const expires = row.expires_at === null ? null : Date.parse(row.expires_at)
    return {
      // The database has only its hash.
      token: request.headers.get('authorization')?.trim().split(/ +/)[1] ?? '',
      created_at: isoDateTime(Date.parse(row.created_at), timeZone),
      expires_at: expires === null ? null : isoDateTime(expires, timeZone),
      expires_in: expires === null ? null : Math.floor((expires - clock()) / 1000),
      type: 'Bearer',
    }
  }),

  defineRoute(me.ips, async ({ serializeContext: { origin } }) => ({
    dns: [new URL(origin).hostname],
    webhooks: [],
  })),
]
