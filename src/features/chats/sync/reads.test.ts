import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { type ChatTab, openTestTabs, talk } from '../../../testing/chats/testTabs.ts'

const second = 1000
const minute = 60 * second
const told = `POST /chats/${talk}/read`

let browser: Awaited<ReturnType<typeof openTestTabs>>
const begin = async (options: Parameters<typeof openTestTabs>[0] = {}) => {
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

async function started(): Promise<ChatTab> {
  const tab = browser.tab({ focused: true })
  await tab.open()
  tab.sync.start()
  tab.sync.watch(talk)
  await browser.settle()
  return tab
}
function rowOf(tab: ChatTab): Chat {
  const row = tab.api.queryClient.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === talk)
  if (!row) throw new Error('the chat is not in the list')
  return row
}
/** A message came and is in front of the reader. */
async function arrived(tab: ChatTab, text: string): Promise<number> {
  const id = await browser.write(text)
  await browser.pass(15 * second)
  expect(tab.texts()).toContain(text)
  return id
}

describe('a service that keeps reads', () => {
  it('is told after a while, once for several, and never backwards', async () => {
    await begin()
    const tab = await started()
    const first = await arrived(tab, 'One')
    const later = await arrived(tab, 'Two')
    const before = tab.unread() ?? 0
    expect(before).toBeGreaterThanOrEqual(2)
    tab.sync.reads.markSeen(rowOf(tab), first)
    expect(tab.unread()).toBe(1)
    tab.sync.reads.markSeen(rowOf(tab), later)
    tab.sync.reads.markSeen(rowOf(tab), first)
    expect(tab.unread()).toBe(0)
    expect(tab.count(told)).toBe(0)
    await browser.pass(4 * second)
    expect(tab.count(told)).toBe(1)
    expect(rowOf(tab)).toMatchObject({ unread_messages: 0, last_read_message_id: later })
    // What its answer entered needs no list.
    await browser.pass(second)
    expect(tab.unread()).toBe(0)
    // The next ones wait longer, what was told already is not told again.
    for (const text of ['Three', 'Four']) {
      tab.sync.reads.markSeen(rowOf(tab), await arrived(tab, text))
      expect(tab.unread()).toBe(0)
    }
    expect(tab.count(told)).toBe(1)
    await browser.pass(2 * minute)
    expect(tab.count(told)).toBe(2)
    tab.sync.reads.markSeen(rowOf(tab), first)
    await browser.pass(5 * minute)
    expect(tab.count(told)).toBe(2)
    expect(tab.sync.reads.lastRead(rowOf(tab))).toBeGreaterThan(later)
  })

  it('is told at once when the chat is left, and other tabs hear of it', async () => {
    await begin()
    const [tab, other] = [await started(), await started()]
    const id = await arrived(tab, 'Seen')
    await browser.pass(30 * second)
    tab.sync.reads.markSeen(rowOf(tab), id)
    await browser.settle()
    expect(other.unread()).toBe(0)
    tab.show({ visible: false })
    await browser.settle()
    expect(tab.count(told)).toBe(1)
    expect(other.count(told)).toBe(0)
  })

  it('is told later when it did not answer', async () => {
    await begin()
    const tab = await started()
    const id = await arrived(tab, 'Seen offline')
    browser.goDown(true)
    tab.sync.reads.markSeen(rowOf(tab), id)
    await browser.pass(minute)
    expect(tab.unread()).toBe(0)
    browser.goDown(false)
    await browser.pass(3 * minute)
    expect(rowOf(tab).last_read_message_id).toBe(id)
  })
})

describe('a service that keeps no reads', () => {
  const withoutReads = { documentedOnly: true }

  it('has what is unread counted on this device', async () => {
    await begin(withoutReads)
    const tab = await started()
    const id = await arrived(tab, 'One')
    tab.sync.reads.markSeen(rowOf(tab), id)
    await browser.pass(10 * second)
    expect(tab.count(told)).toBe(1)
    expect(tab.unread()).toBe(0)
    const next = await arrived(tab, 'Two')
    await arrived(tab, 'Three')
    expect(rowOf(tab).unread_messages).toBeGreaterThan(2)
    expect(tab.unread()).toBe(2)
    tab.sync.reads.markSeen(rowOf(tab), next)
    expect(tab.unread()).toBe(1)
    await browser.pass(5 * minute)
    // It was asked once whether it keeps them; the answer stands.
    expect(tab.count(told)).toBe(1)

    // After a reload the device still knows.
    const reloaded = await started()
    expect(reloaded.unread()).toBe(1)
    expect(reloaded.sync.reads.lastRead({ ...rowOf(reloaded), last_read_message_id: undefined })).toBe(next)
  })

  it('counts by itself when it says that less is unread than was known to be read', async () => {
    await begin(withoutReads)
    const tab = await started()
    tab.sync.reads.markSeen(rowOf(tab), await arrived(tab, 'One'))
    const row = rowOf(tab)
    const shrunk = { ...row, unread_messages: 1, last_message: undefined }
    expect(row.unread_messages).toBeGreaterThan(1)
    expect(tab.sync.reads.unread(shrunk)).toBe(1)
  })

  it.each(['{"no":"list"}', 'no json', '[{"chat":1,"id":-3,"counted":0}]'])(
    'starts anew when what was kept is unreadable: %s',
    async kept => {
      await begin(withoutReads)
      browser.storage.setItem('staffroom:1:chats:read', kept)
      const tab = await started()
      expect(tab.unread()).toBe(rowOf(tab).unread_messages)
    },
  )

  it('reads an open chat again once a minute, since it does not tell of votes and deletions', async () => {
    await begin(withoutReads)
    const tab = browser.tab({ focused: true, without: ['version'] })
    await tab.open()
    tab.sync.start()
    tab.sync.watch(talk)
    await browser.pass(5 * minute)
    const reads = tab.count(`GET /chats/${talk}/messages`) - 1
    expect(reads).toBeGreaterThanOrEqual(3)
    expect(reads).toBeLessThanOrEqual(6)
  })
})
