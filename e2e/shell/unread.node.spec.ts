import { expect } from '@playwright/test'
import { enterChat, messageLog, sendMessage, waitUntilAllSent } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { enterAs, grid } from '../support/signInAs.ts'

test('unread messages are counted in the title and on the badge', async ({ page, openBrowser }) => {
  // A page can't read its badge.
  await page.addInitScript(() => {
    const showBadge = async (count = 1) => {
      document.documentElement.dataset.badge = String(count)
    }
    Navigator.prototype.setAppBadge = showBadge
    Navigator.prototype.clearAppBadge = () => showBadge(0)
  })
  const root = page.locator('html')
  const rail = page.getByRole('navigation').first()
  await enterAs(page)
  await expect(page).toHaveTitle(/^\(14\) Timetable, week/)
  await expect(root).toHaveAttribute('data-badge', '14')
  await test.step('a new message', async () => {
    const other = await (await openBrowser()).newPage()
    await enterChat(other, 1, 'ruiz')
    await sendMessage(other, 'The bus leaves at 8.')
    await waitUntilAllSent(other)
    await expect(page).toHaveTitle(/^\(15\) Timetable, week/)
    await expect(root).toHaveAttribute('data-badge', '15')
  })
  await test.step('reading a chat', async () => {
    await rail.getByRole('link', { name: /^Chats/ }).click()
    await page
      .getByRole('link', { name: /^Teachers 8b/ })
      .filter({ visible: true })
      .click()
    await expect(page).toHaveTitle(/^\(\d+\) Teachers 8b/)
    await messageLog(page).focus()
    await page.keyboard.press('End')
    await expect(page).toHaveTitle(/^\(8\) Teachers 8b/)
    await expect(root).toHaveAttribute('data-badge', '8')
  })
  await test.step('signing out', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).fill('sign out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle('Sign in · Staffroom')
    await expect(root).toHaveAttribute('data-badge', '0')
  })
})

test('the palette finds people of other classes', async ({ page, node }) => {
  const pupil = node.withSchool(database =>
    database
      .prepare(
        `select users.id, users.name from users
         join memberships on memberships.user_id = users.id
         join courses on courses.id = memberships.course_id
         where courses.name = '6c' and users.is_teacher = 0`,
      )
      .get(),
  )
  const name = String(pupil?.name)
  await enterAs(page)
  await expect(grid(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(`Message ${name}`)
  await page.getByRole('option', { name: new RegExp(`^Message ${name}.*Class 6c`) }).click()
  await expect(page).toHaveURL(/\/chats\/new\?person=/)
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name)
})
