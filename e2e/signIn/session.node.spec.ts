import { expect, type Page } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { minute, wednesday } from '../support/schoolClock.ts'
import { accountButton, allowOnAuthorizePage, enterAs, grid, lesson, signInAs } from '../support/signInAs.ts'
import { createToken, fillToken } from '../support/tokens.ts'

const countDataCalls = (node: NodeHost) =>
  node.calls().filter(call => call.route.startsWith('/api/v2/')).length

type Token = { kind: string; createdAt: number; used: number | null; revoked: number | null }

/** Stored tokens of the session. Each refresh adds one of each kind. Older ones belong to the seed sessions. */
const tokensOf = (node: NodeHost): Token[] =>
  node.withSchool(database =>
    database
      .prepare(
        "select kind, created_at, used_at, revoked_at from tokens where kind <> 'personal' order by id",
      )
      .all()
      .map(row => ({
        kind: String(row.kind),
        createdAt: Date.parse(String(row.created_at)),
        used: row.used_at === null ? null : Date.parse(String(row.used_at)),
        revoked: row.revoked_at === null ? null : Date.parse(String(row.revoked_at)),
      }))
      .filter(({ createdAt }) => createdAt >= wednesday),
  )

const revokeAll = (node: NodeHost) =>
  node.withSchool(database =>
    database.exec(`update tokens set revoked_at = '${new Date(node.clock.now()).toISOString()}'`),
  )

