import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyOf, query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'
import { type ChatTab, openTestTabs, talk } from '../../../testing/chats/testTabs.ts'
import { smallChats } from '../../../testing/sampleSchool.ts'

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

/** Opens a tab with an open chat, one minute after the start. */
async function openStartedTab(): Promise<ChatTab> {
  const tab = browser.tab()
  await tab.mount()
  tab.live.start()
  await browser.pass(minute)
  tab.calls.length = 0
  return tab
}
const lineOf = ({ api }: ChatTab) =>
  api.queryClient.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === talk)
const requests = (...tabs: ChatTab[]) => tabs.flatMap(tab => tab.calls)

describe('a stream of events', () => {
  it('replaces all polls', async () => {
    const tab = await openStartedTab()
    expect(browser.streams.openCount()).toBe(1)
    await browser.pass(20 * minute)
    expect(tab.calls).toEqual([])
  })

  it('updates open chat and row with one request', async () => {
    const tab = await openStartedTab()
    await browser.writeAsRuiz('Already here')
    await browser.settle()
    expect(tab.texts()).toContain('Already here')
    expect(tab.calls).toEqual([chat])
    const line = lineOf(tab)
    await browser.pass(5 * minute)
    expect(tab.calls).toEqual([chat])
    await tab.api.queryClient.fetchQuery({ ...query(chats.list, {}), staleTime: 0 })
    expect(line).toMatchObject({ last_message: { text: 'Already here' } })
    expect(line).toEqual(lineOf(tab))
  })

  it('updates another chat’s row within 5 s', async () => {
    const tab = browser.tab()
    new QueryObserver(tab.api.queryClient, query(chats.list, {})).subscribe(() => undefined)
    tab.live.start()
    await browser.pass(minute)
    tab.calls.length = 0
    await browser.writeAsRuiz('To the list')
    await browser.pass(5 * second)
    expect(lineOf(tab)?.last_message?.text).toBe('To the list')
    expect(tab.calls).toEqual([list])
  })

  it('reads a burst of messages with two requests', async () => {
    const tab = await openStartedTab()
    const release = browser.delayNext(chat)
    for (const text of ['One', 'Two', 'Three', 'Four']) await browser.writeAsRuiz(text)
    await browser.settle()
    expect(tab.count(chat)).toBe(1)
    release()
    // The second request must get its response before the timer of the list, which is due at 1.5 s.
    await browser.pass(1.2 * second)
    await browser.pass(4 * second)
    expect(tab.count(chat)).toBe(2)
    expect(tab.texts().slice(-2)).toEqual(['Three', 'Four'])
    expect(tab.count(list)).toBe(0)
  })

  it('marks data off screen as stale, without a request', async () => {
    const tab = await openStartedTab()
    const elsewhere = query(messages.list, { chat_id: smallChats.broadcast })
    await tab.api.queryClient.fetchQuery(elsewhere)
    tab.calls.length = 0
    const isStale = () => tab.api.queryClient.getQueryState(elsewhere.queryKey)?.isInvalidated
    expect(isStale()).toBe(false)
    browser.streams.sendEvent({ kind: 'message', id: smallChats.broadcast, version: 9_999 })
    browser.streams.sendEvent({ kind: 'homework', id: 1, version: Date.now() })
    await browser.pass(minute)
    expect(tab.calls).toEqual([])
    expect(isStale()).toBe(true)
  })

  it('skips versions that are cached', async () => {
    const tab = await openStartedTab()
    await browser.writeAsRuiz('Once')
    await browser.pass(10 * second)
    tab.calls.length = 0
    const version = tab.api.queryClient
      .getQueryData(query(messages.list, { chat_id: talk }).queryKey)
      ?.rows.at(-1)?.version
    browser.streams.sendEvent({ kind: 'message', id: talk, version: version ?? 0 })
    browser.streams.sendEvent({ kind: 'message', id: talk, version: (version ?? 0) - 1 })
    await browser.pass(minute)
    expect(tab.calls).toEqual([])
  })

  it('refetches the screen after an event of kind everything', async () => {
    const tab = await openStartedTab()
    browser.streams.sendEvent({ kind: 'everything', id: 0, version: 0 })
    await browser.pass(10 * second)
    expect(tab.calls.toSorted()).toEqual([list, chat])
  })

  it('ignores invalid events', async () => {
    const tab = await openStartedTab()
    browser.streams.write(
      'data: hello\n\ndata: {"kind":7}\n\nnonsense\n\ndata: {"kind":"lunch","id":1,"version":1}\n\n',
    )
    await browser.pass(minute)
    expect(tab.calls).toEqual([])
    await browser.writeAsRuiz('And goes on')
    await browser.settle()
    expect(tab.texts()).toContain('And goes on')
    expect(browser.streams.requestCount()).toBe(1)
  })
})

