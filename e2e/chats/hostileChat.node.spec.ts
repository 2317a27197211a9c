import { expect, type Locator } from '@playwright/test'
import { faultChatMembers, hostileChat } from '../../src/testing/faults/faults.ts'
import { hostileMessages } from '../../src/testing/faults/hostile.ts'
import { messageLog } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { didHostileTextRun } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ faults: true })

test.use({ demoTime: 'wednesday' })

const bad =
  'script, iframe, object, embed, form[action], base, meta, link, math, [onerror], [onload], [style*="url("], img[src^="http"]'
const badLinks = 'a:not([href^="http://"]):not([href^="https://"]), a:not([rel~="noreferrer"])'

const found = (place: Locator, selector: string) =>
  place.locator(selector).evaluateAll(elements => elements.map(({ outerHTML }) => outerHTML.slice(0, 300)))

const placeIn = (log: Locator) =>
  log.evaluate(({ scrollTop, clientHeight, scrollHeight }) => ({
    top: scrollTop,
    isAtEnd: scrollTop + clientHeight >= scrollHeight - 2,
  }))

// The guard fails on dialogs, requests to other origins, policy violations and console errors.
test(`${hostileMessages.length} hostile messages, polls, files and names appear as text`, async ({
  page,
}) => {
  test.setTimeout(180_000)
  await enterAs(page, faultChatMembers.admin, `/chats/${hostileChat}`)
  await expect(messageLog(page).getByRole('article').first()).toBeVisible()
  await messageLog(page).focus()
  await page.keyboard.press('Home')
  const first = hostileMessages[0]?.text ?? ''
  await expect(messageLog(page).locator('p').getByText(first, { exact: true }).first()).toBeVisible()
  const seen = new Set<string>()
  for (let pages = 0; pages < 200; pages += 1) {
    for (const id of await messageLog(page)
      .getByRole('article')
      .evaluateAll(articles => articles.map(article => article.textContent ?? ''))) {
      seen.add(id)
    }
    expect(await found(messageLog(page), bad)).toEqual([])
    expect(await found(messageLog(page), badLinks)).toEqual([])
    const { top, isAtEnd } = await placeIn(messageLog(page))
    if (isAtEnd) break
    await page.keyboard.press('PageDown')
    // Page by page, so that every message is checked.
    await expect.poll(async () => (await placeIn(messageLog(page))).top).toBeGreaterThan(top)
  }
  expect(seen.size).toBeGreaterThan(hostileMessages.length)
  expect(await didHostileTextRun(page)).toBe(false)
  await page.getByRole('button', { name: /^(?:Info|Chat info)/ }).click()
  const info = page.getByRole('dialog')
  await expect(info.getByRole('list', { name: 'People' }).getByRole('listitem').first()).toBeVisible()
  for (const place of [page.locator('main'), info]) expect(await found(place, bad)).toEqual([])
  expect(await didHostileTextRun(page)).toBe(false)
})
