import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  advanceTime,
  correctionInput,
  fakeTimers,
  testBrowser,
  verifiableWrite,
} from '../../testing/testOutbox.ts'

let browser: ReturnType<typeof testBrowser>
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

it('skips findConflict after a 501, and is uncertain after a lost response', async () => {
  const outbox = await browser.tab()
  browser.service.readOutcomes = ['notOffered', 'notOffered', 'notOffered']
  await outbox.writes.add(verifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l/5' })
  await advanceTime(1000)
  expect(browser.service.calls).toEqual(['GET 5', 'POST 5'])
  browser.service.outcomes = ['lostBefore']
  await outbox.writes.add(verifiableWrite, { input: correctionInput(6, 'Good'), lane: 'l/6' })
  await advanceTime(60_000, 1000)
  expect(outbox.writes.list().map(({ state }) => state)).toEqual(['done', 'uncertain'])
  expect(browser.service.calls).toEqual(['GET 5', 'POST 5', 'GET 6', 'POST 6', 'GET 6'])
})
