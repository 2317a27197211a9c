import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homework } from '../../contract/homework.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { submissions } from '../../contract/submissions.ts'
import { faultySchool, type TestService, testService } from '../testService.ts'
import { faultHomework, type WriteFault } from './faults.ts'
import { withFaults } from './withFaults.ts'

let school: TestService
let token: string
beforeAll(async () => {
  school = await testService({ fill: faultySchool })
  token = await school.signIn('albrecht')
})
afterAll(() => school.close())

const idOf = (kind: WriteFault['kind'], value: number | null = null, only?: WriteFault['only']) => {
  const found = faultHomework.find(
    fault => fault.kind === kind && fault.only === only && (value === null || fault.value === value),
  )
  if (!found) throw new Error(`no homework ${kind}`)
  return found.id
}

async function pupilsOf(todo: number): Promise<number[]> {
  const response = await school.send('GET', `/api/v2/todos/${todo}/submissions`, { token })
  return parseResponse(submissions.list.response, await response.json()).rows.map(({ user }) => user.id)
}
const correct = (todo: number, pupil: number, { service = school.service, text = 'Good.' } = {}) =>
  service.fetch(
    new Request(`https://school.example/api/v2/todos/${todo}/submissions/${pupil}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ teacher_correction: text }),
    }),
  )
const countOf = (todo_id: number, user_id: number) =>
  school.db
    .selectFrom('submissions')
    .select(['corrections', 'hand_ins'])
    .where('todo_id', '=', todo_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
async function upload(todo: number, pupil: number) {
  const body = new FormData()
  body.append('related_to', `todo.${todo}.user.${pupil}.correction`)
  body.append('file', new File(['text'], 'notes.txt'))
  const { status } = await school.send('POST', '/api/v2/documents', { token, body })
  const stored = await school.db
    .selectFrom('documents')
    .select('id')
    .where('related_to', '=', `todo.${todo}.user.${pupil}.correction`)
    .execute()
  return [status, stored.length]
}

describe('a class with homework faults', () => {
  it('is readable for its teachers, and in no list of memberships', async () => {
    const response = await school.send('GET', '/api/v2/courses/9100/homeworks', { token })
    const { rows } = parseResponse(homework.list.response, await response.json())
    const named = new Map(rows.map(({ id, text }) => [id, text]))
    expect(faultHomework.map(({ id }) => named.get(id))).toEqual(faultHomework.map(({ name }) => name))
    expect(rows.every(row => row.can_correct)).toBe(true)
    for (const { id } of faultHomework) expect(await pupilsOf(id)).toHaveLength(10)
    const own = await (await school.send('GET', '/api/v2/me/courses/memberships', { token })).text()
    expect(own).not.toContain('9100')
    expect((await school.send('GET', '/api/v2/courses/9100', { token })).status).toBe(200)
  })
  it('does not affect other classes with the same homework ID', async () => {
    const todo = idOf('fails', 422)
    const [pupil = 0] = await pupilsOf(todo)
    const move = (course_id: number) =>
      school.db.updateTable('homeworks').set({ course_id }).where('id', '=', todo).execute()
    await move(1)
    expect((await correct(todo, pupil)).status).toBe(200)
    await move(9100)
    expect((await correct(todo, pupil)).status).toBe(422)
    await school.db.updateTable('submissions').set({ corrections: 0 }).where('todo_id', '=', todo).execute()
  })
})

describe('corrections', () => {
  it('are stored despite a lost response, once per pupil', async () => {
    const todo = idOf('lostFirst')
    const [first = 0, second = 0] = await pupilsOf(todo)
    expect((await correct(todo, first)).status).toBe(502)
    expect(await countOf(todo, first)).toEqual({ corrections: 1, hand_ins: 0 })
    expect((await correct(todo, first, { text: 'Better.' })).status).toBe(200)
    expect((await countOf(todo, first)).corrections).toBe(2)
    expect((await correct(todo, second)).status).toBe(502)
  })
  it('are stored if the response breaks off', async () => {
    const todo = idOf('brokenFirst')
    const [pupil = 0] = await pupilsOf(todo)
    const broken = await correct(todo, pupil)
    await expect(broken.text()).rejects.toThrow('broken off')
    expect((await countOf(todo, pupil)).corrections).toBe(1)
    expect((await correct(todo, pupil)).status).toBe(200)
  })
  it.each([
    ['failsFirst', 500],
    ['failsFirst', 401],
    ['busyFirst', 429],
  ] as const)('are not stored at the first attempt: %s %i', async (kind, status) => {
    const todo = idOf(kind, kind === 'busyFirst' ? null : status)
    const [pupil = 0] = await pupilsOf(todo)
    const refused = await correct(todo, pupil)
    expect(refused.status).toBe(status)
    expect(refused.headers.get('retry-after')).toBe(status === 429 ? '2' : null)
    expect((await countOf(todo, pupil)).corrections).toBe(0)
    expect((await correct(todo, pupil)).status).toBe(200)
    expect((await countOf(todo, pupil)).corrections).toBe(1)
  })
  it.each([422, 401])('are never stored: %i', async status => {
    const todo = idOf('fails', status)
    const [pupil = 0] = await pupilsOf(todo)
    for (let count = 0; count < 3; count += 1) expect((await correct(todo, pupil)).status).toBe(status)
    expect((await countOf(todo, pupil)).corrections).toBe(0)
  })
  it('are stored if the response is late or never arrives', async () => {
    const waits: (number | null)[] = []
    const service = withFaults(school.serviceWithoutFaults, {
      ...school,
      timeZone: 'Europe/Berlin',
      wait: async ms => void waits.push(ms),
    })
    for (const todo of [idOf('late', 4000), 111]) {
      const [pupil = 0] = await pupilsOf(todo)
      expect((await correct(todo, pupil, { service })).status).toBe(200)
      expect((await countOf(todo, pupil)).corrections).toBe(1)
    }
    expect(waits).toEqual([4000, null])
  })
  it('are refused without permission', async () => {
    const todo = idOf('lostFirst')
    const [, , pupil = 0] = await pupilsOf(todo)
    const path = `/api/v2/todos/${todo}/submissions/${pupil}`
    const body = { teacher_correction: 'Mine.' }
    const asPupil = { token: await school.signIn('sommer'), body }
    expect((await school.send('POST', path, asPupil)).status).toBe(403)
    expect((await countOf(todo, pupil)).corrections).toBe(0)
  })
})

it('submissions have the same faults', async () => {
  const todo = idOf('failsFirst', 500)
  const [, tanaka = 0] = await pupilsOf(todo)
  const own = { token: await school.signIn('tanaka'), body: { comment: 'Done.' } }
  const handIn = async () => (await school.send('POST', `/api/v2/todos/${todo}/submissions`, own)).status
  expect([await handIn(), (await countOf(todo, tanaka)).hand_ins]).toEqual([500, 0])
  expect([await handIn(), (await countOf(todo, tanaka)).hand_ins]).toEqual([200, 1])
})

describe('uploads', () => {
  it('are stored despite a lost response', async () => {
    const todo = idOf('lostFirst', 502, 'upload')
    const [pupil = 0, other = 0] = await pupilsOf(todo)
    expect(await upload(todo, pupil)).toEqual([502, 1])
    expect(await upload(todo, pupil)).toEqual([200, 2])
    expect(await upload(todo, other)).toEqual([502, 1])
    expect((await correct(todo, pupil)).status).toBe(200)
  })
  it('are not stored at the first attempt', async () => {
    const todo = idOf('failsFirst', 503, 'upload')
    const [pupil = 0] = await pupilsOf(todo)
    expect(await upload(todo, pupil)).toEqual([503, 0])
    expect(await upload(todo, pupil)).toEqual([200, 1])
  })
  it('have no fault if only corrections have one', async () => {
    const todo = idOf('fails', 422)
    const [pupil = 0] = await pupilsOf(todo)
    expect(await upload(todo, pupil)).toEqual([200, 1])
  })
})
