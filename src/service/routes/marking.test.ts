import { afterEach, beforeEach, expect, it } from 'vitest'
import { marking, markingExpiryMs } from '../../contract/marking.ts'
import { parseResponse } from '../../contract/parseResponse.ts'
import { listenTo } from '../../testing/listenTo.ts'
import { smallHomework, smallSchool } from '../../testing/sampleSchool.ts'
import { describeError } from '../../testing/signInFlow.ts'
import { type TestService, testService } from '../../testing/testService.ts'

const { maths, english } = smallHomework
const { people } = smallSchool
const path = `/api/v2/todos/${maths}/marking`

let school: TestService
let albrecht: string
let ruiz: string
beforeEach(async () => {
  school = await testService()
  albrecht = await school.signIn('albrecht')
  ruiz = await school.signIn('ruiz')
  await giveWriteAccess(people.ruiz)
})
afterEach(() => school.close())

const giveWriteAccess = (user_id: number, resource_id: number = maths) =>
  school.db
    .insertInto('permissions')
    .values({
      ...{ resource_field: 'todo_id', resource_id, user_id, is_write: 1, is_admin: 0 },
      ...{ given_by_user_id: null, given_at: '2026-11-18T09:00:00.000Z' },
    })
    .execute()
const put = (token: string, pupil_id: unknown) => school.send('PUT', path, { token, body: { pupil_id } })
async function open(token: string, pupil_id: number | null) {
  const response = await put(token, pupil_id)
  if (response.status !== 200) throw new Error(await describeError(response))
  return parseResponse(marking.set.response, await response.json())
}
async function getMarking(token: string) {
  const response = await school.send('GET', path, { token })
  return parseResponse(marking.get.response, await response.json())
}
const openPupils = async (token: string) =>
  (await getMarking(token)).open.map(({ user_id, pupil_id }) => [user_id, pupil_id])

it('lists the correctors with their pupils, and counts those without', async () => {
  expect(await getMarking(albrecht)).toEqual({ corrector_count: 2, open: [] })
  const response = await open(ruiz, people.sommer)
  expect(response.open).toEqual([
    {
      user_id: people.ruiz,
      name: 'Ruiz',
      avatar_url: expect.stringContaining('of=R'),
      pupil_id: people.sommer,
    },
  ])
  expect(await getMarking(albrecht)).toEqual(response)
})

it('replaces the pupil of a user, and deletes the row after null', async () => {
  await school.db
    .insertInto('submissions')
    .values({ todo_id: maths, user_id: people.weber, submitted_at: '2026-11-17T09:00:00.000Z' } as never)
    .execute()
  await open(ruiz, people.sommer)
  // A former pupil who has handed in.
  await open(ruiz, people.weber)
  expect(await openPupils(albrecht)).toEqual([[people.ruiz, people.weber]])
  await open(ruiz, null)
  expect(await openPupils(albrecht)).toEqual([])
})

it('lists a user until the expiry, and longer after a renewal', async () => {
  await open(ruiz, people.sommer)
  school.advance(markingExpiryMs - 1)
  expect(await openPupils(albrecht)).toHaveLength(1)
  await open(ruiz, people.sommer)
  school.advance(markingExpiryMs - 1)
  expect(await openPupils(albrecht)).toHaveLength(1)
  school.advance(1)
  expect(await openPupils(albrecht)).toEqual([])
})

it('deletes the expired rows of a user with the next request', async () => {
  await giveWriteAccess(people.ruiz, english)
  const body = { pupil_id: people.weber }
  await school.send('PUT', `/api/v2/todos/${english}/marking`, { token: ruiz, body })
  school.advance(markingExpiryMs)
  await open(ruiz, people.sommer)
  const rows = await school.db.selectFrom('open_submissions').select('todo_id').execute()
  expect(rows).toEqual([{ todo_id: maths }])
})

it('notifies the other correctors of each change, but not of renewals', async () => {
  const listener = await listenTo(school.send, albrecht)
  const pupil = await listenTo(school.send, await school.signIn('sommer'))
  const countEvents = () =>
    listener.received.filter(({ kind, id }) => kind === 'marking' && id === maths).length
  const waitForEvents = async (count: number) => {
    while (countEvents() < count) await listener.nextData()
  }
  await open(ruiz, people.sommer)
  await waitForEvents(1)
  await open(ruiz, people.sommer)
  await open(ruiz, null)
  await waitForEvents(2)
  await open(ruiz, people.sommer)
  school.advance(markingExpiryMs)
  // The expired row counts as deleted, so this is a change.
  await open(ruiz, people.sommer)
  await waitForEvents(4)
  expect(countEvents()).toBe(4)
  expect(pupil.received.filter(({ kind }) => kind === 'marking')).toEqual([])
  await listener.close()
  await pupil.close()
})

it.each([
  ['a pupil of another class', people.weber],
  ['a teacher', people.albrecht],
  ['an unknown ID', 99],
  ['an ID that is too large', 99_999_999_999],
  ['text', 'x'],
])('refuses %s', async (_, pupilId) => {
  expect(await describeError(await put(ruiz, pupilId))).toMatch(/^422 /)
  expect(await openPupils(albrecht)).toEqual([])
})

it('does not list users whose access has ended', async () => {
  await open(ruiz, people.sommer)
  await school.db.deleteFrom('permissions').where('user_id', '=', people.ruiz).execute()
  expect(await getMarking(albrecht)).toEqual({ corrector_count: 1, open: [] })
  expect((await put(ruiz, people.sommer)).status).toBe(403)
})

it('is deleted with the homework', async () => {
  await open(ruiz, people.sommer)
  const deletion = await school.send('DELETE', `/api/v2/courses/1/homeworks/${maths}`, { token: albrecht })
  expect(deletion.status).toBe(200)
  expect(await school.db.selectFrom('open_submissions').selectAll().execute()).toEqual([])
})
