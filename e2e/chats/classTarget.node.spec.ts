import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { messageField, messageLog, sendMessage } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'New chat' })
const chatLink = (page: Page) => page.getByRole('link', { name: /^Winter concert/ })

test('a class is added to a chat as one target, and removed from it', async ({
  page,
  openBrowser,
  guard,
}) => {
  // The pupil's page asks for the chat that it no longer sees.
  guard.allow(statusErrors(404))
  await enterAs(page, 'albrecht', '/chats/new')
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Winter concert')
  await page.keyboard.press('Tab')
  await page.keyboard.type('class 8b')
  await expect(form(page).getByRole('option', { name: /^Class 8b.*pupils/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form(page).getByText('Added with 1 request.')).toBeVisible()
  await expect(form(page).getByText('Anyone who joins the class later will see it, too.')).toBeVisible()
  await form(page).getByRole('button', { name: 'Create chat' }).click()
  await expect(messageField(page)).toBeEditable()
  await sendMessage(page, 'The rehearsal is on Monday.')

  const pupil = await (await openBrowser()).newPage()
  await enterAs(pupil, 'sommer', '/chats')
  await chatLink(pupil).click()
  await expect(messageLog(pupil).getByText('The rehearsal is on Monday.')).toBeVisible()
  await expect(messageField(pupil)).toBeEditable()

  await page.getByRole('button', { name: 'Info' }).click()
  await page.getByRole('link', { name: 'Add or change people' }).click()
  const drawer = page.getByRole('dialog', { name: 'Access to “Winter concert”' })
  const rows = drawer.getByRole('list', { name: 'Who has access' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(/Class 8b\s*\d+ people/)
  await expectAccessible(page, 'access of a class to a chat')
  await drawer.getByRole('button', { name: 'Remove Class 8b' }).click()
  await expect(drawer.getByText('Class 8b no longer has access.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(chatLink(pupil)).toHaveCount(0)
  await expect(pupil.getByText('This chat can’t be found')).toBeVisible()
})
