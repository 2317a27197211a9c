import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { fakeTimers, settle, testBrowser } from '../../../testing/testOutbox.ts'
import { messageWrite } from '../messageWrite.ts'
import { sendPollDraft } from './PollForm.tsx'
import { pollDraft } from './pollFields.ts'

beforeEach(fakeTimers)
afterEach(() => void vi.useRealTimers())

const loaded = { newest: 7 }
const film = { question: 'Which film?', options: ['Krabat', 'The Wave'], anonymous: false, several: false }

async function openTabWithPollDraft() {
  const browser = testBrowser()
  browser.online.set(false)
  const tab = () => browser.tab({ kinds: [messageWrite] })
  const outbox = await tab()
  const draft = await outbox.drafts.open(pollDraft, '1')
  draft.set(film)
  return { browser, tab, outbox, draft }
}
const polls = ({ writes }: Outbox) => writes.list().filter(({ kind }) => kind === messageWrite.name).length
const drafts = async ({ drafts: of }: Outbox) => (await of.list(pollDraft)).length

it('deletes the draft of a sent poll, form closed or not', async () => {
  const { browser, outbox, draft } = await openTabWithPollDraft()
  const sending = sendPollDraft(outbox, 1, loaded)
  draft.close()
  expect(await sending).toBe(true)
  expect([polls(outbox), await drafts(outbox)]).toEqual([1, 0])
  expect(await sendPollDraft(outbox, 1, loaded)).toBe(false)
  expect(polls(outbox)).toBe(1)
  browser.close()
})

it('is always in either the outbox or a draft', async () => {
  for (let steps = 0; steps < 30; steps += 1) {
    const { browser, tab, outbox, draft } = await openTabWithPollDraft()
    await draft.flush()
    void sendPollDraft(outbox, 1, loaded).catch(() => undefined)
    for (let step = 0; step < steps; step += 1) await new Promise(resolve => setImmediate(resolve))
    outbox.stopWithoutSaving()
    await settle()
    const next = await tab()
    expect(polls(next) + (await drafts(next)), `${steps}`).toBe(1)
    browser.close()
  }
})

it('is sent once from two tabs', async () => {
  const { browser, tab, outbox, draft } = await openTabWithPollDraft()
  await draft.flush()
  const other = await tab()
  const both = await Promise.all([sendPollDraft(outbox, 1, loaded), sendPollDraft(other, 1, loaded)])
  await settle()
  expect([both.filter(went => went).length, polls(outbox), await drafts(outbox)]).toEqual([1, 1, 0])
  browser.close()
})
