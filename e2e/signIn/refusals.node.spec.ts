import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

test('screens name the missing scope', async ({ page, node, guard }) => {
  guard.allow(statusErrors(403))
  node.withSchool(database => database.exec("update tokens set scopes = 'me courses.memberships chats'"))
  await enterAs(page, 'albrecht', '/chats/1')
  const main = page.getByRole('main')
  await expect(main.getByText(/does not include “Read and send messages” \(chats\.messages\)/)).toBeVisible()
  await expect(main.getByText(/Sign out, sign in again and allow it\./)).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('Is anybody here?')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  await page
    .getByRole('button', { name: /^1 needs your attention/ })
    .filter({ visible: true })
    .click()
  await expect(page.getByRole('dialog', { name: 'Not sent yet' })).toContainText(
    'It was not accepted. Your sign-in does not include “Read and send messages” (chats.messages).',
  )

  node.withSchool(database => database.exec("update tokens set scopes = 'me courses.memberships'"))
  for (const path of ['/chats', '/chats/1']) {
    await page.goto(path)
    await expect(
      main.getByText(/does not include “Homework, feedback and chats” \(chats\)/).first(),
      path,
    ).toBeVisible()
    await expect(main.getByText(/deleted|can’t be found/)).toHaveCount(0)
  }
})
