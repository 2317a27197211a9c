import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { enterAs } from './signInAs.ts'

// What looks otherwise on a phone, and is used there.

const phone = { width: 360, height: 740 }

test('the sheet of a lesson is closed, and leads to its subject and to new homework', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/timetable')
  await page.setViewportSize(phone)
  const lesson = page
    .getByRole('main')
    .getByRole('button', { name: /^Maths/ })
    .first()
  const sheet = page.getByRole('dialog', { name: /^Maths/ })
  const open = async () => {
    await lesson.click()
    await expect(sheet).toBeFocused()
  }
  await open()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(lesson).toBeFocused()
  await open()
  await sheet.getByRole('link', { name: 'Maths', exact: true }).click()
  await expect(page).toHaveURL(/\/subjects\/\d+$/)
  await page.goBack()
  await open()
  await sheet.getByRole('link', { name: 'Set homework for the next lesson' }).click()
  await expect(page.getByRole('dialog', { name: 'New homework' }).getByLabel('Task')).toBeVisible()
})

test('the menu of the desk leads to its views and to who has access', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/1/submissions')
  await page.setViewportSize(phone)
  const choose = async (name: string) => {
    await page.getByRole('banner').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('Overview')
  await expect(page).toHaveURL(/\/homework\/1\/overview$/)
  await choose('Mark')
  await expect(page).toHaveURL(/\/homework\/1\/submissions/)
  await choose('Access')
  await expect(page.getByRole('dialog', { name: /^Access to/ })).toBeVisible()
})
