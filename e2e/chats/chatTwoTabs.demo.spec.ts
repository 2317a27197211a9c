import { expect, type Page } from '@playwright/test'
import { messageLog, openChat, sendMessage } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { signInAs } from '../support/signInAs.ts'

const class8b = 1

const film = (page: Page) => messageLog(page).getByRole('group', { name: /^Which film/ })
const getOption = (page: Page, name: string) => film(page).getByRole('radio', { name, exact: true })

test('a teacher and a pupil chat and vote in two tabs', async ({ page, context }) => {
  test.setTimeout(150_000)
  const pupil = await context.newPage()
  await signInAs(page, 'albrecht')
  await signInAs(pupil, 'sommer')
  await openChat(page, class8b)
  await openChat(pupil, class8b)

  await test.step('the pupil answers a message', async () => {
    await sendMessage(page, 'Who brings the big ruler?')
    await expect(messageLog(pupil).getByText('Who brings the big ruler?')).toBeVisible()
    await sendMessage(pupil, 'I do!')
    await expect(messageLog(page).getByText('I do!', { exact: true })).toBeVisible()
  })

  await test.step('changed votes appear in the other tab', async () => {
    await getOption(pupil, 'Krabat').scrollIntoViewIfNeeded()
    await expect(getOption(page, 'Krabat')).toHaveAccessibleDescription(/^9 votes/)
    await getOption(pupil, 'The Wave').check()
    await expect(getOption(page, 'The Wave')).toHaveAccessibleDescription(/^9 votes/)
    await expect(getOption(page, 'Krabat')).toHaveAccessibleDescription(/^8 votes/)
    await expect(getOption(pupil, 'The Wave')).toBeChecked()
    await expect(getOption(page, 'The Wave')).toBeChecked()
    await getOption(page, 'No film, games instead').check()
    await expect(getOption(pupil, 'No film, games instead')).toHaveAccessibleDescription(/^7 votes/)
  })

  await test.step('messages of other chats are counted in the list', async () => {
    const list = pupil.getByRole('complementary', { name: 'Chats' })
    await list.getByRole('link', { name: /^Exam group 8b/ }).click()
    await expect(messageLog(pupil).getByText('Is no. 6 in it too?')).toBeVisible()
    await sendMessage(page, 'Thank you, Mika.')
    const row = list.getByRole('link', { name: /^Class 8b/ })
    await expect(row).toContainText('Thank you, Mika.')
    await expect(row).toContainText(/1 unread message\b/)
    await row.click()
    await expect(messageLog(pupil).getByText('Thank you, Mika.')).toBeVisible()
    await expect(row).not.toContainText('unread')
  })
})