describe('a write of this tab', () => {
  const send = async (tab: ChatTab, text: string) => {
    const input = { chat_id: talk, body: { text } }
    const sentAt = Date.now()
    const response = await tab.api.call(messages.send, input)
    // The event arrives before the delivery processed the response.
    await browser.settle()
    tab.api.recordWrite({ endpoint: messages.send, input, sentAt }, response)
    await browser.pass(10 * second)
  }

  it('causes no further request', async () => {
    const tab = await openStartedTab()
    await send(tab, 'My own')
    expect(tab.texts()).toContain('My own')
    // The list has data that the response lacks.
    expect(tab.calls).toEqual([`POST /chats/${talk}/messages`, list])
  })

  it('does not hide another user’s concurrent message', async () => {
    const tab = await openStartedTab()
    await browser.writeAsRuiz('Theirs, unheard')
    tab.calls.length = 0
    await send(tab, 'Mine')
    await browser.pass(10 * second)
    expect(tab.texts().slice(-2)).toEqual(['Theirs, unheard', 'Mine'])
  })
})

describe('several tabs', () => {
  it('share one stream and its events', async () => {
    const tabs = [await openStartedTab(), await openStartedTab(), await openStartedTab()]
    expect([browser.streams.requestCount(), browser.streams.openCount()]).toEqual([1, 1])
    for (const tab of tabs) tab.calls.length = 0
    await browser.writeAsRuiz('To all three')
    await browser.settle()
    for (const tab of tabs) expect(tab.texts()).toContain('To all three')
    await browser.pass(10 * minute)
    expect(requests(...tabs).filter(call => call === list).length).toBeLessThanOrEqual(3)
  })

  it('continue with another tab’s stream when one closes', async () => {
    const [one, two, three] = [await openStartedTab(), await openStartedTab(), await openStartedTab()]
    one.close()
    await browser.pass(10 * second)
    expect([browser.streams.requestCount(), browser.streams.openCount()]).toEqual([2, 1])
    for (const tab of [two, three]) tab.calls.length = 0
    await browser.writeAsRuiz('After it went')
    await browser.settle()
    for (const tab of [two, three]) expect(tab.texts()).toContain('After it went')
    await browser.pass(10 * minute)
    expect(requests(two, three).filter(call => call !== list)).toEqual([chat, chat])
  })

  it('ignore invalid broadcast messages', async () => {
    const tab = await openStartedTab()
    const other = browser.channel('staffroom.events.1')
    for (const message of ['hello', { kind: 'lunch' }, { kind: 'event', event: { kind: 7 } }, null]) {
      other.postMessage(message)
    }
    await browser.pass(minute)
    expect(tab.calls).toEqual([])
    expect(tab.api.live.isUp()).toBe(true)
  })
})

describe('a hidden tab', () => {
  it('keeps the stream, and refetches once when visible', async () => {
    const tab = await openStartedTab()
    tab.show({ visible: false })
    for (const text of ['One', 'Two', 'Three']) {
      await browser.writeAsRuiz(text)
      await browser.pass(minute)
    }
    expect(tab.calls).toEqual([])
    expect(browser.streams.openCount()).toBe(1)
    tab.show({ visible: true })
    await browser.pass(10 * second)
    expect(tab.texts()).toContain('Three')
    expect(tab.calls.toSorted()).toEqual([list, chat].toSorted())
  })
})
