import { expect } from 'vitest'
import { advanceTime, correctionInput, test, verifiableWrite } from '../../testing/testOutbox.ts'

test('skips findConflict after a 501, and is uncertain after a lost response', async ({ browser }) => {
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
