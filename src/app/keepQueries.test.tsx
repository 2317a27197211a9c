import { afterEach, expect, it } from 'vitest'
import { keyOf, query } from '../api/cache/query.ts'
import { createApi } from '../api/createApi.ts'
import { lessons } from '../contract/lessons.ts'
import type { Session, SessionState } from '../session/session.ts'
import { settings } from '../testing/fakeGateway.ts'
import { keepQueries } from './keepQueries.ts'

const key = keyOf(lessons.list, { course_id: 1 })
const list = query(lessons.list, { course_id: 1 })
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  localStorage.clear()
})

function openPage(userId: number, respond: () => Response | Promise<Response>) {
  const state: SessionState = { kind: 'signedIn', user: { id: userId }, settings }
  const session = { state: () => state, subscribe: () => () => undefined } as unknown as Session
  const api = createApi({ fetch: async () => respond() })
  stops.push(keepQueries(session, api, () => localStorage))
  return api.queryClient
}
const leavePage = () => {
  dispatchEvent(new Event('pagehide'))
  for (const stop of stops.splice(0)) stop()
}
const row = {
  ...{ id: 4, name: 'Maths', short: 'M', room: '', teacher: '', note: null, color: null },
  ...{ is_gradable: true, is_timetable_only: false },
}
const respondWithRow = () => Response.json([row])

it('a list is readable after a reload without a network, and is fetched again', async () => {
  const before = openPage(7, respondWithRow)
  await before.fetchQuery(list)
  const updatedAt = before.getQueryState(key)?.dataUpdatedAt
  leavePage()

  let requests = 0
  const after = openPage(7, () => {
    requests++
    throw new TypeError('offline')
  })
  expect(after.getQueryData(key)?.rows).toMatchObject([{ id: 4, name: 'Maths' }])
  expect(after.getQueryState(key)?.dataUpdatedAt).toBe(updatedAt)
  await after.fetchQuery({ ...list, retry: false }).catch(() => undefined)
  expect(requests).toBe(1)
  expect(after.getQueryData(key)?.rows).toHaveLength(1)
})

it('another user does not get the list', async () => {
  await openPage(7, respondWithRow).fetchQuery(list)
  leavePage()
  expect(openPage(8, respondWithRow).getQueryData(key)).toBeUndefined()
})

it('a list that the user may no longer read is not kept', async () => {
  await openPage(7, respondWithRow).fetchQuery(list)
  leavePage()
  const refuse = () =>
    Response.json({ error: { name: 'Forbidden', message: '', code: 403 } }, { status: 403 })
  await openPage(7, refuse)
    .fetchQuery({ ...list, retry: false })
    .catch(() => undefined)
  leavePage()
  expect(openPage(7, refuse).getQueryData(key)).toBeUndefined()
})
