import { expect, type Page, type Request } from '@playwright/test'
import { isStream } from '../../scripts/waitUntilIdle.ts'
import { enterChat, messageLog, openChat, sendMessage } from '../support/chat.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { minute } from '../support/schoolClock.ts'
import { enterAs, signInAs } from '../support/signInAs.ts'

const class8b = 1
const events = '**/api/v2/events'

function polls(page: Page): () => number {
  let count = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname === '/api/v2/chats') count += 1
  })
  return () => count
}

/** ms until the other page shows the message. */
async function timed(from: Page, to: Page, text: string): Promise<number> {
  const shown = to.waitForFunction(
    expectedText => document.querySelector('[role=log]')?.textContent?.includes(expectedText),
    text,
    { polling: 20 },
  )
  await sendMessage(from, text)
  const sentAt = Date.now()
  await shown
  return Date.now() - sentAt
}

/** The app reconnects within a minute. */
/** The app reconnects within a minute. */
const streamOf = (page: Page) =>
  page.waitForResponse(response => response.url().endsWith('/api/v2/events'), { timeout: 90_000 })

test('messages arrive by event stream, otherwise by polls', async ({ page, node, guard, openBrowser }) => {
  // The test cuts the stream and pauses the server.
  guard.allow(/net::ERR_|status of 50[234]/)
  test.setTimeout(180_000)
  const elsewhere = await openBrowser()
  const pupil = await elsewhere.newPage()
  await enterAs(page, 'albrecht')
  await enterAs(pupil, 'sommer')
  const stream = streamOf(pupil)
  await openChat(page, class8b)
  await openChat(pupil, class8b)
  expect((await stream).status()).toBe(200)

  await test.step('by events, without fetching the list', async () => {
    const delays: number[] = []
    const countPolls = polls(pupil)
    const startedAt = Date.now()
    for (let nth = 1; nth <= 5; nth += 1) delays.push(await timed(page, pupil, `Told at once, no. ${nth}`))
    await test.info().attach('ms until seen', { body: delays.join(', ') })
    // The page fetches the list once, and then at most every 15 s. That interval may have begun before the count.
    const elapsed = Date.now() - startedAt
    expect(countPolls(), `in ${elapsed} ms`).toBeLessThanOrEqual(2 + Math.ceil(elapsed / 15_000))
    await sendMessage(pupil, 'I see')
    await expect(messageLog(page).getByText('I see', { exact: true })).toBeVisible()
  })

  await test.step('by polls while the stream is cut', async () => {
    await pupil.route(events, route => route.abort())
    await node.pause()
    await node.resume()
    await sendMessage(page, 'By a poll')
    await expect(messageLog(pupil).getByText('By a poll')).toBeVisible()
    const again = streamOf(pupil)
    await pupil.unroute(events)
    expect((await again).status()).toBe(200)
    await sendMessage(page, 'By events again')
    await expect(messageLog(pupil).getByText('By events again')).toBeVisible()
  })
})

test.describe('with tokens of two minutes', () => {
  test.use({ server: { accessTokenSeconds: 120 } })

  test('a stream reconnects with a new token', async ({ page, context, host, guard, openBrowser }) => {
    // Refused with the old token, accepted with the next.
    guard.allow(statusErrors(401))
    await signInAs(page, 'sommer')
    const first = streamOf(page)
    await openChat(page, class8b)
    expect((await first).status()).toBe(200)
    const had = (path: string) =>
      page.waitForResponse(response => response.url().endsWith(path) && response.status() === 200)
    const again = [had('/session/refresh'), had('/api/v2/events')]
    await advanceClocks(context, host, 3 * minute)
    await Promise.all(again)
    const elsewhere = await openBrowser()
    const teacher = await elsewhere.newPage()
    await enterChat(teacher, class8b, 'albrecht')
    await sendMessage(teacher, 'With a fresh token')
    await expect(messageLog(page).getByText('With a fresh token')).toBeVisible()
  })
})

test('tabs of one person share a stream, also after closing one', async ({ page, context, openBrowser }) => {
  const elsewhere = await openBrowser()
  const teacher = await elsewhere.newPage()
  await enterChat(teacher, class8b, 'albrecht')
  const streams = new Map<Request, Page>()
  context.on('request', request => {
    if (isStream(request)) streams.set(request, request.frame().page())
  })
  context.on('requestfinished', request => void streams.delete(request))
  context.on('requestfailed', request => void streams.delete(request))
  const holders = () =>
    [...streams.values()].filter(tab => !tab.isClosed()).map(tab => (tab === page ? 'first' : 'second'))
  await enterChat(page, class8b, 'sommer')
  await expect.poll(holders).toEqual(['first'])
  const second = await context.newPage()
  await openChat(second, class8b)
  await sendMessage(teacher, 'To both tabs')
  for (const tab of [page, second]) await expect(messageLog(tab).getByText('To both tabs')).toBeVisible()
  expect(holders()).toEqual(['first'])
  await page.close()
  await expect.poll(holders).toEqual(['second'])
  await sendMessage(teacher, 'To the tab that is left')
  await expect(messageLog(second).getByText('To the tab that is left')).toBeVisible()
})
