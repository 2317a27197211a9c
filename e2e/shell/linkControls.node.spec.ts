import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a subject links to related screens', async ({ page, node }) => {
  test.setTimeout(240_000)
  node.withSchool(database =>
    database.exec("update homeworks set due_at = '2026-11-02 08:00:00' where lesson_id = 1"),
  )
  const goBack = async () => {
    // The link to the homework redirects to a pupil. Going back earlier would be undone by the redirect.
    await waitUntilIdle(page)
    await page.goBack()
    await expect(heading(page, 'Maths')).toBeVisible()
  }
  await enterAs(page, 'albrecht', '/classes/1/subjects/1')

  await test.step('links to who has access', async () => {
    await page.getByRole('link', { name: 'Show access' }).click()
    const drawer = page.getByRole('dialog', { name: /^Access to/ })
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toHaveCount(0)
  })

  await test.step('links to its homework', async () => {
    await page.getByRole('link', { name: 'All homework' }).click()
    await expect(heading(page, 'Homework')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Subject' }).locator('option:checked')).toHaveText(
      'Maths',
    )
    await goBack()
  })

  await test.step('links to one homework and one file', async () => {
    for (const [part, screen] of [
      ['Homework', 'Fractions p. 42'],
      ['Files', 'Files'],
    ] as const) {
      await page.getByRole('region', { name: part }).getByRole('listitem').getByRole('link').last().click()
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Maths')
      await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
      await goBack()
    }
  })

  await test.step('links to the files of the class', async () => {
    await page.getByRole('link', { name: 'Class files' }).click()
    await expect(heading(page, 'Files')).toBeVisible()
    await goBack()
  })

  await test.step('links to its next lesson', async () => {
    await page
      .getByRole('link', { name: /^(?:Today|Tomorrow)/ })
      .first()
      .click()
    await expect(heading(page, 'Timetable')).toBeVisible()
    await goBack()
  })

  const form = page.getByRole('dialog', { name: 'New homework' })
  await test.step('links to new homework', async () => {
    // Visible only without due homework.
    await expect(page.getByText('Nothing is due.')).toBeVisible()
    await page.getByRole('link', { name: 'New homework for this subject' }).click()
    await expect(form.getByLabel('Subject').locator('option:checked')).toHaveText('Maths')
  })

  await test.step('sets the due date by lesson, calendar and text', async () => {
    const due = form.getByLabel('Due on')
    await form.getByRole('button', { name: /^Next Maths lesson: / }).click()
    const next = await due.inputValue()
    await form
      .getByRole('button', { name: /^[A-Z][a-z]{2} \d+ Nov, Period \d$/ })
      .first()
      .click()
    await expect(due).not.toHaveValue(next)
    const calendar = form.getByRole('dialog', { name: 'Open the calendar' })
    await form.getByRole('button', { name: 'Open the calendar' }).click()
    await page.keyboard.press('Escape')
    await expect(calendar).toHaveCount(0)
    await form.getByRole('button', { name: 'Open the calendar' }).click()
    for (const button of ['Next month', 'Previous month', 'Next month']) {
      await calendar.getByRole('button', { name: button }).click()
    }
    await calendar.getByRole('button', { name: '4 December 2026', exact: true }).click()
    await expect(due).toHaveValue('04/12/2026')
    await due.fill('7.12.')
    await due.blur()
    await expect(due).toHaveValue('07/12/2026')
  })

  await test.step('attaches and removes a file', async () => {
    await form
      .locator('input[type="file"]')
      .setInputFiles({ name: 'even.txt', mimeType: 'text/plain', buffer: Buffer.from('2, 4') })
    await form.getByRole('button', { name: 'Remove even.txt' }).click()
    await expect(form.getByText('even.txt')).toHaveCount(0)
  })
})

test('empty screens link to others', async ({ page, guard }) => {
  guard.allow(statusErrors(403, 404))
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
  await page.getByRole('link', { name: 'Go to the start' }).click()
  await expect(heading(page, 'My day')).toBeVisible()
  await page.goto('/classes/1/timetable?week=2026-W40')
  await page.getByRole('button', { name: 'Go to this week' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /week 47/ })).toBeVisible()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Continue as Jana Albrecht' }).click()
  await expect(heading(page, 'My day')).toBeVisible()
})

test('a failed file deletion is retried or dismissed', async ({ page, guard }) => {
  guard.allow(statusErrors(500))
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
  guard.allow(statusErrors(403))
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

  test('the overview shows all pupils on request', async ({ page, node }) => {
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
