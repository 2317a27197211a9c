import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { homework } from '../../contract/homework.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { ProblemBody } from '../../contract/session.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { lessons, people } = smallSchool
const { maths } = smallHomework

let school: TestService
let token: string
beforeEach(async () => {
  school = await testService()
  token = await school.signIn('albrecht')
})
afterEach(() => school.close())

const path = '/api/v2/courses/1/homeworks'
const task = { lesson_id: lessons.maths, text: 'Fractions p. 42', until_datetime: '2026-11-23' }
const create = (body: object) => school.send('POST', path, { token, body })
const change = (body: object) => school.send('PUT', `${path}/${maths}`, { token, body })
const createHomework = async (body: object) => {
  const response = await create(body)
  expect(response.status).toBe(200)
  const { rows, unreadable } = parseResponse(homework.create.response, await response.json())
  expect([rows.length, unreadable]).toEqual([1, 0])
  return rows[0]
}
const fieldsOf = async (response: Response) => {
  expect(response.status).toBe(422)
  return Object.keys(ProblemBody.parse(await response.json()).error.fields ?? {})
}
const rowsOf = async (table: 'homeworks' | 'submissions' | 'documents') =>
  (await school.db.selectFrom(table).selectAll().execute()).length

describe('setting homework', () => {
  it('answers an array with the homework and every field of api.md', async () => {
    const response = await create(task)
    expect(await response.json()).toEqual([
      expect.objectContaining({
        id: expect.any(Number),
        course_id: 1,
        lesson_id: lessons.maths,
        text: 'Fractions p. 42',
        note: '',
        time: school.clock() / 1000,
        until_datetime: '2026-11-23 08:00:00',
        related_members: [],
        is_private: false,
        is_restricted: false,
        can_edit: true,
        is_checked: false,
        can_check: false,
        is_submissionable: false,
        points: null,
        documents: [],
      }),
    ])
  })

  it('makes its creator the only administrator', async () => {
    const set = await createHomework({ ...task, is_submissionable: true, points: 12.5 })
    expect(set).toMatchObject({ is_submissionable: true, points: 12.5, can_correct: true, can_delete: true })
    const grants = await school.send('GET', `/api/v2/permissions?todo_id=${set?.id}`, { token })
    expect(await grants.json()).toMatchObject([
      { target: { ids: { user_id: people.albrecht } }, is_write: true, is_admin: true },
    ])
    const ruiz = await school.signIn('ruiz')
    const seen = await school.send('GET', `${path}/${set?.id}`, { token: ruiz })
    expect(await seen.json()).toMatchObject({ can_edit: false, can_correct: false, can_delete: false })
  })

  it('is due when the subject begins that day, or otherwise the school', async () => {
    const unit = await school.db
      .insertInto('units')
      .values({ school_id: 1, position: 3, start_time: '09:55', end_time: '10:40', text: '3', is_break: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hour = { course_id: 1, unit_id: unit.id, lesson_id: lessons.maths }
    await school.db
      .insertInto('timetable_entries')
      .values({ ...hour, weekday: 2 })
      .execute()
    const due = async (until_datetime: string) =>
      (await createHomework({ ...task, until_datetime }))?.until_datetime
    expect(await due('2026-11-24')).toBe('2026-11-24 09:55:00')
    expect(await due('2026-11-25')).toBe('2026-11-25 08:00:00')
    expect(await due('2027-03-28')).toBe('2027-03-28 08:00:00')
  })

  it('escapes the note in its formatted fields', async () => {
    const note = '<script>alert(1)</script> & "so"\n\nSecond\nline'
    expect(await createHomework({ ...task, note })).toMatchObject({
      note,
      note_formatted:
        '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;so&quot;</p><p>Second<br>line</p>',
      note_basic: note,
    })
  })

  it.each([
    [{ ...task, lesson_id: lessons.english }, ['lesson_id']],
    [{ ...task, lesson_id: 99 }, ['lesson_id']],
    [{ ...task, text: ' ' }, ['text']],
    [{ ...task, until_datetime: '2026-02-30' }, ['until_datetime']],
    [{ ...task, until_datetime: '2026-11-23 08:00:00' }, ['until_datetime']],
    [{ ...task, points: -1 }, ['points']],
    [{ ...task, points: '12' }, ['points']],
    [{ text: 'x' }, ['lesson_id', 'until_datetime']],
  ])('refuses %j', async (body, fields) => {
    expect(await fieldsOf(await create(body))).toEqual(fields)
    expect(await rowsOf('homeworks')).toBe(2)
  })

  it('ignores fields that the caller can’t set', async () => {
    const set = await createHomework({
      ...task,
      id: 77,
      can_edit: false,
      course_id: 2,
      created_at: '2020-01-01',
    })
    expect(set).toMatchObject({ course_id: 1, can_edit: true })
    expect(set?.id).not.toBe(77)
  })
})

describe('changing homework', () => {
  it('changes the given fields and keeps the others', async () => {
    const response = await change({ text: 'p. 43', points: null })
    expect(parseResponse(homework.change.response, await response.json())).toMatchObject({
      text: 'p. 43',
      note: 'With a <b>note</b>.',
      points: null,
      is_submissionable: true,
      until_datetime: '2026-11-19 10:20:00',
    })
    const moved = await change({ until_datetime: '2026-11-30', lesson_id: lessons.art })
    expect(await moved.json()).toMatchObject({
      text: 'p. 43',
      lesson_id: lessons.art,
      until_datetime: '2026-11-30 08:00:00',
    })
    expect(await fieldsOf(await change({ lesson_id: lessons.english }))).toEqual(['lesson_id'])
  })
})

describe('deleting homework', () => {
  const own = `${path}/${maths}`
  const expectDeleted = async () => {
    expect((await school.send('GET', own, { token })).status).toBe(404)
    expect(await rowsOf('homeworks')).toBe(1)
    expect(await rowsOf('submissions')).toBe(0)
    // Also of the other homework, and of two files.
    expect(await rowsOf('documents')).toBe(3)
    const grants = await school.db
      .selectFrom('permissions')
      .select('resource_id')
      .where('resource_field', '=', 'todo_id')
      .execute()
    expect(grants).toEqual([{ resource_id: smallHomework.english }])
  }
  beforeEach(async () => {
    const pupil = await school.signIn('sommer')
    await school.send('POST', `/api/v2/todos/${maths}/submissions`, { token: pupil, body: { comment: 'x' } })
  })

  it('deletes its submissions, documents and permissions', async () => {
    const response = await school.send('DELETE', own, { token })
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    await expectDeleted()
  })

  it('happens when its last administrator is removed (api.md § States)', async () => {
    const list = await school.send('GET', `/api/v2/permissions?todo_id=${maths}`, { token })
    const [grant]: { id: number }[] = await list.json()
    expect((await school.send('DELETE', `/api/v2/permissions/${grant?.id}`, { token })).status).toBe(200)
    await expectDeleted()
  })

  it('happens when its subject is deleted', async () => {
    const grant = smallSchool.permissions.albrechtOnMaths
    expect((await school.send('DELETE', `/api/v2/permissions/${grant}`, { token })).status).toBe(200)
    await expectDeleted()
  })
})

it('documentedOnly answers 404 to homework endpoints missing from api.md', async () => {
  const documented = await testService({ documentedOnly: true })
  const documentedToken = await documented.signIn('albrecht')
  const status = async (method: string, rest: string, body?: object) =>
    (await documented.send(method, `/api/v2${rest}`, { token: documentedToken, ...(body && { body }) }))
      .status
  expect(await status('GET', '/courses/1/homeworks')).toBe(404)
  expect(await status('GET', `/courses/1/homeworks/${maths}`)).toBe(200)
  expect(await status('POST', '/courses/1/homeworks', task)).toBe(200)
  expect(await status('PUT', `/courses/1/homeworks/${maths}`, { text: 'x' })).toBe(404)
  expect(await status('DELETE', `/courses/1/homeworks/${maths}`)).toBe(404)
  expect(await status('GET', `/todos/${maths}/submissions`)).toBe(200)
  expect(await status('POST', `/todos/${maths}/submissions`, { comment: '' })).toBe(404)
  const correct = { teacher_correction: 'Good.' }
  expect(await status('POST', `/todos/${maths}/submissions/${people.sommer}`, correct)).toBe(200)
  expect(await status('GET', `/todos/${maths}/submissions/${people.sommer}`)).toBe(404)
  expect(await status('POST', `/todos/${maths}/acknowledge`)).toBe(404)
  expect(await status('POST', '/documents', {})).toBe(404)
  await documented.close()
})
