import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { accountButton, allowOnAuthorizePage, enterAs, grid, lesson, signInAs } from '../support/signInAs.ts'

const start = (page: Page) => page.getByRole('button', { name: /^Continue/ })
const signOut = async (page: Page, login: 'albrecht' | 'ruiz' | 'sommer') => {
  await accountButton(page, login).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

test('signing out clears every tab and history', { tag: '@main' }, async ({ page, context, guard }) => {
  // The other tab may still send requests.
  guard.allow(statusErrors(401))
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
  const storedKeys = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))
  expect(storedKeys.filter(key => key.includes('timetable'))).toEqual([])
})

test('another user sees no data of the previous one', { tag: '@main' }, async ({ page, context, guard }) => {
  // The pupil can’t find the teacher's class (404), and the teacher's tab may still send requests (401).
  guard.allow(statusErrors(401, 404))
  await signInAs(page, 'ruiz')
  await page.goto('/classes/2/timetable')
  await expect(grid(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/sign-in')
  await other.getByRole('button', { name: /^Continue/ }).click()
  await allowOnAuthorizePage(other, 'sommer')
  await expect(accountButton(other, 'sommer')).toBeVisible()
  // The first tab switches to the pupil by itself.
  await expect(accountButton(page, 'sommer')).toBeVisible()
  await expect(page).toHaveURL(/\/classes\/1\/timetable/)
  await expect(page.getByText('Omar Ruiz')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Class 10a/ })).toHaveCount(0)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some(key => /^staffroom:\d+:/.test(key))))
    .toBe(true)
  await page.goto('/classes/2/timetable')
  await expect(page.getByRole('alert')).toContainText('can’t be found, or you don’t have access')
})

test('a forged return address is ignored when another tab signs in', async ({
  page,
  context,
  host,
  guard,
}) => {
  // The first tab may still send requests.
  guard.allow(statusErrors(401))
  for (const to of ['//evil.example/', '/\\evil.example/', 'https://evil.example/', 'javascript:alert(1)']) {
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
    await expect(start(page)).toBeVisible()
    const other = await context.newPage()
    await signInAs(other)
    await expect(accountButton(page, 'albrecht')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(host.url)
    await signOut(other, 'albrecht')
    // After a check for unsent work.
    await expect(start(other)).toBeVisible()
    await other.close()
    await expect(start(page)).toBeVisible()
  }
})

test('a page load fetches the session once, and counts as activity', async ({ page, node }) => {
  const request = page.waitForRequest('**/session')
  await enterAs(page, 'albrecht', '/classes/1/timetable')
  await expect(grid(page)).toBeVisible()
  expect(node.calls().filter(({ route }) => route === '/session')).toHaveLength(1)
  expect((await request).headers()['x-staffroom-act']).toBe('1')
})

test('a page that loads while another user signs in shows that user', async ({ page, context, guard }) => {
  // The first tab may still send requests.
  guard.allow(statusErrors(401, 404))
  await signInAs(page)
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  const slow = await context.newPage()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await slow.route(/\/index-[^/]*\.js$/, async route => {
    await released
    await route.continue()
  })
  const sessionArrived = slow.waitForResponse('**/session')
  await slow.goto('/classes/1/timetable', { waitUntil: 'commit' })
  await sessionArrived
  await page.goto('/sign-in')
  await start(page).click()
  await allowOnAuthorizePage(page, 'sommer')
  await expect(accountButton(page, 'sommer')).toBeVisible()
  release()
  await expect(accountButton(slow, 'sommer')).toBeVisible()
})

test('a signed-out visit loads no code of the requested screen', async ({ page }) => {
  const files: string[] = []
  page.on('request', request => void files.push(request.url()))
  await page.goto('/classes/1/homework?find=x')
  await expect(start(page)).toBeVisible()
  expect(new URL(page.url()).searchParams.get('to')).toBe('/classes/1/homework?find=x')
  expect(files.filter(url => url.includes('SignInScreen') || url.includes('sign-in'))).not.toEqual([])
  expect(files.filter(url => url.includes('HomeworkScreen'))).toEqual([])
})

test('a page load after an offline sign-out shows no user', async ({ page, context, guard }) => {
  guard.allow(/net::ERR_FAILED/)
  await enterAs(page)
  await context.route('**/session', route =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await signOut(page, 'albrecht')
  await expect(start(page)).toBeVisible()
  await page.goto('/classes/1/timetable')
  await expect(start(page)).toHaveCount(0)
  await expect(accountButton(page, 'albrecht')).toHaveCount(0)
  await context.unroute('**/session')
  await page.reload()
  await expect(start(page)).toBeVisible()
})
