import { environmentManager, QueryObserver, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { Rows } from '../contract/endpoint.ts'
import { type Lesson, lessons } from '../contract/lessons.ts'
import { me } from '../contract/me.ts'
import { type Permission, permissions } from '../contract/permissions.ts'
import { smallSchool } from '../testing/sampleSchool.ts'
import { type TestService, testService } from '../testing/testService.ts'
import { keyOf, query, write } from './cache/query.ts'
import { ApiError } from './client/ApiError.ts'
import { type Api, createApi } from './createApi.ts'

let school: TestService
let api: Api
let sent: string[]
let offline: boolean

beforeEach(async () => {
  school = await testService()
  const token = await school.signIn('albrecht')
  sent = []
  offline = false
  api = createApi({
    fetch: async (path, init = {}) => {
      sent.push(`${init.method} ${path}`)
      if (offline) throw new TypeError('Failed to fetch')
      const headers = new Headers(init.headers)
      headers.set('Authorization', `Bearer ${token}`)
      return school.service.fetch(new Request(`https://school.example${path}`, { ...init, headers }))
    },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  api.queryClient.clear()
  await school.close()
})

const maths = { lesson_id: smallSchool.lessons.maths }
const ours = { course_id: smallSchool.courses['8b'] }

describe('supportsKeys', () => {
  it('is true after a response with the extension, until sign-out', async () => {
    expect(api.supportsKeys()).toBe(false)
    offline = true
    await expect(api.call(me.get, {})).rejects.toMatchObject({ kind: 'offline' })
    expect(api.supportsKeys()).toBe(false)
    offline = false
    await api.call(me.get, {})
    expect(api.supportsKeys()).toBe(true)
    api.forget()
    expect(api.supportsKeys()).toBe(false)
  })

  it('is false with only the documented endpoints', async () => {
    const documented = await testService({ documentedOnly: true })
    const token = await documented.signIn('albrecht')
    const other = createApi({
      fetch: (path, init = {}) => {
        const headers = new Headers(init.headers)
        headers.set('Authorization', `Bearer ${token}`)
        return documented.service.fetch(new Request(`https://school.example${path}`, { ...init, headers }))
      },
    })
    await other.call(me.get, {})
    expect(other.supportsKeys()).toBe(false)
    await documented.close()
  })
})

describe('a query', () => {
  it('has the same key and type in loaders and components', async () => {
    const list = await api.queryClient.ensureQueryData(query(lessons.list, ours))
    expectTypeOf(list).toEqualTypeOf<Rows<Lesson>>()
    expect(list.rows.map(lesson => lesson.id)).toContain(maths.lesson_id)
    await api.queryClient.ensureQueryData(query(lessons.list, ours))
    expect(sent).toEqual(['GET /api/v2/courses/1/lessons'])
    const cached = api.queryClient.getQueryData(keyOf(lessons.list, ours))
    expectTypeOf(cached).toEqualTypeOf<Rows<Lesson> | undefined>()
    expect(cached).toBe(list)
    // Never called; the compiler checks the hooks.
    const hooks = () => {
      expectTypeOf(useSuspenseQuery(query(lessons.list, ours)).data).toEqualTypeOf<Rows<Lesson>>()
      expectTypeOf(useQuery(query(lessons.list, ours)).error).toEqualTypeOf<ApiError | null>()
    }
    expect(hooks).toBeTypeOf('function')
  })

  it('fails at once if a retry is pointless', async () => {
    const denied = api.queryClient.fetchQuery(
      query(permissions.list, { lesson_id: smallSchool.lessons.english }),
    )
    await expect(denied).rejects.toBeInstanceOf(ApiError)
    expect(sent).toHaveLength(1)
  })

  it('is retried twice on network errors, and reports offline meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    offline = true
    const failed = api.queryClient.fetchQuery(query(me.get, {})).catch(error => error)
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await failed).toMatchObject({ kind: 'offline' })
    expect(sent).toHaveLength(3)
    expect(api.freshness.getState()).toMatchObject({ offline: true, asOf: undefined })
    offline = false
    vi.useRealTimers()
    await api.queryClient.fetchQuery(query(me.get, {}))
    expect(api.freshness.getState().offline).toBe(false)
    expect(api.freshness.getState().asOf).toBeGreaterThan(0)
  })

  it('polls at the interval of the rate limit', async () => {
    // TanStack Query polls in browsers only.
    environmentManager.setIsServer(() => false)
    const stop = new QueryObserver(api.queryClient, query(me.get, {}, { every: 20 })).subscribe(() => {})
    await expect.poll(() => sent.length).toBeGreaterThan(2)
    stop()
    environmentManager.setIsServer(() => true)
  })

  it('keeps unchanged rows in lists of up to 1,000 rows', async () => {
    for (const [count, shared] of [
      [1000, true],
      [1001, false],
    ] as const) {
      const list = Array.from({ length: count }, (_, index) => ({ course_id: index + 1 }))
      const { queryClient } = createApi({ fetch: async () => Response.json(list) })
      const cached = async () => {
        await queryClient.fetchQuery({ ...query(me.memberships, {}), staleTime: 0 })
        return queryClient.getQueryData(keyOf(me.memberships, {}))
      }
      const before = await cached()
      expect((await cached()) === before).toBe(shared)
      queryClient.clear()
    }
  })
})

describe('a write', () => {
  const mutate = <E extends typeof permissions.create>(endpoint: E, body: Parameters<Api['call']>[1]) =>
    api.queryClient
      .getMutationCache()
      .build(api.queryClient, write(endpoint))
      .execute(body as never)

  it('invalidates its own queries and no others', async () => {
    const { queryClient } = api
    await queryClient.fetchQuery(query(permissions.list, maths))
    await queryClient
      .fetchQuery(query(permissions.list, { lesson_id: smallSchool.lessons.art }))
      .catch(() => {})
    await queryClient.fetchQuery(query(me.get, {}))
    const given = await mutate(permissions.create, {
      body: { resource_ids: maths, target_ids: { user_id: smallSchool.people.ruiz } },
    })
    expectTypeOf(given).toEqualTypeOf<Permission>()
    expect(given.target.ids).toEqual({ user_id: smallSchool.people.ruiz })
    const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
    expect(isStale(keyOf(permissions.list, maths))).toBe(true)
    expect(isStale(keyOf(me.get, {}))).toBe(false)
    const list = await queryClient.fetchQuery(query(permissions.list, maths))
    expect(list.rows.map(permission => permission.id)).toContain(given.id)
  })

  it('is not retried if its outcome is unknown', async () => {
    offline = true
    const body = { resource_ids: maths, target_ids: { user_id: smallSchool.people.ruiz } }
    await expect(mutate(permissions.create, { body })).rejects.toMatchObject({ kind: 'offline' })
    expect(sent).toHaveLength(1)
  })
})
