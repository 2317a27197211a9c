import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyOf, query } from '../../../api/cache/query.ts'
import { responseInfoOf } from '../../../api/client/responseInfo.ts'
import { chats } from '../../../contract/chats.ts'
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

/** Opens a tab with a loaded screen, and starts its synchronisation. */
async function openStartedTab(options: Parameters<typeof browser.tab>[0] = {}): Promise<ChatTab> {
  const tab = browser.tab(options)
  await tab.open()
  tab.sync.start()
  await browser.settle()
  return tab
}
const countPolls = (...tabs: ChatTab[]) => tabs.reduce((sum, tab) => sum + tab.count(list), 0)

describe('one tab', () => {
  it('polls every 30 s, and every 10 s with a focused chat', async () => {
    const tab = await openStartedTab({ focused: true })
    const before = countPolls(tab)
    await browser.pass(5 * minute)
    expect(countPolls(tab) - before).toBeGreaterThanOrEqual(9)
    expect(countPolls(tab) - before).toBeLessThanOrEqual(12)
    tab.sync.watch(talk)
    const then = countPolls(tab)
    await browser.pass(5 * minute)
    expect(countPolls(tab) - then).toBeGreaterThanOrEqual(26)
    expect(countPolls(tab) - then).toBeLessThanOrEqual(34)
  })

  it('pauses while hidden, and polls when visible again', async () => {
    const tab = await openStartedTab({ focused: true })
    tab.sync.watch(talk)
    tab.show({ visible: false, focused: false })
    const before = tab.calls.length
    await browser.writeAsRuiz('While nobody looked')
    await browser.pass(10 * minute)
    expect(tab.calls).toHaveLength(before)
    tab.show({ visible: true, focused: true })
    await browser.pass(second)
    expect(tab.texts()).toContain('While nobody looked')
    // It was hidden only for a moment.
    const after = countPolls(tab)
    tab.show({ visible: false })
    tab.show({ visible: true })
    await browser.pass(second)
    expect(countPolls(tab)).toBe(after)
  })

  it('refetches an open chat only after a change', async () => {
    const tab = await openStartedTab({ focused: true })
    const unwatch = tab.sync.watch(talk)
    await browser.pass(2 * minute)
    expect(tab.count(chat)).toBe(1)
    await browser.writeAsRuiz('One')
    await browser.pass(15 * second)
    expect(tab.count(chat)).toBe(2)
    expect(tab.texts()).toContain('One')
    unwatch()
    await browser.writeAsRuiz('Two')
    await browser.pass(2 * minute)
    expect(tab.count(chat)).toBe(2)
    tab.sync.watch(talk)
    await browser.pass(second)
    expect(tab.texts()).toContain('Two')
  })

  it('refetches once more after a change during the fetch', async () => {
    const tab = await openStartedTab({ focused: true })
    tab.sync.watch(talk)
    await browser.pass(second)
    await browser.writeAsRuiz('First')
    const release = browser.delayNext(chat)
    await browser.pass(15 * second)
    expect(tab.count(chat)).toBe(2)
    await browser.writeAsRuiz('Second')
    await browser.pass(20 * second)
    expect(tab.count(chat)).toBe(2)
    release()
    await browser.pass(second)
    expect(tab.count(chat)).toBe(3)
    expect(tab.texts()).toContain('Second')
  })

  it('polls less often offline, and at once when online', async () => {
    const tab = await openStartedTab({ focused: true })
    tab.sync.watch(talk)
    await browser.pass(15 * second)
    const before = countPolls(tab)
    browser.setOffline(true)
    await browser.pass(10 * minute)
    expect(countPolls(tab) - before).toBeLessThan(10)
    expect(tab.texts().length).toBeGreaterThan(0)
    expect(tab.api.freshness.getState().offline).toBe(true)
    browser.setOffline(false)
    await browser.writeAsRuiz('Back again')
    tab.online()
    await browser.pass(3 * second)
    expect(tab.texts()).toContain('Back again')
    expect(tab.api.freshness.getState().offline).toBe(false)
  })
})

