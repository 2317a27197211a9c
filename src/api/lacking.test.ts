import { describe, expect, it } from 'vitest'
import { courses } from '../contract/courses.ts'
import { me } from '../contract/me.ts'
import { messages } from '../contract/messages.ts'
import { timeline } from '../contract/timeline.ts'
import { query } from './cache/query.ts'
import { ApiError } from './client/ApiError.ts'
import { createLacking } from './client/lacking.ts'
import { createApi } from './createApi.ts'

/** A service that says `statusOf` a path, and what it was asked. */
function serviceSaying(statusOf: (path: string) => number) {
  const asked: string[] = []
  const api = createApi({
    async fetch(path, { method = 'GET' } = {}) {
      asked.push(`${method} ${path}`)
      const status = statusOf(path)
      return status === 200 ? Response.json({ id: 1, name: '8b' }) : new Response(null, { status })
    },
  })
  return { ...api, asked }
}

const errorOf = async (promise: Promise<unknown>) => {
  const error = await promise.catch((error: unknown) => error)
  return error instanceof ApiError ? [error.kind, error.status] : error
}

describe('an endpoint the service lacks', () => {
  it('is asked for once, by queries and calls alike', async () => {
    const { call, queryClient, asked } = serviceSaying(() => 404)
    for (let time = 0; time < 3; time += 1) {
      expect(await errorOf(call(me.memberships, {}))).toEqual(['unsupported', 404])
      expect(await errorOf(queryClient.fetchQuery(query(me.memberships, {})))).toEqual(['unsupported', 404])
      expect(await errorOf(call(courses.get, { course_id: 1 }))).toEqual(['unsupported', 404])
    }
    expect(asked).toEqual(['GET /api/v2/me/courses/memberships', 'GET /api/v2/courses/1'])
  })

  it('is known by the third thing that is not there, but not where one of them was', async () => {
    const { call, asked } = serviceSaying(path => (path.endsWith('/5') ? 200 : 404))
    for (const course_id of [1, 2, 3, 4]) await errorOf(call(courses.get, { course_id }))
    expect(asked).toHaveLength(3)

    const other = serviceSaying(path => (path.endsWith('/5') ? 200 : 404))
    for (const course_id of [5, 1, 2, 3, 4, 1]) await errorOf(other.call(courses.get, { course_id }))
    expect(other.asked).toHaveLength(6)
  })

  it('is what a 501 says of a write, and a 404 does not: what it names may be gone', async () => {
    const vote = { chat_id: 1, message_id: 2, body: { option_ids: [] } }
    for (const [status, times] of [
      [404, 2],
      [405, 1],
      [501, 1],
    ] as const) {
      const { call, asked } = serviceSaying(() => status)
      await errorOf(call(messages.vote, vote))
      expect(await errorOf(call(messages.vote, vote))).toEqual(['unsupported', status])
      expect(asked).toHaveLength(times)
    }
  })

  it('is never one that api.md has, nor one that fails', async () => {
    const { call, asked } = serviceSaying(() => 404)
    for (let time = 0; time < 4; time += 1) await errorOf(call(timeline.days, { course_id: 1 }))
    expect(asked).toHaveLength(4)
    const failing = serviceSaying(() => 500)
    for (let time = 0; time < 4; time += 1) await errorOf(failing.call(me.memberships, {}))
    expect(failing.asked).toHaveLength(4)
  })

  it('is asked for again by the next person', () => {
    const lacking = createLacking()
    lacking.learn(me.memberships, '/api/v2/me/courses/memberships', 404)
    expect(lacking.status(me.memberships, '/api/v2/me/courses/memberships')).toBe(404)
    lacking.forget()
    expect(lacking.status(me.memberships, '/api/v2/me/courses/memberships')).toBeUndefined()
  })
})
