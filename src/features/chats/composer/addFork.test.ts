import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StorageError } from '../../../outbox/storage/Store.ts'
import { fakeTimers, settle, testBrowser } from '../../../testing/testOutbox.ts'
import { type ChatDraft, chatDraft } from './messageDraft.ts'
import { addFork } from './OtherTabs.tsx'

beforeEach(fakeTimers)
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const said = (text: string): ChatDraft => ({ text, files: [] })

/** The same message begun in two tabs, as the second one shows it. */
async function twoTabs() {
  const browser = testBrowser()
  const drafts = []
  for (const _ of [1, 2]) drafts.push(await (await browser.tab()).drafts.open(chatDraft, '1'))
  for (const [index, draft] of drafts.entries()) {
    draft.set(said(index === 0 ? 'Hall A' : 'Hall B'))
    await draft.flush()
  }
  await settle()
  const draft = drafts[1]
  const fork = draft?.state().forks[0]
  if (!draft || !fork) throw new Error('there is no fork')
  const change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => {
    const now = draft.state().value ?? said('')
    draft.set({ ...now, ...patch(now) })
  }
  const shown = () => ({ text: draft.state().value?.text, forks: draft.state().forks.length })
  return { browser, add: () => addFork(draft, fork, change), shown }
}

it('adds what another tab wrote', async () => {
  const { browser, add, shown } = await twoTabs()
  await add()
  expect(shown()).toEqual({ text: 'Hall B\nHall A', forks: 0 })
  browser.close()
})

it('keeps both versions where nothing can be stored', async () => {
  const { browser, add, shown } = await twoTabs()
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError')
  })
  await expect(add()).rejects.toThrow(StorageError)
  expect(shown()).toEqual({ text: 'Hall B', forks: 1 })
  vi.restoreAllMocks()
  await add()
  expect(shown()).toEqual({ text: 'Hall B\nHall A', forks: 0 })
  browser.close()
})
