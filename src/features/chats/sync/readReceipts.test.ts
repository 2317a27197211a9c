import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { type ChatTab, openTestTabs, talk } from '../../../testing/chats/testTabs.ts'

const second = 1000
const minute = 60 * second
const markRead = `POST /chats/${talk}/read`

let browser: Awaited<ReturnType<typeof openTestTabs>>
const openBrowser = async (options: Parameters<typeof openTestTabs>[0] = {}) => {
  browser = await openTestTabs(options)
}
beforeEach(() => {
  vi.useFakeTimers({
    now: Date.parse('2026-11-18T08:00:00+01:00'),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})
afterEach(async () => {
  await browser.close()
  vi.useRealTimers()
})

async function openStartedTab(): Promise<ChatTab> {
  const tab = browser.tab({ focused: true })
  await tab.open()
  tab.sync.start()
  tab.sync.watch(talk)
  await browser.settle()
  return tab
}
function getListRow(tab: ChatTab): Chat {
  const row = tab.api.queryClient.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === talk)
  if (!row) throw new Error('the chat is not in the list')
  return row
}
/** Writes a message and waits until the tab shows it. */
async function receiveMessage(tab: ChatTab, text: string): Promise<number> {
  const id = await browser.writeAsRuiz(text)
  await browser.pass(15 * second)
  expect(tab.texts()).toContain(text)
  return id
}

describe('a service that stores read positions', () => {
  it('receives the last position after a delay, never older ones', async () => {
    await openBrowser()
    const tab = await openStartedTab()
    const first = await receiveMessage(tab, 'One')
    const later = await receiveMessage(tab, 'Two')
    const before = tab.unread() ?? 0
    expect(before).toBeGreaterThanOrEqual(2)
    tab.sync.readReceipts.markSeen(getListRow(tab), first)
    expect(tab.unread()).toBe(1)
    tab.sync.readReceipts.markSeen(getListRow(tab), later)
    tab.sync.readReceipts.markSeen(getListRow(tab), first)
    expect(tab.unread()).toBe(0)
    expect(tab.count(markRead)).toBe(0)
    await browser.pass(4 * second)
    expect(tab.count(markRead)).toBe(1)
    expect(getListRow(tab)).toMatchObject({ unread_messages: 0, last_read_message_id: later })
    // The response updated the list, so no refetch is needed.
    await browser.pass(second)
    expect(tab.unread()).toBe(0)
    for (const text of ['Three', 'Four']) {
      tab.sync.readReceipts.markSeen(getListRow(tab), await receiveMessage(tab, text))
      expect(tab.unread()).toBe(0)
    }
    expect(tab.count(markRead)).toBe(1)
    await browser.pass(2 * minute)
    expect(tab.count(markRead)).toBe(2)
    tab.sync.readReceipts.markSeen(getListRow(tab), first)
    await browser.pass(5 * minute)
    expect(tab.count(markRead)).toBe(2)
    expect(tab.sync.readReceipts.getLastReadId(getListRow(tab))).toBeGreaterThan(later)
  })

  it('receives it when the chat is left; other tabs too', async () => {
    await openBrowser()
    const [tab, other] = [await openStartedTab(), await openStartedTab()]
    const id = await receiveMessage(tab, 'Seen')
    await browser.pass(30 * second)
    tab.sync.readReceipts.markSeen(getListRow(tab), id)
    await browser.settle()
    expect(other.unread()).toBe(0)
    tab.show({ visible: false })
    await browser.settle()
    expect(tab.count(markRead)).toBe(1)
    expect(other.count(markRead)).toBe(0)
  })

  it('receives it later after a failure', async () => {
    await openBrowser()
    const tab = await openStartedTab()
    const id = await receiveMessage(tab, 'Seen offline')
    browser.setOffline(true)
    tab.sync.readReceipts.markSeen(getListRow(tab), id)
    await browser.pass(minute)
    expect(tab.unread()).toBe(0)
    browser.setOffline(false)
    await browser.pass(3 * minute)
    expect(getListRow(tab).last_read_message_id).toBe(id)
  })
})

describe('a service that stores no read positions', () => {
  const withoutReads = { documentedOnly: true }

  it('leaves counting unread messages to the device', async () => {
    await openBrowser(withoutReads)
    const tab = await openStartedTab()
    const id = await receiveMessage(tab, 'One')
    tab.sync.readReceipts.markSeen(getListRow(tab), id)
    await browser.pass(10 * second)
    expect(tab.count(markRead)).toBe(1)
    expect(tab.unread()).toBe(0)
    const next = await receiveMessage(tab, 'Two')
    await receiveMessage(tab, 'Three')
    expect(getListRow(tab).unread_messages).toBeGreaterThan(2)
    expect(tab.unread()).toBe(2)
    tab.sync.readReceipts.markSeen(getListRow(tab), next)
    expect(tab.unread()).toBe(1)
    await browser.pass(5 * minute)
    expect(tab.count(markRead)).toBe(1)

    const reloaded = await openStartedTab()
    expect(reloaded.unread()).toBe(1)
    expect(
      reloaded.sync.readReceipts.getLastReadId({ ...getListRow(reloaded), last_read_message_id: undefined }),
    ).toBe(next)
  })

  it('limits the number of unread messages to the one it sends', async () => {
    await openBrowser(withoutReads)
    const tab = await openStartedTab()
    tab.sync.readReceipts.markSeen(getListRow(tab), await receiveMessage(tab, 'One'))
    const row = getListRow(tab)
    const shrunk = { ...row, unread_messages: 1, last_message: undefined }
    expect(row.unread_messages).toBeGreaterThan(1)
    expect(tab.sync.readReceipts.getUnreadCount(shrunk)).toBe(1)
  })

  it.each(['{"no":"list"}', 'no json', '[{"chat":1,"id":-3,"counted":0}]'])(
    'starts without read positions if stored ones are invalid: %s',
    async stored => {
      await openBrowser(withoutReads)
      browser.storage.setItem('staffroom:1:chats:read', stored)
      const tab = await openStartedTab()
      expect(tab.unread()).toBe(getListRow(tab).unread_messages)
    },
  )

  it('has an open chat refetched every minute, without versions', async () => {
    await openBrowser(withoutReads)
    const tab = browser.tab({ focused: true, missingFields: ['version'] })
    await tab.open()
    tab.sync.start()
    tab.sync.watch(talk)
    await browser.pass(5 * minute)
    const reads = tab.count(`GET /chats/${talk}/messages`) - 1
    expect(reads).toBeGreaterThanOrEqual(3)
    expect(reads).toBeLessThanOrEqual(6)
  })
})
