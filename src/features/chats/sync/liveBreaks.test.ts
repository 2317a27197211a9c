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
  browser = await openTestTabs()
})
afterEach(async () => {
  await browser.close()
  vi.useRealTimers()
})

/** A tab with a chat on its screen, some time after it was opened. */
async function started(options: Parameters<typeof browser.tab>[0] = {}): Promise<ChatTab> {
  const tab = browser.tab({ focused: true, ...options })
  await tab.mount()
  tab.sync.start()
  tab.sync.watch(talk)
  tab.live.start()
  await browser.pass(minute)
  tab.calls.length = 0
  return tab
}

describe('a stream that breaks', () => {
  it('leaves the polls to take over within ten seconds, and rests them when it stands again', async () => {
    const tab = await started()
    browser.streams.refuse(() => new Response('', { status: 503 }))
    browser.streams.cut()
    await browser.pass(10 * second)
    expect(tab.count(list)).toBeGreaterThanOrEqual(1)
    await browser.write('By the poll')
    await browser.pass(15 * second)
    expect(tab.texts()).toContain('By the poll')
    browser.streams.refuse()
    await browser.pass(2 * minute)
    expect(browser.streams.standing()).toBe(1)
    tab.calls.length = 0
    await browser.pass(10 * minute)
    expect(tab.calls).toEqual([])
  })

  it('is no reason to poll where it stands again in a few seconds; what was missed is asked once', async () => {
    const tab = await started()
    browser.streams.cut()
    await browser.write('Told to nobody')
    await browser.pass(10 * second)
    expect(browser.streams.standing()).toBe(1)
    expect(tab.texts()).toContain('Told to nobody')
    expect(tab.calls.toSorted()).toEqual(['GET /events', list, chat].toSorted())
  })

  it('is tried again less and less often', async () => {
    await started()
    browser.streams.refuse(() => new Response('', { status: 502 }))
    browser.streams.end()
    const before = browser.streams.opened()
    await browser.pass(10 * minute)
    expect(browser.streams.opened() - before).toBeGreaterThan(10)
    expect(browser.streams.opened() - before).toBeLessThan(25)
  })

  it('is noticed by its silence', async () => {
    const tab = await started()
    browser.streams.mute()
    await browser.pass(70 * second)
    expect(browser.streams.opened()).toBeGreaterThan(1)
    expect(tab.calls).toContain('GET /events')
  })

  it.each([404, 405, 501])('for good with %i: polls, and asks for it no more', async status => {
    browser.streams.refuse(() => new Response('', { status }))
    const tab = await started()
    expect(browser.streams.opened()).toBe(1)
    await browser.pass(30 * minute)
    expect(browser.streams.opened()).toBe(1)
    expect(tab.count(list)).toBeGreaterThan(30)
  })

  it('is none where a page answers in its place', async () => {
    browser.streams.refuse(() => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }))
    const tab = await started()
    await browser.pass(5 * minute)
    expect(browser.streams.opened()).toBe(1)
    expect(tab.count(list)).toBeGreaterThan(5)
  })

  it('is closed with the session', async () => {
    const tab = await started()
    tab.sync.stop()
    tab.live.stop()
    await browser.settle()
    expect(browser.streams.standing()).toBe(0)
    await browser.pass(10 * minute)
    expect(tab.calls).toEqual([])
  })
})
