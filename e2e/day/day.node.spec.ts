import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

const today = (page: Page) => page.getByRole('region', { name: /^Wednesday 18 November/ })
const side = (page: Page) => page.getByRole('complementary', { name: 'Marking, messages and changes' })

test('the day of a teacher: lessons, marking, unread, keys', { tag: '@main' }, async ({ page }) => {
  await test.step('has the lessons of all classes', async () => {
    await enterAs(page, 'albrecht', '/classes/1/timetable')
    await page.getByRole('link', { name: 'My day' }).filter({ visible: true }).click()
    await expect(today(page).getByText('Now, 23 min left')).toBeVisible()
    await expect(today(page).getByText('6c', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Thursday 19 November/ })).toBeVisible()
    await expect(side(page).getByRole('link', { name: 'Angles p. 17' })).toBeVisible()
    await expectAccessible(page, 'day')
  })
  await test.step('leads to marking and to chats', async () => {
    await side(page).getByRole('link', { name: 'Fractions p. 42' }).click()
    await expect(page).toHaveURL(/\/classes\/1\/homework\/\d+\/submissions\/\d+/)
    await page.goBack()
    await expect(page).toHaveURL(/\/day$/)
    await side(page)
      .getByRole('link', { name: /^Teachers 8b/ })
      .click()
    await expect(page.getByRole('heading', { level: 2, name: 'Teachers 8b' })).toBeVisible()
    await page.goBack()
  })
  await test.step('sets homework by keyboard for the next lesson', async () => {
    await expect(today(page).getByRole('link', { name: 'Maths' }).first()).toBeVisible()
    await page.keyboard.press('j')
    await expect(today(page).getByRole('link', { name: 'Maths' }).first()).toBeFocused()
    const form = page.getByRole('dialog', { name: 'New homework' })
    await page.keyboard.press('h')
    await expect(page.getByRole('textbox', { name: 'Task' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(today(page).getByRole('link', { name: 'Maths' }).first()).toBeFocused()
    await page.keyboard.press('h')
    await expect(form).toBeVisible()
    await expect(page).toHaveURL(/\/homework\/new\?subject=1/)
    await page.getByRole('textbox', { name: 'Task' }).fill('Fractions p. 47')
    await page.getByRole('button', { name: 'Set homework', exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/day$/)
    await expect(page.getByRole('status').getByText(/Fractions p. 47/)).toBeVisible()
    await expect(today(page).getByRole('link', { name: 'Maths' }).first()).toBeFocused()
  })
  await test.step('fits a phone', async () => {
    await page.goto('/day')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(today(page)).toBeVisible()
    await expectFitting(page, 'day on a phone')
    await expectAccessible(page, 'day on a phone')
  })
})

test('a teacher moves homework that is due in a cancelled lesson', { tag: '@main' }, async ({
  page,
  node,
}) => {
  node.withSchool(database => {
    database
      .prepare('INSERT INTO representations (course_id, date, body) VALUES (1, ?, ?)')
      .run('2026-11-19', JSON.stringify({ kind: 'cancelled', lesson_id: 1 }))
    database.prepare('UPDATE homeworks SET due_at = ? WHERE id = 7').run('2026-11-19T07:00:00.000Z')
  })
  await enterAs(page, 'albrecht', '/day')
  const thursday = page.getByRole('region', { name: /^Thursday 19 November/ })
  await thursday.getByRole('link', { name: 'Move due date' }).click()
  const form = page.getByRole('dialog', { name: 'Change homework' })
  await form.getByRole('button', { name: /^Move to Mon 23 Nov/ }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(/\/day$/)
  await expect(thursday.getByRole('link', { name: 'Maths' })).toBeFocused()
  await expect(thursday.getByRole('link', { name: 'Move due date' })).toHaveCount(0)
  // The message is shown for ten seconds.
  await page.getByRole('button', { name: 'Move back to Thu 19 Nov' }).press('Enter')
  await expect(thursday.getByRole('link', { name: 'Move due date' })).toBeVisible()
})

test('the day of a teacher with long names fits', async ({ page, node }) => {
  node.withSchool(database => {
    database
      .prepare("UPDATE courses SET name = 'Wahlpflichtkurs Naturwissenschaften und Technik' WHERE id = 1")
      .run()
    database
      .prepare(
        "UPDATE lessons SET name = 'Mathematik mit besonderem Schwerpunkt', room = 'Building C, room 3.114' WHERE id = 1",
      )
      .run()
  })
  await enterAs(page, 'albrecht', '/classes/1/timetable')
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/day')
    const name = today(page).getByText('Wahlpflichtkurs Naturwissenschaften und Technik').first()
    await expect(name).toBeVisible()
    await expect(
      side(page).getByText('Wahlpflichtkurs Naturwissenschaften und Technik').first(),
    ).toBeVisible()
    await expectFitting(page, `day with long names at ${width} px`)
    const subject = today(page).getByRole('link', { name: 'Mathematik mit besonderem Schwerpunkt' }).first()
    await expect.poll(async () => (await subject.boundingBox())?.width).toBeGreaterThan(100)
    await expect.poll(() => subject.evaluate(link => link.scrollWidth - link.clientWidth)).toBe(0)
    const room = today(page).getByText('Building C, room 3.114').first()
    const action = today(page).getByRole('link', { name: 'Set homework' }).first()
    const [roomBox, actionBox] = [await room.boundingBox(), await action.boundingBox()]
    if (width === 1280) expect(roomBox && roomBox.x + roomBox.width).toBeLessThanOrEqual(actionBox?.x ?? 0)
  }
})

test('the day of a pupil: lessons and homework to do', { tag: '@main' }, async ({ page }) => {
  await enterAs(page, 'sommer', '/day')
  await expect(today(page).getByRole('link', { name: 'Maths' }).first()).toBeVisible()
  await expect(side(page).getByRole('heading', { name: /^To do/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set homework' })).toHaveCount(0)
})
