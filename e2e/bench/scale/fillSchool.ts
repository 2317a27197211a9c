import { sql } from 'kysely'
import { scopes } from '../../../src/contract/endpoint.ts'
import { createSessionStore } from '../../../src/gateway/sessions.ts'
import { createTokenCipher } from '../../../src/gateway/tokenCipher.ts'
import type { Databases } from '../../../src/server/openDatabase.ts'
import { newTokens } from '../../../src/service/auth/tokens.ts'
import { resetIdSequences, serviceSchema } from '../../../src/service/db/dialects.ts'
import type { Db } from '../../../src/service/db/schema.ts'

/** People per class, including two teachers. Each class has one chat for all members and one per subject. */
const classSize = 30
const subjects = 3
const messagesPerChat = 40

/** A user with a session. */
export type SignedIn = { cookie: string; courseId: number; chatIds: number[] }

/** Number of chats of each user. */
const chatsPerClass = 1 + subjects

/**
 * Fills an empty school with people in classes of thirty, their timetables and chats. Inserts rows instead of calling
 * endpoints, which would take an hour. Returns the people, each with a session like those of the gateway.
 */
export async function fillSchool(
  { school, sessions }: { school: Db; sessions: Databases['sessions'] },
  people: number,
  options: {
    sessionKey: string
    clientId: string
    cookieName: string
    random: (bytes: number) => Uint8Array
  },
): Promise<SignedIn[]> {
  const classes = Math.ceil(people / classSize)
  const day = new Date(Date.now() - 30 * 86_400_000).toISOString()
  await school.transaction().execute(async trx => {
    await sql`set local search_path to ${sql.id(serviceSchema)}`.execute(trx)
    for (const statement of statements(people, classes))
      await sql.raw(statement.replaceAll(':day', `'${day}'`)).execute(trx)
    await resetIdSequences(trx)
  })
  await sql`analyze`.execute(school)
  return signInAll({ school, sessions }, people, options)
}

/** Returns SQL statements. The IDs of a person's class and chats can be computed from the person's ID. */
function statements(people: number, classes: number): string[] {
  const classOf = `((n - 1) / ${classSize} + 1)`
  const isTeacher = `(case when (n - 1) % ${classSize} < 2 then 1 else 0 end)`
  const chatCount = classes * chatsPerClass
  return [
    `insert into users (id, login, password_hash, name, is_teacher, birthday, registered_at, last_seen_at)
      select n, 'person' || n, 'none', 'Person Number ' || n, ${isTeacher}, null, :day, :day from generate_series(1, ${people}) n`,
    `insert into courses (id, name, school_id, created_at, timetable_week, is_teacher_mode)
      select n, 'Class ' || n, 1, :day, null, 1 from generate_series(1, ${classes}) n`,
    `insert into memberships (course_id, user_id, joined_at, changed_at, is_pending, is_accepted)
      select ${classOf}, n, :day, :day, 0, 1 from generate_series(1, ${people}) n`,
    `insert into lessons (id, course_id, name, short, room, teacher, note, color, is_gradable, is_timetable_only, rooms)
      select n, (n - 1) / 8 + 1, 'Subject ' || n % 8, 'S' || n % 8, 'R' || n % 40, 'Teacher', '', null, 1, 0, '{}'
      from generate_series(1, ${classes * 8}) n`,
    `insert into units (id, school_id, position, start_time, end_time, text, is_break)
      select n, 1, n, to_char(7 + n, 'FM00') || ':00', to_char(7 + n, 'FM00') || ':45', n::text, 0 from generate_series(1, 8) n`,
    `insert into timetable_entries (course_id, weekday, unit_id, lesson_id)
      select c, day, hour, (c - 1) * 8 + (day + hour) % 8 + 1
      from generate_series(1, ${classes}) c, generate_series(1, 5) day, generate_series(1, 6) hour`,
    `insert into permissions (resource_field, resource_id, user_id, is_write, is_admin, given_by_user_id, given_at)
      select 'lesson_id', (${classOf} - 1) * 8 + subject, n, 1, 1, null, :day
      from generate_series(1, ${people}) n, generate_series(1, 8) subject where ${isTeacher} = 1`,
    `insert into chats (id, name, created_at, broadcast_only, files_allowed, is_direct, version)
      select n, 'Chat ' || n, :day, 0, 1, 0, ${messagesPerChat} from generate_series(1, ${chatCount}) n`,
    `insert into permissions (resource_field, resource_id, user_id, is_write, is_admin, given_by_user_id, given_at)
      select 'chat_id', (${classOf} - 1) * ${chatsPerClass} + chat, n, 1, ${isTeacher}, null, :day
      from generate_series(1, ${people}) n, generate_series(1, ${chatsPerClass}) chat`,
    `insert into messages (chat_id, user_id, text, sent_at, version)
      select c, ((c - 1) / ${chatsPerClass}) * ${classSize} + m % least(${classSize}, ${people}) + 1,
        'Message ' || m || ' of a chat, about as long as people write.', :day, m
      from generate_series(1, ${messagesPerChat}) m, generate_series(1, ${chatCount}) c
      where ((c - 1) / ${chatsPerClass}) * ${classSize} + m % least(${classSize}, ${people}) + 1 <= ${people}`,
  ]
}

/** Creates sessions. The access tokens expire at different times of the next hour, as in a real school. */
async function signInAll(
  { school, sessions }: { school: Db; sessions: Databases['sessions'] },
  people: number,
  { sessionKey, clientId, cookieName, random }: Parameters<typeof fillSchool>[2],
): Promise<SignedIn[]> {
  const store = createSessionStore({
    db: sessions,
    cipher: createTokenCipher(Buffer.from(sessionKey, 'base64url'), random),
    clock: Date.now,
    random,
  })
  await school
    .insertInto('applications')
    .values({
      client_id: clientId,
      name: 'Staffroom',
      secret_hash: 'none',
      redirect_url: 'http://localhost:4000/',
    })
    .execute()
  const signIn = async (user_id: number): Promise<SignedIn> => {
    const accessTokenSeconds = 300 + ((user_id * 7919) % 3300)
    const family_id = `bench ${user_id}`
    const tokens = await newTokens(
      { user_id, client_id: clientId, scopes: scopes.join(' '), family_id },
      { clock: Date.now, random, accessTokenSeconds },
    )
    await school.insertInto('tokens').values(tokens.rows).execute()
    const { access_token: access, refresh_token: refresh, scope } = tokens.response
    const id = await store.create({ access, refresh, scope, expiresIn: accessTokenSeconds }, { id: user_id })
    const course = Math.floor((user_id - 1) / classSize)
    return {
      cookie: `${cookieName}=${id}`,
      courseId: course + 1,
      chatIds: Array.from({ length: chatsPerClass }, (_, index) => course * chatsPerClass + index + 1),
    }
  }
  const all: SignedIn[] = []
  for (let from = 1; from <= people; from += 50)
    all.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, people - from + 1) }, (_, at) => signIn(from + at)),
      )),
    )
  return all
}
