import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTimers, settle, testBrowser } from '../../../outbox/testOutbox.ts'
import { pollDraft } from './pollDraft.ts'
import { sendPollDraft } from './sendPollDraft.ts'

beforeEach(fakeTimers)
afterEach(() => void vi.useRealTimers())

it('leaves no draft of a poll that was sent, though the form was closed meanwhile', async () => {
  const browser = testBrowser()
  const outbox = await browser.tab()
  const draft = await outbox.drafts.open(pollDraft, '1')
  draft.set({ question: 'Which film?', options: ['Krabat', 'The Wave'], anonymous: false, several: false })
  await draft.flush()
  const send = vi.fn(async () => {
    draft.close()
    await settle()
  })
  expect(await sendPollDraft(outbox, 1, send)).toBe(true)
  expect(send).toHaveBeenCalledTimes(1)
  expect(await outbox.drafts.list(pollDraft)).toEqual([])
  expect(await sendPollDraft(outbox, 1, send)).toBe(false)
  expect(send).toHaveBeenCalledTimes(1)
  browser.close()
})