describe('several visible tabs', () => {
  it('share one request and its result', async () => {
    const [one, two] = [await openStartedTab(), await openStartedTab()]
    const before = countPolls(one, two)
    await browser.writeAsRuiz('To both')
    await browser.pass(5 * minute)
    expect(countPolls(one, two) - before).toBeLessThanOrEqual(12)
    expect(countPolls(two)).toBe(1)
    expect([one.unread(), two.unread()]).toEqual([one.unread(), one.unread()])
    expect(two.unread()).toBeGreaterThan(0)
    // It also has the ETag of that list.
    const cachedList = two.api.queryClient.getQueryData(keyOf(chats.list, {}))
    expect(responseInfoOf(cachedList)?.tag).toBeDefined()
  })

  it('continue when the polling tab is closed or hidden', async () => {
    const [one, two, three] = [await openStartedTab(), await openStartedTab(), await openStartedTab()]
    await browser.pass(2 * minute)
    const countPollsPerTab = () => [one, two, three].map(tab => countPolls(tab))
    const atFirst = countPollsPerTab()
    one.close()
    await browser.pass(2 * minute)
    expect(countPollsPerTab()[1]).toBeGreaterThan(atFirst[1] ?? 0)
    expect(countPollsPerTab()[2]).toBe(atFirst[2])
    two.show({ visible: false })
    const then = countPollsPerTab()
    await browser.pass(2 * minute)
    expect(countPollsPerTab()[1]).toBe(then[1])
    expect(countPollsPerTab()[2]).toBeGreaterThan(then[2] ?? 0)
  })

  it('continue if the polling tab is frozen', async () => {
    const [one, two] = [await openStartedTab(), await openStartedTab()]
    await browser.pass(minute)
    one.freeze()
    const before = countPolls(two)
    await browser.writeAsRuiz('Past the frozen one')
    const unread = two.unread() ?? 0
    await browser.pass(2.5 * minute)
    expect(countPolls(two) - before).toBeGreaterThanOrEqual(1)
    expect(countPolls(two) - before).toBeLessThanOrEqual(3)
    expect(two.unread()).toBe(unread + 1)
  })

  it('poll at the rate of the focused tab', async () => {
    const [one, two] = [await openStartedTab(), await openStartedTab({ focused: true })]
    two.sync.watch(talk)
    const before = countPolls(one)
    await browser.writeAsRuiz('Soon')
    await browser.pass(15 * second)
    expect(two.texts()).toContain('Soon')
    await browser.pass(5 * minute)
    expect(countPolls(one)).toBe(before)
  })

  it('never replace a newer list by an older one', async () => {
    const [one, two] = [await openStartedTab(), await openStartedTab()]
    const release = browser.delayNext(list)
    await browser.pass(40 * second)
    expect(countPolls(one)).toBe(2)
    await browser.writeAsRuiz('Newer')
    const unread = one.unread() ?? 0
    await two.api.queryClient.fetchQuery({ ...query(chats.list, {}), staleTime: 0 })
    await browser.settle()
    expect([one.unread(), two.unread()]).toEqual([unread + 1, unread + 1])
    // The response to an earlier request arrives now.
    release()
    await browser.pass(second)
    expect([one.unread(), two.unread()]).toEqual([unread + 1, unread + 1])
  })

  it('ignore invalid broadcast lists', async () => {
    const tab = await openStartedTab()
    const cachedList = () => tab.api.queryClient.getQueryData(keyOf(chats.list, {}))
    const before = cachedList()
    const listMessage = {
      kind: 'list',
      askedAt: Date.now() + 1,
      tag: '"x"',
      rows: before?.rows ?? [],
      unreadable: 0,
    }
    const other = browser.channel()
    const broadcast = async (message: unknown) => {
      other.postMessage(message)
      await browser.settle()
    }
    await vi.advanceTimersByTimeAsync(100)
    await broadcast('hello')
    await broadcast({ ...listMessage, rows: 'none' })
    await broadcast({ ...listMessage, askedAt: Date.now() + minute, rows: [] })
    await broadcast({ ...listMessage, rows: before?.rows.map(row => ({ ...row, version: 0 })) })
    expect(cachedList()).toBe(before)
    await broadcast({ ...listMessage, rows: [...listMessage.rows, { id: 'no chat' }] })
    expect(cachedList()).toMatchObject({ rows: before?.rows, unreadable: 1 })
    expect(responseInfoOf(cachedList())?.tag).toBeUndefined()
  })
})
