import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

test('on a phone: timetable menu, lesson sheet, desk menu', async ({ page }) => {
  test.setTimeout(240_000)
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await enterAs(page, 'albrecht', '/classes/1/timetable?view=week')
  await page.setViewportSize({ width: 360, height: 740 })

  await test.step('the timetable menu prints and saves', async () => {
    const more = page.getByRole('button', { name: 'More', exact: true })
    await more.click()
    await page.getByRole('menuitem', { name: 'Print' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
    await more.click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Calendar (.ics)' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.ics$/)
  })

  await test.step('the lesson sheet closes, and links to subject and homework', async () => {
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
    await sheet.getByRole('link', { name: /^Set homework for/ }).click()
    await expect(page.getByRole('dialog', { name: 'New homework' }).getByLabel('Task')).toBeVisible()
  })

  await test.step('the desk menu links to views and access', async () => {
    await page.goto('/classes/1/homework/1/submissions')
    const choose = async (name: string) => {
      await page.getByRole('banner').getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await choose('Overview')
    await expect(page).toHaveURL(/\/homework\/1\/overview$/)
    await choose('Task')
    await expect(page).toHaveURL(/\/submissions.*\?view=task$/)
    await expect(page.getByRole('region', { name: 'Task' })).toBeVisible()
    await choose('Mark')
    await expect(page).toHaveURL(/\/homework\/1\/submissions/)
    await choose('Access')
    await expect(page.getByRole('dialog', { name: /^Access to/ })).toBeVisible()
  })
})
