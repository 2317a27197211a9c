import { afterEach, beforeEach, expect, it } from 'vitest'
import { canCorrect, type Homework } from '../contract/homework.ts'
import type { Membership } from '../contract/me.ts'
import type { SubmissionEntry } from '../contract/submissions.ts'
import { workStateOf } from '../contract/workCounts.ts'
import { seedPeople } from '../school/people.ts'
import { seedSchool } from '../school/seedSchool.ts'
import { type TestService, testNow, testService } from '../testing/testService.ts'
import { demoTimeZone } from './demoSettings.ts'
import { readPeopleToday } from './peopleToday.ts'

let school: TestService
beforeEach(async () => {
  school = await testService({ fill: seedSchool, now: testNow })
})
afterEach(() => school.close())

const logins = seedPeople.map(({ login }) => login)
async function readPerson(login: string) {
  const people = await readPeopleToday(school.db, logins, { now: school.clock(), timeZone: demoTimeZone })
  return people.find(person => person.login === login)
}

async function get<Body>(token: string, path: string): Promise<Body> {
  const response = await school.send('GET', `/api/v2${path}`, { token })
  expect(response.status).toBe(200)
  return response.json()
}

const homeworkOf = async (token: string) => {
  const classes = await get<Membership[]>(token, '/me/courses/memberships')
  const lists = await Promise.all(
    classes.map(({ course_id }) => get<Homework[]>(token, `/courses/${course_id}/homeworks`)),
  )
  return lists.flat()
}

async function countToMark(login: string): Promise<number> {
  const token = await school.signIn(login)
  let sum = 0
  for (const task of await homeworkOf(token)) {
    if (!task.is_submissionable || !canCorrect(task)) continue
    const entries = await get<SubmissionEntry[]>(token, `/todos/${task.id}/submissions`)
    sum += entries.filter(({ submission }) => workStateOf(submission) === 'toCorrect').length
  }
  return sum
}

it.each(['albrecht', 'ruiz', 'kern'])(
  'counts the same number of submissions to mark for %s as the app',
  async login => {
    const expected = await countToMark(login)
    expect(expected).toBeGreaterThan(0)
    expect(await readPerson(login)).toMatchObject({ login, count: expected })
  },
)

it('counts one less after a correction is returned', async () => {
  const before = await readPerson('albrecht')
  const token = await school.signIn('albrecht')
  const entries = await get<SubmissionEntry[]>(token, '/todos/1/submissions')
  const entry = entries.find(({ submission }) => submission.is_submitted && !submission.is_corrected)
  const correction = { teacher_correction: 'Well done.' }
  await school.send('POST', `/api/v2/todos/1/submissions/${entry?.user.id}`, { token, body: correction })
  expect(before?.count).toBeGreaterThan(0)
  expect(await readPerson('albrecht')).toMatchObject({ count: (before?.count ?? 0) - 1 })
})

it('counts a pupil’s homework due until Sunday that is not handed in', async () => {
  const token = await school.signIn('sommer')
  const due = (await homeworkOf(token)).filter(
    ({ until_datetime: day }) => day >= '2026-11-18' && day < '2026-11-23',
  )
  expect(due.length).toBeGreaterThan(1)
  expect(await readPerson('sommer')).toEqual({ login: 'sommer', classes: ['8b'], count: due.length })
  const [first] = due
  const handIn = await school.send('POST', `/api/v2/todos/${first?.id}/submissions`, {
    token,
    body: { comment: 'Done.' },
  })
  expect(handIn.status).toBe(200)
  expect(await readPerson('sommer')).toMatchObject({ count: due.length - 1 })
})

it('names the classes of each person', async () => {
  expect((await readPerson('ruiz'))?.classes).toEqual(['8b', '10a'])
  for (const { login, role, course } of seedPeople) {
    const pupilClasses = role === 'student' ? [course] : undefined
    if (pupilClasses) expect((await readPerson(login))?.classes).toEqual(pupilClasses)
    else expect(course).toBeUndefined()
  }
})

it('ignores unknown login names', async () => {
  expect(
    await readPeopleToday(school.db, ['nobody'], { now: school.clock(), timeZone: demoTimeZone }),
  ).toEqual([])
})
