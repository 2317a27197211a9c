import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { classTargetAccess } from '../testing/classTargetAccessTable.ts'
import { insertClassGrant, joinClass, leaveClass } from '../testing/insertClassGrant.ts'
import { smallChats, smallFiles, smallHomework, smallSchool } from '../testing/sampleSchool.ts'
import { type TestService, testService } from '../testing/testService.ts'

const { courses, lessons, people } = smallSchool
const contents = [
  ['chat_id', smallChats.talk],
  ['lesson_id', lessons.maths],
  ['todo_id', smallHomework.maths],
  ['file_id', smallFiles.folder],
] as const

let school: TestService
beforeEach(async () => {
  school = await testService()
})
afterEach(() => school.close())

const giveToClass = async (course_id: number, is_write: 0 | 1) => {
  for (const [field, id] of contents) await insertClassGrant(school, field, id, { course_id, is_write })
}

/** A third class. The caller is its only member. */
async function createClass(user_id: number): Promise<number> {
  const at = new Date(school.clock()).toISOString()
  const course = {
    name: '7c',
    school_id: 1,
    created_at: at,
    timetable_week: null,
    is_teacher_mode: 1,
  } as const
  const { id } = await school.db
    .insertInto('courses')
    .values(course)
    .returning('id')
    .executeTakeFirstOrThrow()
  await joinClass(school, user_id, id)
  return id
}

/** In the order of the columns. */
const callers: Record<string, () => Promise<string>> = {
  'a member of another class': async () => {
    await giveToClass(await createClass(people.ruiz), 1)
    return school.signIn('weber')
  },
  'a pending member': async () => {
    await giveToClass(courses['10a'], 1)
    await joinClass(school, people.pending, courses['10a'])
    await school.db
      .updateTable('memberships')
      .set({ is_pending: 1, is_accepted: 0 })
      .where('user_id', '=', people.pending)
      .execute()
    return school.signIn('pending')
  },
  'a former member': async () => {
    await giveToClass(courses['10a'], 1)
    await leaveClass(school, people.weber, courses['10a'])
    return school.signIn('weber')
  },
  'a member of a class that may read': async () => {
    await giveToClass(courses['10a'], 0)
    return school.signIn('weber')
  },
  // Classes with pupils never have Write access to homework.
  'a member of a class of teachers that may write': async () => {
    await leaveClass(school, people.weber, courses['10a'])
    await giveToClass(courses['10a'], 1)
    return school.signIn('kern')
  },
  'a member of two classes of which one may read': async () => {
    await giveToClass(await createClass(people.weber), 0)
    return school.signIn('weber')
  },
}

describe.each(Object.entries(classTargetAccess))('%s', (_name, { method, path, body, form, statuses }) => {
  const expectedStatuses = statuses.split(' ').map(Number)

  it.each(Object.keys(callers).map((who, column) => ({ who, status: expectedStatuses[column] })))(
    'answers $status to $who',
    async ({ who, status }) => {
      const token = (await callers[who]?.()) ?? ''
      const sentBody = form === undefined ? body : createUpload(form)
      const response = await school.send(method, `/api/v2${path}`, {
        token,
        ...(sentBody && { body: sentBody }),
      })
      await response.text()
      expect(response.status).toBe(status)
    },
  )
})

function createUpload(related_to: string): FormData {
  const body = new FormData()
  body.append('related_to', related_to)
  body.append('file', new File(['text'], 'a.txt'))
  return body
}

