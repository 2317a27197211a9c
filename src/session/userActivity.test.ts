import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { activityHeader } from '../contract/session.ts'
import { reportDelay, watchActivity } from './userActivity.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createPage() {
  const page = new EventTarget()
  const actHeaders: boolean[] = []
  let reports = 0
  let respond = async () => new Response()
  const fetch = async (_path: string, init?: RequestInit) => {
    actHeaders.push(new Headers(init?.headers).has(activityHeader))
    return respond()
  }
  const acts = watchActivity({ page, fetch }, () => {
    reports += 1
  })
  return {
    ...acts,
    actHeaders,
    reports: () => reports,
    act: (type = 'keydown') => page.dispatchEvent(new Event(type)),
    setResponse: (next: typeof respond) => {
      respond = next
    },
  }
}

it('reports each user activity once, with the next request', async () => {
  const { send, act, actHeaders } = createPage()
  await send('/session')
  await send('/api/v2/chats')
  act()
  act('pointerdown')
  await send('/api/v2/chats', { headers: { 'If-None-Match': '"1"' } })
  await send('/api/v2/chats')
  expect(actHeaders).toEqual([true, false, true, false])
})

it.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('counts %s as user activity', async type => {
  const { send, act, actHeaders } = createPage()
  await send('/session')
  act(type)
  await send('/session')
  expect(actHeaders).toEqual([true, true])
})

it.each(['mousemove', 'focus', 'visibilitychange', 'online', 'scroll'])(
  'does not count %s as user activity',
  async type => {
    const { send, act, actHeaders, reports } = createPage()
    await send('/session')
    act(type)
    await send('/session')
    vi.advanceTimersByTime(10 * reportDelay)
    expect([actHeaders, reports()]).toEqual([[true, false], 0])
  },
)

it('reports an activity again if the request failed', async () => {
  const { send, actHeaders, setResponse } = createPage()
  setResponse(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send('/session')).rejects.toThrow(TypeError)
  setResponse(async () => new Response(null, { status: 502 }))
  await send('/session')
  setResponse(async () => new Response(null, { status: 401 }))
  await send('/session')
  await send('/session')
  expect(actHeaders).toEqual([true, true, true, false])
})

it('reports every five minutes while a user only types', async () => {
  const { send, act, reports, actHeaders } = createPage()
  await send('/session')
  for (let second = 0; second < 20 * 60; second += 1) {
    act()
    const before = reports()
    vi.advanceTimersByTime(1000)
    if (reports() > before) await send('/session')
  }
  expect(reports()).toBe(4)
  expect(actHeaders).toEqual([true, true, true, true, true])
  vi.advanceTimersByTime(60 * reportDelay)
  expect(reports()).toBe(4)
})

it('reports no activity twice, or after stop()', async () => {
  const { send, act, reports, stop } = createPage()
  act()
  await send('/api/v2/chats')
  vi.advanceTimersByTime(2 * reportDelay)
  expect(reports()).toBe(0)
  act()
  stop()
  act()
  vi.advanceTimersByTime(2 * reportDelay)
  expect(reports()).toBe(0)
})
