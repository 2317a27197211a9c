import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import {
  clickInMessages,
  enterChat,
  messageField,
  messageLog,
  scrollToNewest,
  sendMessage,
  waitUntilAllSent,
} from '../support/chat.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'

test.use({ demoTime: 'wednesday' })

test('a message is quoted and leads back to the original', async ({ page }) => {
  await enterChat(page, 1)
  const remove = page.getByRole('button', { name: 'Remove the quote' })
  const article = (text: string) => messageLog(page).getByRole('article').filter({ hasText: text })
  await sendMessage(page, 'When does the bus leave?\nAnd from where?')
  for (const text of ['Please tell everyone.', 'See you tomorrow.']) await sendMessage(page, text)
  await waitUntilAllSent(page)
  await scrollToNewest(page)

  await test.step('by keyboard: the quote is stored, and can be removed', async () => {
    await page.keyboard.press('ArrowUp')
    await expect(article('See you tomorrow.')).toBeFocused()
    const quote = article('See you tomorrow.').getByRole('button', { name: 'Quote', exact: true })
    await expect(quote).toBeVisible()
    await quote.focus()
    await page.keyboard.press('Enter')
    await expect(remove).toBeVisible()
    await expect(messageField(page)).toBeFocused()
    await page.reload()
    await expect(remove).toBeVisible()
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(remove).toHaveCount(0)
    await expect(messageField(page)).toBeFocused()
  })
  await test.step('by mouse: the answer is sent with the quote', async () => {
    await scrollToNewest(page)
    await article('When does the bus').getByText('When does the bus').hover()
    await clickInMessages(
      page,
      article('When does the bus').getByRole('button', { name: 'Quote', exact: true }),
    )
    await expect(remove).toBeVisible()
    await expectAccessible(page, 'a quote above the message field')
    await sendMessage(page, 'At eight, from the school.')
    await expect(remove).toHaveCount(0)
    await waitUntilAllSent(page)
    await expect(
      page.getByRole('link', { name: /^Class 8b.*You: At eight, from the school\./ }),
    ).toBeVisible()
  })
  await test.step('the quote leads to the original', async () => {
    await scrollToNewest(page)
    const original = page.getByRole('button', { name: /^Quote from Jana Albrecht: When does the bus leave/ })
    await clickInMessages(page, original)
    const row = article('When does the bus').first()
    await expect(row).toBeFocused()
    await expect(row).toHaveAttribute('data-found', 'true')
    await expectAccessible(page, 'a quoted message')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(original).toBeVisible()
    await expectFitting(page, 'a quoted message on a phone')
  })
})
