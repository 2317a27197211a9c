import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { actHeader } from '../contract/session.ts'
import { reportAfter, watchActs } from './acts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function aPage() {
  const page = new EventTarget()
  const told: boolean[] = []
  let reports = 0
  let answer = async () => new Response()
  const fetch = async (_path: string, init?: RequestInit) => {
    told.push(new Headers(init?.headers).has(actHeader))
    return answer()
  }
  const acts = watchActs({ page, fetch }, () => {
    reports += 1
  })
  return {
    ...acts,
    told,
    reports: () => reports,
    act: (type = 'keydown') => page.dispatchEvent(new Event(type)),
    answers: (next: typeof answer) => {
      answer = next
    },
  }
}

it('tells of the opening of a page, and of each act once; polls tell of nothing', async () => {
  const { send, act, told } = aPage()
  await send('/session')
  await send('/api/v2/chats')
  act()
  act('pointerdown')
  await send('/api/v2/chats', { headers: { 'If-None-Match': '"1"' } })
  await send('/api/v2/chats')
  expect(told).toEqual([true, false, true, false])
})

it.each(['pointerdown', 'keydown', 'wheel', 'touchstart'])('takes %s for an act', async type => {
  const { send, act, told } = aPage()
  await send('/session')
  act(type)
  await send('/session')
  expect(told).toEqual([true, true])
})

it.each(['mousemove', 'focus', 'visibilitychange', 'online', 'scroll'])('takes %s for none', async type => {
  const { send, act, told, reports } = aPage()
  await send('/session')
  act(type)
  await send('/session')
  vi.advanceTimersByTime(10 * reportAfter)
  expect([told, reports()]).toEqual([[true, false], 0])
})

it('tells again what was not heard', async () => {
  const { send, told, answers } = aPage()
  answers(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(send('/session')).rejects.toThrow(TypeError)
  answers(async () => new Response(null, { status: 502 }))
  await send('/session')
  answers(async () => new Response(null, { status: 401 }))
  await send('/session')
  await send('/session')
  expect(told).toEqual([true, true, true, false])
})

it('has somebody who only types reported every five minutes, and nobody who left', async () => {
  const { send, act, reports, told } = aPage()
  await send('/session')
  for (let second = 0; second < 20 * 60; second += 1) {
    act()
    const before = reports()
    vi.advanceTimersByTime(1000)
    if (reports() > before) await send('/session')
  }
  expect(reports()).toBe(4)
  expect(told).toEqual([true, true, true, true, true])
  vi.advanceTimersByTime(60 * reportAfter)
  expect(reports()).toBe(4)
})

it('reports nothing that a call told already, and nothing once it stopped', async () => {
  const { send, act, reports, stop } = aPage()
  act()
  await send('/api/v2/chats')
  vi.advanceTimersByTime(2 * reportAfter)
  expect(reports()).toBe(0)
  act()
  stop()
  act()
  vi.advanceTimersByTime(2 * reportAfter)
  expect(reports()).toBe(0)
})
