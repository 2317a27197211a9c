import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseResponse } from '../../contract/parseResponse.ts'
import { ProblemBody } from '../../contract/session.ts'
import { submissions } from '../../contract/submissions.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { people } = smallSchool
const todo = smallHomework.maths
const path = `/api/v2/todos/${todo}`

let school: TestService
let teacher: string
let pupil: string
beforeEach(async () => {
  school = await testService()
  teacher = await school.signIn('albrecht')
  pupil = await school.signIn('sommer')
})
afterEach(() => school.close())

const correct = (body: object, token = teacher) =>
  school.send('POST', `${path}/submissions/${people.sommer}`, { token, body })
const handIn = (comment: string) =>
  school.send('POST', `${path}/submissions`, { token: pupil, body: { comment } })
const acknowledge = () => school.send('POST', `${path}/acknowledge`, { token: pupil })
const read = async (response: Response) => {
  if (response.status !== 200) throw new Error(await describeError(response))
  return parseResponse(submissions.get.response, await response.json()).submission
}
const own = async (token = pupil) =>
  read(await school.send('GET', `${path}/submissions/${people.sommer}`, { token }))
const giveWrite = async (user_id: number, is_write = true) => {
  const body = { resource_ids: { todo_id: todo }, target_ids: { user_id }, is_write }
  expect((await school.send('POST', '/api/v2/permissions', { token: teacher, body })).status).toBe(200)
}

const uncorrected = {
  teacher_correction: null,
  teacher_correction_formatted: null,
  teacher_correction_basic: null,
  points: null,
  corrected_at: null,
  corrected_by_user_id: null,
  is_corrected: false,
  is_uncorrected: true,
  user_can_submit: true,
}
const pending = {
  ...uncorrected,
  acknowledged_at: null,
  comment: null,
  comment_formatted: null,
  comment_basic: null,
  submitted_at: null,
  is_acknowledged: false,
  is_submitted: false,
}

describe('the list of submissions', () => {
  it('contains pupils without a submission, but no teachers and no pending members', async () => {
    const response = await school.send('GET', `${path}/submissions`, { token: teacher })
    const { rows, unreadable } = parseResponse(submissions.list.response, await response.json())
    expect(unreadable).toBe(0)
    expect(rows.map(({ user }) => user.name)).toEqual(['Sommer'])
    expect(rows[0]?.submission).toMatchObject({
      ...pending,
      todo_id: todo,
      user_id: people.sommer,
      document_relation: `todo.${todo}.user.${people.sommer}.submission`,
      correction_files_document_relation: `todo.${todo}.user.${people.sommer}.correction`,
    })
  })

  it('keeps pupils who handed in and then left the class', async () => {
    await handIn('Bye.')
    await school.db.deleteFrom('memberships').where('user_id', '=', people.sommer).execute()
    const response = await school.send('GET', `${path}/submissions`, { token: teacher })
    expect(await response.json()).toMatchObject([{ user: { id: people.sommer } }])
    expect((await correct({ teacher_correction: 'Bye.' })).status).toBe(200)
  })

  it('contains a thousand pupils', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => 100 + index)
    for (const id of rows) {
      await school.db
        .insertInto('users')
        .values({
          id,
          login: `p${id}`,
          password_hash: '',
          name: `P ${id}`,
          is_teacher: 0,
          birthday: null,
          registered_at: '',
          last_seen_at: '',
        })
        .execute()
      const dates = { joined_at: '', changed_at: '' }
      await school.db
        .insertInto('memberships')
        .values({ course_id: 1, user_id: id, ...dates, is_pending: 0, is_accepted: 1 })
        .execute()
    }
    const response = await school.send('GET', `${path}/submissions`, { token: teacher })
    const read = parseResponse(submissions.list.response, await response.json())
    expect([read.rows.length, read.unreadable]).toEqual([1001, 0])
  })
})