describe('a pupil who joins a class', () => {
  it('sees its chats with unread messages, and loses them by leaving', async () => {
    await insertClassGrant(school, 'chat_id', smallChats.talk, { course_id: courses['10a'], is_write: 1 })
    const token = await school.signIn('sommer')
    await school.db
      .deleteFrom('permissions')
      .where('resource_field', '=', 'chat_id')
      .where('user_id', '=', people.sommer)
      .execute()
    const list = async () => (await school.send('GET', '/api/v2/chats', { token })).json()
    expect(await list()).toEqual([])
    await joinClass(school, people.sommer, courses['10a'])
    // Albrecht, Ruiz, Kern, Weber and Sommer.
    const chat = {
      id: smallChats.talk,
      can_write: true,
      is_admin: false,
      unread_messages: 4,
      member_count: 5,
    }
    expect(await list()).toMatchObject([chat])
    await leaveClass(school, people.sommer, courses['10a'])
    expect(await list()).toEqual([])
  })

  it('counts once in a chat with several of their permissions', async () => {
    const { talk } = smallChats
    for (const course_id of [courses['8b'], courses['10a']])
      await insertClassGrant(school, 'chat_id', talk, { course_id, is_write: 0 })
    await joinClass(school, people.ruiz, courses['10a'])
    await joinClass(school, people.kern, courses['8b'])
    const token = await school.signIn('albrecht')
    // Albrecht, Ruiz, Sommer, Kern, Weber. `pending` is not accepted.
    const response = await school.send('GET', `/api/v2/chats/${talk}`, { token })
    expect(await response.json()).toMatchObject({ member_count: 5 })
  })

  it('may not write in a chat in which only administrators write', async () => {
    await insertClassGrant(school, 'chat_id', smallChats.broadcast, {
      course_id: courses['10a'],
      is_write: 1,
    })
    const token = await school.signIn('weber')
    const path = `/api/v2/chats/${smallChats.broadcast}`
    expect(await (await school.send('GET', path, { token })).json()).toMatchObject({ can_write: false })
    const sent = await school.send('POST', `${path}/messages`, { token, body: { text: 'Hello.' } })
    expect(sent.status).toBe(403)
  })
})

describe('the files of a class', () => {
  const list = async (login: string) => {
    const token = await school.signIn(login)
    const response = await school.send('GET', `/api/v2/course/${courses['8b']}/files`, { token })
    const rows = (await response.json()) as { id: number; can_write: boolean; has_permission: boolean }[]
    return {
      rows: rows.map(({ id, can_write, has_permission }) => [id, can_write, has_permission]),
      tag: response.headers.get('etag'),
    }
  }
  const { folder, sheet } = smallFiles

  it('remain writable for teachers when the class may read them', async () => {
    const before = await list('ruiz')
    expect(before.rows).toEqual([
      [folder, true, false],
      [sheet, true, false],
    ])
    await insertClassGrant(school, 'file_id', folder, { course_id: courses['8b'], is_write: 0 })
    const after = await list('ruiz')
    expect(after.rows).toEqual([
      [folder, true, true],
      [sheet, true, false],
    ])
    expect(after.tag).not.toBe(before.tag)
    const token = await school.signIn('ruiz')
    const body = { name: 'Inner', is_dir: true, parent_id: folder }
    const created = await school.send('POST', `/api/v2/course/${courses['8b']}/files`, { token, body })
    expect(created.status).toBe(200)
  })

  it('become writable for pupils when the class may write', async () => {
    const before = await list('sommer')
    expect(before.rows).toEqual([
      [folder, false, true],
      [sheet, false, false],
    ])
    await insertClassGrant(school, 'file_id', folder, { course_id: courses['8b'], is_write: 1 })
    const after = await list('sommer')
    expect(after.rows).toEqual([
      [folder, true, true],
      [sheet, true, false],
    ])
    expect(after.tag).not.toBe(before.tag)
  })
})

it('deleting a class deletes its permissions, and keeps the content and its administrators', async () => {
  await giveToClass(courses['10a'], 1)
  const administrators = () =>
    school.db.selectFrom('permissions').select(['id', 'user_id']).where('is_admin', '=', 1).execute()
  const before = await administrators()
  const token = await school.signIn('weber')
  const statusOf = async () =>
    (await school.send('GET', `/api/v2/chats/${smallChats.talk}`, { token })).status
  expect(await statusOf()).toBe(200)
  await school.db.deleteFrom('courses').where('id', '=', courses['10a']).execute()
  expect(await school.db.selectFrom('class_permissions').selectAll().execute()).toEqual([])
  expect(await statusOf()).toBe(404)
  expect(await administrators()).toEqual(before)
})