test.describe('with tokens of ten seconds', () => {
  test.use({ server: { accessTokenSeconds: 10 } })

  test('three tabs refresh once per expiry', async ({ page, context, node, guard }) => {
    guard.allow(statusErrors(401))
    await signInAs(page)
    const tabs = [page, ...(await Promise.all([1, 2].map(() => context.newPage())))]
    await Promise.all(tabs.slice(1).map(tab => tab.goto('/classes/1/timetable')))
    const began = node.clock.now()
    const before = countDataCalls(node)
    // At least three expiries.
    while (countDataCalls(node) - before < 60 || node.clock.now() - began < 31_000) {
      await Promise.all(tabs.map(showNextWeek))
    }
    const took = node.clock.now() - began
    for (const tab of tabs) {
      await expect(tab.getByRole('alert')).toHaveCount(0)
      await expect(tab.getByRole('dialog')).toHaveCount(0)
      await expect(accountButton(tab, 'albrecht')).toBeVisible()
    }
    // A page that loads at the expiry may receive one 401, and joins the refresh (rule 10).
    const refused = new Set(
      node
        .calls()
        .map(call => call.status)
        .filter(status => status >= 400),
    )
    expect([...refused].filter(status => status !== 401)).toEqual([])

    const tokens = tokensOf(node)
    const refreshTokens = tokens.filter(token => token.kind === 'refresh')
    expect(refreshTokens.filter(token => token.used === null)).toHaveLength(1)
    expect(tokens.filter(token => token.kind === 'access')).toHaveLength(refreshTokens.length)
    expect(tokens.filter(token => token.revoked !== null)).toEqual([])
    const refreshes = refreshTokens.length - 1
    // On a busy computer, the first request after an expiry is late.
    expect(refreshes).toBeGreaterThanOrEqual(Math.floor(took / 20_000))
    // Each token was used for at least half its lifetime, so no expiry has two refreshes. A page that was opened in the
    // meantime knows the remaining time in whole seconds and refreshes a little earlier.
    const gaps = refreshTokens
      .slice(1)
      .map((token, index) => token.createdAt - (refreshTokens[index]?.createdAt ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(5000)
    const refreshCalls = node.calls().filter(call => call.route === '/session/refresh')
    // Pages that load may refresh once per expiry. If every tab refreshed, there would be two more for each expiry.
    expect(refreshCalls.length - refreshes, 'one tab refreshes for all').toBeLessThanOrEqual(
      Math.max(tabs.length, refreshes),
    )
  })
})

test.describe('with tokens of one minute', () => {
  test.use({ server: { accessTokenSeconds: 60 } })

  test('tabs that wake after the expiry refresh once', async ({ page, context, node, host, guard }) => {
    guard.allow(statusErrors(401))
    await signInAs(page)
    const tabs = [page, ...(await Promise.all([1, 2].map(() => context.newPage())))]
    await Promise.all(tabs.slice(1).map(tab => tab.goto('/classes/1/timetable')))
    for (const tab of tabs) await expect(grid(tab)).toBeVisible()
    const before = tokensOf(node).length
    host.clock?.advance(5 * minute)
    await context.clock.fastForward(5 * minute)
    const woke = node.clock.now()
    await Promise.all(tabs.map(showNextWeek))
    for (const tab of tabs) await expect(tab.getByRole('alert')).toHaveCount(0)
    // Tokens are refreshed before they expire, after 39 s at the earliest.
    const more = Math.floor((node.clock.now() - woke) / 39_000)
    // One pair after the sleep, and one per refresh due since.
    expect((tokensOf(node).length - before) / 2).toBeLessThanOrEqual(2 + more)
    expect(tokensOf(node).every(token => token.revoked === null)).toBe(true)
  })
})

async function showNextWeek(tab: Page): Promise<void> {
  const url = tab.url()
  if (/W(?:0[5-9]|1\d)$/.test(url)) await tab.goto('/classes/1/timetable')
  else await tab.getByRole('button', { name: 'Week after' }).click()
  await expect(tab).not.toHaveURL(url)
  await expect(tab.locator('main')).toContainText(/08:00|No school/)
}

test('after a session ends, only the same user continues', { tag: '@main' }, async ({
  page,
  node,
  guard,
}) => {
  guard.allow(statusErrors(401))
  await signInAs(page, 'albrecht', '/settings/tokens')
  await createToken(page, 'Made before')
  await page.getByLabel('What is it for?').fill('Marks of the second term')
  revokeAll(node)
  await page.getByRole('button', { name: 'Revoke Made before' }).click()
  const ended = page.getByRole('dialog', { name: 'You were signed out' })
  await expect(ended).toContainText('Jana Albrecht')
  await expect(page.getByLabel('What is it for?')).toHaveValue('Marks of the second term')
  await ended.getByRole('button', { name: 'Sign in again' }).click()
  await allowOnAuthorizePage(page, 'albrecht')
  await expect(ended).toHaveCount(0)
  await expect(page).toHaveURL(/\/settings\/tokens$/)
  await expect(page.getByLabel('What is it for?')).toHaveValue('Marks of the second term')
  await fillToken(page, 'Marks of the second term')
  await page.getByRole('button', { name: 'Create token' }).click()
  await expect(page.getByLabel('The new token')).toBeVisible()
  await test.step('another person', async () => {
    await page.getByRole('button', { name: 'Done' }).click()
    await createToken(page, 'Made again')
    await page.getByLabel('What is it for?').fill('Marks of the second term')
    revokeAll(node)
    await page.getByRole('button', { name: 'Revoke Made again' }).click()
    await ended.getByRole('button', { name: 'Sign in again' }).click()
    await allowOnAuthorizePage(page, 'sommer')
    await expect(accountButton(page, 'sommer')).toBeVisible()
    await expect(page.getByText('Jana Albrecht')).toHaveCount(0)
    await page.goto('/settings/tokens')
    await expect(page.getByLabel('What is it for?')).toHaveValue('')
  })
})

test('a session ends after exactly an idle hour', async ({ page, context, host, guard }) => {
  guard.allow(statusErrors(401))
  await signInAs(page)
  await page.goto('about:blank')
  await advanceClocks(context, host, 59 * minute)
  await page.goto('/classes/1/timetable')
  await expect(grid(page)).toBeVisible()
  await page.goto('about:blank')
  await advanceClocks(context, host, 61 * minute)
  await page.goto('/classes/1/timetable')
  await expect(page.getByRole('button', { name: /^Continue/ })).toBeVisible()
  await expect(lesson(page, /^English/)).toHaveCount(0)
})

test('an unused page ends its session despite polling', async ({ page, context, node, guard }) => {
  guard.allow(statusErrors(401))
  const polls = () =>
    node.calls().filter(({ route, status }) => route === '/api/v2/chats' && status < 400).length
  const ended = page.getByRole('dialog', { name: 'You were signed out' })
  await enterAs(page, 'albrecht', '/classes/1/timetable')
  await expect(grid(page)).toBeVisible()
  /** Steps of ten minutes with a poll in each. */
  const wait = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 10) {
      const before = polls()
      await advanceClocks(context, node, 10 * minute)
      await advanceClocksUntil(context, node, async () => polls() > before || (await ended.isVisible()))
    }
  }
  await wait(40)
  await page.keyboard.press('Shift')
  await wait(40)
  await expect(ended).toHaveCount(0)
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await wait(30)
  await advanceClocksUntil(context, node, () => ended.isVisible())
})

test('an unreachable server ends no session', async ({ page, context, node, guard }) => {
  guard.allow(/net::ERR_CONNECTION_REFUSED|net::ERR_EMPTY_RESPONSE|net::ERR_CONNECTION_RESET/)
  await signInAs(page)
  await expect(grid(page)).toBeVisible()
  await node.pause()
  for (const week of [48, 49]) {
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`week ${week}`) })).toBeVisible()
  }
  // The page retries first.
  const failure = page.getByRole('main').getByRole('alert')
  await advanceClocksUntil(context, node, () => failure.isVisible())
  await expect(failure).toContainText('You are offline')
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  await node.resume()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(grid(page)).toBeVisible()
  await page.reload()
  await expect(accountButton(page, 'albrecht')).toBeVisible()
})
