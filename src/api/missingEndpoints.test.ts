import { describe, expect, it } from 'vitest'
import { courses } from '../contract/courses.ts'
import { me } from '../contract/me.ts'
import { messages } from '../contract/messages.ts'
import { timeline } from '../contract/timeline.ts'
import { query } from './cache/query.ts'
import { ApiError } from './client/ApiError.ts'
import { createMissingEndpoints } from './client/missingEndpoints.ts'
import { createApi } from './createApi.ts'

function createApiWithStatus(statusOf: (path: string) => number) {
  const requests: string[] = []
  const api = createApi({
    async fetch(path, { method = 'GET' } = {}) {
      requests.push(`${method} ${path}`)
      const status = statusOf(path)
      return status === 200 ? Response.json({ id: 1, name: '8b' }) : new Response(null, { status })
    },
  })
  return { ...api, requests }
}

const errorOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((error: unknown) => error)
  return error instanceof ApiError ? [error.kind, error.status] : error
}

describe('an endpoint that the service lacks', () => {
  it('is requested once, by queries and calls', async () => {
    const { call, queryClient, requests } = createApiWithStatus(() => 404)
    for (let time = 0; time < 3; time += 1) {
      expect(await errorOf(call(me.memberships, {}))).toEqual(['unsupported', 404])
      expect(await errorOf(queryClient.fetchQuery(query(me.memberships, {})))).toEqual(['unsupported', 404])
      expect(await errorOf(call(courses.get, { course_id: 1 }))).toEqual(['unsupported', 404])
    }
    expect(requests).toEqual(['GET /api/v2/me/courses/memberships', 'GET /api/v2/courses/1'])
  })

  it('is detected after three 404s for different IDs without a success', async () => {
    const { call, requests } = createApiWithStatus(path => (path.endsWith('/5') ? 200 : 404))
    for (const course_id of [1, 2, 3, 4]) await errorOf(call(courses.get, { course_id }))
    expect(requests).toHaveLength(3)

    const other = createApiWithStatus(path => (path.endsWith('/5') ? 200 : 404))
    for (const course_id of [5, 1, 2, 3, 4, 1]) await errorOf(other.call(courses.get, { course_id }))
    expect(other.requests).toHaveLength(6)
  })

  it('is detected for a write by 405 and 501, not by 404', async () => {
    const vote = { chat_id: 1, message_id: 2, body: { option_ids: [] } }
    for (const [status, times] of [
      [404, 2],
      [405, 1],
      [501, 1],
    ] as const) {
      const { call, requests } = createApiWithStatus(() => status)
      await errorOf(call(messages.vote, vote))
      expect(await errorOf(call(messages.vote, vote))).toEqual(['unsupported', status])
      expect(requests).toHaveLength(times)
    }
  })

  it('is never an endpoint of api.md, or one with status 500', async () => {
    const { call, requests } = createApiWithStatus(() => 404)
    for (let time = 0; time < 4; time += 1) await errorOf(call(timeline.days, { course_id: 1 }))
    expect(requests).toHaveLength(4)
    const failing = createApiWithStatus(() => 500)
    for (let time = 0; time < 4; time += 1) await errorOf(failing.call(me.memberships, {}))
    expect(failing.requests).toHaveLength(4)
  })

  it('is requested again after forget()', () => {
    const lacking = createMissingEndpoints()
    lacking.learn(me.memberships, '/api/v2/me/courses/memberships', 404)
    expect(lacking.getStatus(me.memberships, '/api/v2/me/courses/memberships')).toBe(404)
    lacking.forget()
    expect(lacking.getStatus(me.memberships, '/api/v2/me/courses/memberships')).toBeUndefined()
  })
})
