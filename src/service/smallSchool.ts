import { hashPassword } from './passwords.ts'
import { fillSmallChats } from './smallChats.ts'
import { fillSmallFiles } from './smallFiles.ts'
import { fillSmallHomework } from './smallHomework.ts'
import type { Db } from './store/schema.ts'

/** The least school that shows every rule of access: for tests that should not wait for the seed school. */
export const smallSchool = {
  password: 'correct horse',
  application: {
    clientId: 'staffroom',
    name: 'Staffroom',
    secret: 'a secret of the test',
    redirectUrl: 'https://app.example/sign-in/callback',
  },
  /** albrecht, ruiz and sommer belong to 8b, kern and weber to 10a; pending has asked to join 8b. */
  people: { albrecht: 1, sommer: 2, kern: 3, weber: 4, pending: 5, ruiz: 6 },
  courses: { '8b': 1, '10a': 2 },
  /** albrecht administers Maths, sommer was given read access to it; kern administers English. */
  lessons: { maths: 1, art: 2, english: 3 },
  permissions: { albrechtOnMaths: 1, sommerOnMaths: 2, kernOnEnglish: 3 },
} as const

/** Fills an empty, migrated database with it. Passwords are hashed with few rounds: hashing well is slow on purpose. */
export async function fillSmallSchool(
  db: Db,
  { now, random }: { now: number; random: (bytes: number) => Uint8Array },
): Promise<void> {
  const at = new Date(now).toISOString()
  const password_hash = await hashPassword(smallSchool.password, random, 1000)
  for (const [login, id] of Object.entries(smallSchool.people)) {
    const is_teacher = ['albrecht', 'ruiz', 'kern'].includes(login) ? 1 : 0
    const name = login.charAt(0).toUpperCase() + login.slice(1)
    const dates = { birthday: null, registered_at: at, last_seen_at: at }
    await db
      .insertInto('users')
      .values({ id, login, password_hash, name, is_teacher, ...dates })
      .execute()
  }
  for (const [name, id] of Object.entries(smallSchool.courses)) {
    const rest = { school_id: 1, created_at: at, timetable_week: null, is_teacher_mode: 1 } as const
    await db
      .insertInto('courses')
      .values({ id, name, ...rest })
      .execute()
  }
  const { albrecht, ruiz, sommer, kern, weber, pending } = smallSchool.people
  const members = { [albrecht]: 1, [ruiz]: 1, [sommer]: 1, [kern]: 2, [weber]: 2, [pending]: 1 }
  for (const [user, course_id] of Object.entries(members)) {
    const user_id = Number(user)
    const is_pending = user_id === pending ? 1 : 0
    const is_accepted = user_id === pending ? 0 : 1
    const dates = { joined_at: at, changed_at: at }
    await db
      .insertInto('memberships')
      .values({ course_id, user_id, is_pending, is_accepted, ...dates })
      .execute()
  }
  for (const [name, id] of Object.entries(smallSchool.lessons)) {
    const looks = { short: name.slice(0, 2), room: '', teacher: '', note: '', color: '#336699', rooms: '{}' }
    const flags = { is_gradable: 1, is_timetable_only: 0 } as const
    const course_id = name === 'english' ? 2 : 1
    await db
      .insertInto('lessons')
      .values({ id, course_id, name, ...looks, ...flags })
      .execute()
  }
  const times = { school_id: 1, position: 1, start_time: '08:00', end_time: '08:45', text: '1' }
  const unit = await db
    .insertInto('units')
    .values({ ...times, is_break: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = { course_id: 1, weekday: 1, unit_id: unit.id, lesson_id: smallSchool.lessons.maths }
  await db.insertInto('timetable_entries').values(entry).execute()
  const grants = [
    [albrecht, smallSchool.lessons.maths, 1],
    [sommer, smallSchool.lessons.maths, 0],
    [kern, smallSchool.lessons.english, 1],
  ] as const
  for (const [user_id, resource_id, all] of grants) {
    const given = { given_by_user_id: null, given_at: at, resource_field: 'lesson_id' }
    await db
      .insertInto('permissions')
      .values({ user_id, resource_id, is_write: all, is_admin: all, ...given })
      .execute()
  }
  await fillSmallHomework(db, { now, people: smallSchool.people })
  await fillSmallChats(db, { now, people: smallSchool.people })
  await fillSmallFiles(db, { now, people: smallSchool.people })
}
