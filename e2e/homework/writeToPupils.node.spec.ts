import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

const row = (page: Page) => page.locator('[data-homework="1"]')
const message = (page: Page) =>
  page.getByRole('dialog', { name: 'New message' }).getByRole('textbox', { name: 'Text of the message' })

test('missing pupils are reminded in three clicks', { tag: '@main' }, async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  const missing = row(page).getByRole('button', { name: '9 missing' })

  await test.step('the number lists its pupils', async () => {
    await missing.focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: '9 missing' })
    await expect(panel).toBeFocused()
    await expect(panel.getByRole('listitem')).toHaveCount(9)
    await expectAccessible(page, 'pupils of a number')
    await page.keyboard.press('Escape')
    await expect(missing).toBeFocused()
  })

  await test.step('an abandoned form does not count', async () => {
    await missing.click()
    await page.getByRole('button', { name: 'Write to these 9' }).click()
    await expect(page).toHaveURL(/\/chats\/new$/)
    await expect(message(page)).toHaveValue(/^Your work for “Fractions p. 42”/)
    await page.goto('/classes/1/homework')
    await expect(missing).toBeVisible()
    await missing.click()
    await expect(page.getByRole('dialog', { name: '9 missing' }).getByRole('listitem')).toHaveCount(9)
    await expect(page.getByText(/^Reminded/)).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('a sent message counts', async () => {
    await missing.click()
    await page.getByRole('button', { name: 'Write to these 9' }).click()
    await expectAccessible(page, 'a message to several pupils')
    await page.getByRole('button', { name: 'Send to each of 9' }).click()
    const chats = page.getByRole('complementary', { name: 'Chats' })
    await expect(chats.getByRole('link').getByText(/You: Your work for “Fractions p. 42”/)).toHaveCount(9)
    await page.goto('/classes/1/homework')
    await missing.click()
    await expect(page.getByText(/^Reminded Wed \d\d:\d\d\./)).toBeVisible()
  })
})

test('each number lists as many pupils', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  const expectPupils = async (button: Locator, name: string, count: number) => {
    await button.click()
    const panel = page.getByRole('dialog', { name })
    await expect(panel.getByRole('listitem')).toHaveCount(count)
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await expectPupils(row(page).getByRole('button', { name: '9 missing' }), '9 missing', 9)
  for (const where of ['list', 'overview']) {
    await test.step(where, async () => {
      if (where === 'overview') await page.goto('/classes/1/homework/1/overview')
      const container = where === 'list' ? row(page) : page.getByRole('region', { name: 'In numbers' })
      const getNumber = (name: string) => container.getByRole('button', { name, exact: true })
      await expectPupils(getNumber('16 to mark'), '16 to mark', 16)
      await expectPupils(getNumber('3 marked'), '3 marked', 3)
    })
  }
  await page.getByRole('button', { name: 'Write to these 9' }).click()
  await expect(message(page)).toHaveValue(/^Your work for “Fractions p. 42” is still missing\./)
})

test('on phones the pupils are in a drawer', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  await page.setViewportSize({ width: 360, height: 740 })
  const missing = row(page).getByRole('button', { name: '9 missing' })
  await missing.click()
  const drawer = page.getByRole('dialog', { name: '9 missing' })
  await expect(drawer.getByRole('button', { name: 'Write to these 9' })).toBeInViewport()
  await expectAccessible(page, 'pupils of a number on a phone')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(missing).toBeFocused()
  await missing.click()
  await drawer.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/classes\/1\/homework\/1\/submissions\/\d+$/)
})
