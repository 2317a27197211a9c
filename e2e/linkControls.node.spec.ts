import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { enterAs } from './signInAs.ts'

// What leads from one screen to another, and out of those where nothing is, each used for what it is there for.

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a subject leads to who has access, to its homework and to a new one', async ({ page, node }) => {
  const subject = '/classes/1/subjects/1'
  await enterAs(page, 'albrecht', subject)
  await page.getByRole('link', { name: 'Show access' }).click()
  const drawer = page.getByRole('dialog', { name: /^Access to/ })
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toHaveCount(0)
  await page.getByRole('link', { name: 'All homework' }).click()
  await expect(heading(page, 'Homework')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Subject' }).locator('option:checked')).toHaveText('Maths')
  for (const [part, screen] of [
    ['Homework', 'Fractions p. 42'],
    ['Files', 'Files'],
  ] as const) {
    await page.goto(subject)
    await page.getByRole('region', { name: part }).getByRole('listitem').getByRole('link').last().click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Maths')
    await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
  }
  await page.goto(subject)
  await page.getByRole('link', { name: 'Class files' }).click()
  await expect(heading(page, 'Files')).toBeVisible()
  await page.goto(subject)
  await page
    .getByRole('link', { name: /^(?:Today|Tomorrow)/ })
    .first()
    .click()
  await expect(heading(page, 'Timetable')).toBeVisible()
  node.withSchool(database =>
    database.exec("update homeworks set due_at = '2026-11-02 08:00:00' where lesson_id = 1"),
  )
  await page.goto(subject)
  await page.getByRole('link', { name: 'New homework for this subject' }).click()
  const form = page.getByRole('dialog', { name: 'New homework' })
  await expect(form.getByLabel('Subject').locator('option:checked')).toHaveText('Maths')
})

test('where nothing is, a link leads on', async ({ page, guard }) => {
  guard.allow(statusLines(403, 404))
  await enterAs(page, 'albrecht', '/classes/1/homework/9999')
  await page.getByRole('link', { name: 'Go to the list' }).click()
  await expect(heading(page, 'Homework')).toBeVisible()
  await page.goto('/classes/1/files/99999')
  await page.getByRole('link', { name: 'All class files' }).click()
  await expect(page).toHaveURL(/\/classes\/1\/files$/)
  await page.goto('/chats/99999')
  await page.getByRole('main').getByRole('link', { name: 'All chats' }).click()
  await expect(page).toHaveURL(/\/chats$/)
  await page.goto('/nowhere')
  await page.getByRole('link', { name: 'Go to your class' }).click()
  await expect(heading(page, 'Timetable')).toBeVisible()
  await page.goto('/classes/1/timetable?week=2026-W40')
  await page.getByRole('button', { name: 'Go to this week' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /week 47/ })).toBeVisible()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Continue as Jana Albrecht' }).click()
  await expect(heading(page, 'Timetable')).toBeVisible()
})

test('who has access to what: nothing found is taken back, older homework shown, a thing opened', async ({
  page,
  node,
}) => {
  node.withSchool(database =>
    database.exec("update homeworks set due_at = '2026-03-02 08:00:00' where id in (2, 3)"),
  )
  await enterAs(page, 'albrecht', '/classes/1/access')
  await expect(page.getByText('Leyla Demir').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter people and content' }).fill('xyzzy')
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect(page.getByText('Leyla Demir').first()).toBeVisible()
  const columns = async () => Number(await page.getByRole('grid').getAttribute('aria-colcount'))
  const all = await columns()
  await page.getByRole('button', { name: /^Older homework/ }).click()
  await expect.poll(columns).not.toBe(all)
  const drawer = page.getByRole('dialog', { name: /^Access to/ })
  for (const place of ['gridcell', 'columnheader'] as const) {
    await page.getByRole('grid').getByRole(place).getByRole('link').first().click()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toHaveCount(0)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('main').locator('button[aria-expanded="false"]').first().click()
  await page
    .getByRole('link', { name: /^Open access to/ })
    .first()
    .click()
  await expect(drawer).toBeVisible()
})

test('a token is copied once, and revoked', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, 'albrecht', '/settings/tokens')
  await page.getByLabel('What is it for?').fill('Points into a sheet')
  await page.getByRole('checkbox', { name: /^The classes you belong to/ }).check()
  await page.getByLabel('Login name').fill('albrecht')
  await page.getByLabel('Password', { exact: true }).fill('staffroom-demo')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('The new token').click()
  const token = await page.getByLabel('The new token').inputValue()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke Points into a sheet' }).click()
  await expect(page.getByText('Token “Points into a sheet” is revoked.')).toBeVisible()
})

test('files that could not be deleted are tried again, or left', async ({ page, guard }) => {
  guard.allow(statusLines(500))
  await enterAs(page, 'albrecht', '/classes/1/files/3')
  const lines = page.getByRole('list', { name: 'Deleted files' })
  const remove = async (name: string) => {
    await page.getByRole('checkbox', { name: `Select “${name}”` }).check()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the file' }).click()
    await expect(lines).toContainText(name)
  }
  const calls = /\/course\/1\/files\/\d+$/
  await page.route(calls, route =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, json: { error: { name: 'forbidden', message: 'no', code: 403 } } })
      : route.continue(),
  )
  guard.allow(statusLines(403))
  await remove('fraction-wall.png')
  await page.clock.fastForward(11_000)
  await expect(lines.getByRole('alert')).toContainText('fraction-wall.png')
  await lines.getByRole('button', { name: 'Leave it' }).click()
  await expect(lines).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'fraction-wall.png' })).toBeVisible()
  await remove('fraction-wall.png')
  await page.clock.fastForward(11_000)
  await expect(lines.getByRole('alert')).toContainText('fraction-wall.png')
  await page.unroute(calls)
  await lines.getByRole('button', { name: 'Try again' }).click()
  await expect(lines).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'fraction-wall.png' })).toHaveCount(0)
})

test.describe('in a class of hundreds', () => {
  test.use({ server: { args: ['--crowd'] } })

  test('the overview shows everybody on demand', async ({ page, node }) => {
    const crowd = node.withSchool(database =>
      database.prepare("select id, course_id from homeworks where text like 'Project days%'").get(),
    )
    await enterAs(page, 'albrecht', `/classes/${crowd?.course_id}/homework/${crowd?.id}/overview`)
    const all = page.getByRole('button', { name: /^Show all \d+$/ })
    await expect(all.first()).toBeVisible()
    const [lists, names] = [await all.count(), await page.getByRole('main').getByRole('listitem').count()]
    await all.first().click()
    await expect(all).toHaveCount(lists - 1)
    expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(names)
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
    await expect(page.getByRole('complementary', { name: 'Feedback' })).toBeVisible()
  })
})