describe('states (api.md § States and transitions)', () => {
  it('change from unseen to seen, handed in and corrected', async () => {
    expect(await own()).toMatchObject(pending)

    expect(await read(await acknowledge())).toMatchObject({
      ...pending,
      is_acknowledged: true,
      acknowledged_at: '2026-11-18T10:20:00+01:00',
    })
    school.advance(60_000)
    expect(await read(await acknowledge())).toMatchObject({ acknowledged_at: '2026-11-18T10:20:00+01:00' })

    expect(await read(await handIn('I did <b>1</b> to 4.'))).toMatchObject({
      ...uncorrected,
      acknowledged_at: '2026-11-18T10:20:00+01:00',
      submitted_at: '2026-11-18T10:21:00+01:00',
      is_submitted: true,
      comment: 'I did <b>1</b> to 4.',
      comment_formatted: '<p>I did &lt;b&gt;1&lt;/b&gt; to 4.</p>',
      comment_basic: 'I did <b>1</b> to 4.',
    })
    school.advance(60_000)
    expect(await read(await handIn('All of it.'))).toMatchObject({
      comment: 'All of it.',
      submitted_at: '2026-11-18T10:22:00+01:00',
    })

    const corrected = {
      teacher_correction: 'Good.',
      teacher_correction_formatted: '<p>Good.</p>',
      teacher_correction_basic: 'Good.',
      points: 12.5,
      corrected_at: '2026-11-18T10:22:00+01:00',
      corrected_by_user_id: people.albrecht,
      is_corrected: true,
      is_uncorrected: false,
      user_can_submit: false,
      comment: 'All of it.',
    }
    expect(await read(await correct({ teacher_correction: 'Good.', points: 12.5 }))).toMatchObject(corrected)
    expect(await own()).toMatchObject(corrected)
    expect(await own(teacher)).toMatchObject(corrected)

    expect(await describeError(await handIn('More.'))).toBe('409 corrected')
    expect(await own()).toMatchObject({ comment: 'All of it.' })
  })

  it('allow a correction without a submission, which ends handing in', async () => {
    expect(await read(await correct({ teacher_correction: 'Not handed in.' }))).toMatchObject({
      is_corrected: true,
      is_submitted: false,
      submitted_at: null,
      points: null,
    })
    expect(await describeError(await acknowledge())).toBe('409 corrected')
    expect(await describeError(await handIn('Late.'))).toBe('409 corrected')
  })

  it('replace a correction completely; missing points become null, not 0', async () => {
    await correct({ teacher_correction: 'Good.', points: 3 })
    expect(await read(await correct({ teacher_correction: 'Better.' }))).toMatchObject({ points: null })
    expect(await read(await correct({ teacher_correction: '', points: 0 }))).toMatchObject({ points: 0 })
  })

  it.each([
    [{}, ['teacher_correction']],
    [{ teacher_correction: '  ' }, ['teacher_correction']],
    [{ teacher_correction: 'x', points: -1 }, ['points']],
    [{ teacher_correction: 'x', points: '12,5' }, ['points']],
    [{ teacher_correction: 'x', points: null }, ['points']],
  ])('refuse the correction %j', async (body, fields) => {
    const response = await correct(body)
    expect(response.status).toBe(422)
    expect(Object.keys(ProblemBody.parse(await response.json()).error.fields ?? {})).toEqual(fields)
    expect(await own()).toMatchObject(pending)
  })

  it('refuse a submission if the homework is not submissionable', async () => {
    const body = { is_submissionable: false }
    await school.send('PUT', `/api/v2/courses/1/homeworks/${todo}`, { token: teacher, body })
    expect(await own()).toMatchObject({ user_can_submit: false })
    expect(await describeError(await handIn('x'))).toBe('409 not_submissionable')
    expect((await acknowledge()).status).toBe(200)
  })

  it('make the corrector an administrator of the homework', async () => {
    await giveWrite(people.ruiz)
    const ruiz = await school.signIn('ruiz')
    expect(await read(await correct({ teacher_correction: 'Hm.' }, ruiz))).toMatchObject({
      corrected_by_user_id: people.ruiz,
    })
    const grants = await school.send('GET', `/api/v2/permissions?todo_id=${todo}`, { token: teacher })
    expect(await grants.json()).toMatchObject([
      { target: { ids: { user_id: people.albrecht } }, is_admin: true },
      { target: { ids: { user_id: people.ruiz } }, is_write: true, is_admin: true },
    ])
  })

  it('let a reader of another class read the homework, but no submissions', async () => {
    await giveWrite(people.weber, false)
    const weber = await school.signIn('weber')
    const entryPath = `${path}/submissions/${people.sommer}`
    expect((await school.send('GET', `/api/v2/courses/1/homeworks/${todo}`, { token: weber })).status).toBe(
      200,
    )
    expect((await school.send('GET', `${path}/submissions`, { token: weber })).status).toBe(403)
    expect((await school.send('GET', entryPath, { token: weber })).status).toBe(403)
    expect((await school.send('POST', `${path}/acknowledge`, { token: weber })).status).toBe(403)
  })
})

describe('concurrent requests', () => {
  it('of two corrections: both answer 200, and one correction is stored completely', async () => {
    await giveWrite(people.ruiz)
    const ruiz = await school.signIn('ruiz')
    for (let round = 0; round < 30; round += 1) {
      const responses = await Promise.all([
        correct({ teacher_correction: `A ${round}`, points: 1 }),
        correct({ teacher_correction: `R ${round}`, points: 2 }, ruiz),
      ])
      expect(responses.map(response => response.status)).toEqual([200, 200])
      const { teacher_correction, points, corrected_by_user_id } = await own()
      expect([
        [`A ${round}`, 1, people.albrecht],
        [`R ${round}`, 2, people.ruiz],
      ]).toContainEqual([teacher_correction, points, corrected_by_user_id])
    }
  })

  it('to hand in and to correct store the submission first or refuse it', async () => {
    for (let round = 0; round < 30; round += 1) {
      await school.db.deleteFrom('submissions').execute()
      const [handed, corrected] = await Promise.all([
        handIn(`Round ${round}`),
        correct({ teacher_correction: 'x' }),
      ])
      expect(corrected.status).toBe(200)
      expect([200, 409]).toContain(handed.status)
      const { comment, is_corrected } = await own()
      expect([comment, is_corrected]).toEqual([handed.status === 200 ? `Round ${round}` : null, true])
    }
  })

  it('of a correction and the deletion of its homework: no permission remains', async () => {
    const deletion = school.send('DELETE', `/api/v2/courses/1/homeworks/${todo}`, { token: teacher })
    const responses = await Promise.all([deletion, correct({ teacher_correction: 'x' })])
    expect(responses[0].status).toBe(200)
    const grants = await school.db
      .selectFrom('permissions')
      .selectAll()
      .where('resource_field', '=', 'todo_id')
      .where('resource_id', '=', todo)
      .execute()
    expect(grants).toEqual([])
  })
})
