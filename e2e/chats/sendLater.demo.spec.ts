import { expect } from '@playwright/test'
import { enterChat, messageField, messageLog } from '../support/chat.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { minute } from '../support/schoolClock.ts'

test.use({ demoTime: 'wednesday' })

test('the demo sends a message at its time, and stores it', async ({ page, context, host }) => {
  await enterChat(page, 1)
  await messageField(page).fill('Good luck with the test!')
  await page.getByRole('button', { name: 'Send later', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  await dialog.getByRole('textbox', { name: 'Day' }).fill('18.11.2026')
  await dialog.getByLabel('Time').fill('09:20')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(messageLog(page)).toContainText('Will be sent: Today, 09:20. Only you can see it.')
  await page.reload()
  await expect(messageLog(page)).toContainText('Will be sent: Today, 09:20. Only you can see it.')
  await advanceClocks(context, host, 9 * minute)
  const message = messageLog(page).getByRole('article').filter({ hasText: 'Good luck with the test!' })
  await expect(message).toBeVisible()
  await expect(messageLog(page)).not.toContainText('Will be sent')
  await page.reload()
  await expect(message).toBeVisible()
})
