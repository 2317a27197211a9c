import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTimers, settle, testBrowser } from '../../../outbox/testOutbox.ts'
import { chatDraft, draftKey } from './chatDraft.ts'
import { messageFileWrite, messageWrite } from './messageWrite.ts'
import { oneAtATime } from './oneAtATime.ts'
import { sendDraft } from './sendDraft.ts'

beforeEach(fakeTimers)
afterEach(() => void vi.useRealTimers())

it('leaves no draft of what was sent, though the chat was left meanwhile', async () => {
  const browser = testBrowser()
  browser.online.set(false)
  const outbox = await browser.tab({ kinds: [messageWrite, messageFileWrite] })
  const draft = await outbox.drafts.open(chatDraft, draftKey(1))
  draft.set({ text: 'Hall A', files: [] })
  await draft.flush()
  // Another tab is sending something.
  let release = () => {}
  void oneAtATime(() => new Promise<void>(resolve => (release = resolve)))
  const sending = sendDraft(outbox, 1, { newest: 7 })
  draft.close()
  await settle()
  release()
  expect(await sending).toEqual({ kind: 'sent' })
  expect(outbox.writes.list()).toHaveLength(1)
  expect(await outbox.drafts.list(chatDraft)).toEqual([])
  expect((await outbox.drafts.open(chatDraft, draftKey(1))).state().value).toBeUndefined()
  browser.close()
})
