import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { tabTo } from '../support/keyboardOnly.ts'
import { newHomeworkForm } from '../support/setHomework.ts'
import { enterAs, lesson } from '../support/signInAs.ts'

test('homework set from lesson or subject returns there', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/timetable?week=2026-W48')
  const lessonCell = lesson(page, /^Maths/).first()
  const setLink = page.getByRole('link', { name: 'Set homework for the next lesson' })
  const openForm = async () => {
    await lessonCell.focus()
    await page.keyboard.press('Enter')
    await tabTo(page, setLink)
    await page.keyboard.press('Enter')
    await expect(newHomeworkForm(page).getByLabel('Task')).toBeFocused()
    await expect(newHomeworkForm(page).getByLabel('Subject').locator('option:checked')).toHaveText('Maths')
    await expect(newHomeworkForm(page).getByLabel('Due on')).not.toHaveValue('')
  }
  const expectReturned = async () => {
    await expect(newHomeworkForm(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/classes\/1\/timetable\?week=2026-W48$/)
    await expect(lessonCell).toBeFocused()
  }
  await test.step('left with Escape', async () => {
    await openForm()
    await page.keyboard.press('Escape')
    await expectReturned()
  })
  await test.step('left with Back', async () => {
    await openForm()
    await page.goBack()
    await expectReturned()
  })
  await test.step('set', async () => {
    await openForm()
    await page.keyboard.type('Fractions p. 49, no. 5')
    await tabTo(page, newHomeworkForm(page).getByRole('button', { name: 'Set homework' }))
    await page.keyboard.press('Enter')
    await expectReturned()
  })
  await expect(page.getByRole('status').filter({ hasText: 'Fractions p. 49, no. 5' })).toBeVisible()
  await page.getByRole('link', { name: 'Show in Homework' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Fractions p. 49, no. 5', exact: true })).toBeFocused()
  await test.step('from the page of a subject', async () => {
    await page.goto('/classes/1/subjects/1')
    await page.getByRole('link', { name: 'New homework', exact: true }).first().click()
    await newHomeworkForm(page).getByLabel('Task').fill('Fractions p. 50')
    await newHomeworkForm(page)
      .getByRole('button', { name: /^Next .* lesson: / })
      .click()
    await newHomeworkForm(page).getByRole('button', { name: 'Set homework' }).click()
    await expect(newHomeworkForm(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/classes\/1\/subjects\/1$/)
    await expect(page.getByRole('status').filter({ hasText: 'Fractions p. 50' })).toBeVisible()
    await page.getByRole('link', { name: 'Show in Homework' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Fractions p. 50/ }).first()).toBeVisible()
  })
})
