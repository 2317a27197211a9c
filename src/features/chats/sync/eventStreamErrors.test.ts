import { environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChatTab, openTestTabs, talk } from '../../../testing/chats/testTabs.ts'

const second = 1000
const minute = 60 * second
const list = 'GET /chats'
const chat = `GET /chats/${talk}/messages`

let browser: Awaited<ReturnType<typeof openTestTabs>>
beforeEach(async () => {
  vi.useFakeTimers({
    now: Date.parse('2026-11-18T08:00:00+01:00'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  environmentManager.setIsServer(() => false)
  browser = await openTestTabs()
})
afterEach(async () => {
  await browser.close()
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/** Opens a tab with an open chat, one minute after the start. */
async function openStartedTab(): Promise<ChatTab> {
  const tab = browser.tab()
  await tab.mount()
  tab.live.start()
  await browser.pass(minute)
  tab.calls.length = 0
  return tab
}

describe('a broken stream', () => {
  it('is replaced by polling', async () => {
    const tab = await openStartedTab()
    browser.streams.refuse(() => new Response('', { status: 503 }))
    browser.streams.breakOff()
    // The polls are slow, because the service sends no rate limit.
    await browser.pass(2 * minute)
    expect(tab.count(list)).toBeGreaterThanOrEqual(1)
    await browser.writeAsRuiz('By the poll')
    await browser.pass(minute)
    expect(tab.texts()).toContain('By the poll')
    browser.streams.refuse()
    await browser.pass(2 * minute)
    expect(browser.streams.openCount()).toBe(1)
    tab.calls.length = 0
    await browser.pass(10 * minute)
    expect(tab.calls).toEqual([])
  })

  it('causes no polling if it reopens within seconds', async () => {
    const tab = await openStartedTab()
    browser.streams.breakOff()
    await browser.writeAsRuiz('Told to nobody')
    await browser.pass(10 * second)
    expect(browser.streams.openCount()).toBe(1)
    expect(tab.texts()).toContain('Told to nobody')
    expect(tab.calls.toSorted()).toEqual(['GET /events', list, chat].toSorted())
  })

  it('reopens with growing delays', async () => {
    await openStartedTab()
    browser.streams.refuse(() => new Response('', { status: 502 }))
    browser.streams.end()
    const before = browser.streams.requestCount()
    await browser.pass(10 * minute)
    expect(browser.streams.requestCount() - before).toBeGreaterThan(10)
    expect(browser.streams.requestCount() - before).toBeLessThan(25)
  })

  it('is detected without data', async () => {
    const tab = await openStartedTab()
    browser.streams.pause()
    await browser.pass(70 * second)
    expect(browser.streams.requestCount()).toBeGreaterThan(1)
    expect(tab.calls).toContain('GET /events')
  })

  it.each([404, 405, 501])('is permanently replaced by polling after %i', async status => {
    browser.streams.refuse(() => new Response('', { status }))
    const tab = await openStartedTab()
    expect(browser.streams.requestCount()).toBe(1)
    await browser.pass(30 * minute)
    expect(browser.streams.requestCount()).toBe(1)
    expect(tab.count(list)).toBeGreaterThan(30)
  })

  it('is replaced by polling after an HTML response', async () => {
    browser.streams.refuse(() => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }))
    const tab = await openStartedTab()
    await browser.pass(5 * minute)
    expect(browser.streams.requestCount()).toBe(1)
    expect(tab.count(list)).toBeGreaterThan(5)
  })

  it('closes when the session ends', async () => {
    const tab = await openStartedTab()
    tab.live.stop()
    await browser.settle()
    expect(browser.streams.openCount()).toBe(0)
  })
})
