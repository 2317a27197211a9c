import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { accountOf, allowAs, enterAs, grid, lesson, signInAs } from './signInAs.ts'

const start = (page: Page) => page.getByRole('button', { name: /^Continue/ })
const signOut = async (page: Page, login: 'albrecht' | 'ruiz' | 'sommer') => {
  await accountOf(page, login).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

test('signing out empties every tab, and the back button shows nothing', async ({ page, context, guard }) => {
  // What the other tab asks while it is signed out is refused.
  guard.allow(statusLines(401))
  await signInAs(page)
  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(page).toHaveURL(/week=2026-W48/)
  const other = await context.newPage()
  await other.goto('/classes/1/timetable?view=day')
  await expect(lesson(other, /^English/).first()).toBeVisible()
  await signOut(page, 'albrecht')
  for (const tab of [page, other]) {
    await expect(start(tab)).toBeVisible()
    await expect(lesson(tab, /^English/)).toHaveCount(0)
  }
  for (let step = 0; step < 3; step += 1) {
    await page.goBack()
    await expect(start(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Account and settings' })).toHaveCount(0)
    await expect(lesson(page, /^English/)).toHaveCount(0)
  }
  const kept = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  expect(kept.filter(key => key.includes('timetable'))).toEqual([])
})

test('signing in as somebody else paints nothing of the one before', async ({ page, context, guard }) => {
  // The teacher's class does not exist for the pupil, and what the teacher's tab asks while it changes hands is refused.
  guard.allow(statusLines(401, 404))
  await signInAs(page, 'ruiz')
  await page.goto('/classes/2/timetable')
  await expect(grid(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/sign-in')
  await other.getByRole('button', { name: /^Continue/ }).click()
  await allowAs(other, 'sommer')
  await expect(accountOf(other, 'sommer')).toBeVisible()
  // The first tab changes hands by itself: the pupil's class, and nothing of the teacher's.
  await expect(accountOf(page, 'sommer')).toBeVisible()
  await expect(page).toHaveURL(/\/classes\/1\/timetable/)
  await expect(page.getByText('Omar Ruiz')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Class 10a/ })).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some(key => /^staffroom:\d+:/.test(key))))
    .toBe(true)
  await page.goto('/classes/2/timetable')
  await expect(page.getByRole('alert')).toContainText('can’t be found, or you don’t have access')
})

test('a forged way back in a waiting tab leads home when another tab signs in', async ({
  page,
  context,
  host,
  guard,
}) => {
  // What the waiting tab asks while the other signs out is refused.
  guard.allow(statusLines(401))
  for (const to of ['//evil.example/', '/\\evil.example/', 'https://evil.example/', 'javascript:alert(1)']) {
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
    await expect(start(page)).toBeVisible()
    const other = await context.newPage()
    await signInAs(other)
    await expect(accountOf(page, 'albrecht')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(host.url)
    await signOut(other, 'albrecht')
    // It looks first whether something would be lost by it.
    await expect(start(other)).toBeVisible()
    await other.close()
    await expect(start(page)).toBeVisible()
  }
})

test('who is signed in is asked once for a page, before its script is there', async ({ page, node }) => {
  await enterAs(page, 'albrecht', '/classes/1/timetable')
  await expect(grid(page)).toBeVisible()
  expect(node.calls().filter(({ route }) => route === '/session')).toHaveLength(1)
})

test('after a sign-out the gateway has not heard of, a page that loads shows nobody', async ({
  page,
  context,
  guard,
}) => {
  guard.allow(/net::ERR_FAILED/)
  await enterAs(page)
  await context.route('**/session', route =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await signOut(page, 'albrecht')
  await expect(start(page)).toBeVisible()
  await page.goto('/classes/1/timetable')
  await expect(start(page)).toHaveCount(0)
  await expect(accountOf(page, 'albrecht')).toHaveCount(0)
  await context.unroute('**/session')
  await page.reload()
  await expect(start(page)).toBeVisible()
})
