import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs, grid, lesson } from '../support/signInAs.ts'

const fractions42 = 1
const fractions45 = 7

/** One homework is due on Monday of this week. The due lesson of another one, in the next week, is cancelled. */
const prepareSchool = (node: NodeHost) =>
  node.withSchool(database => {
    database
      .prepare('UPDATE homeworks SET due_at = ? WHERE id = ?')
      .run('2026-11-16T07:00:00.000Z', fractions42)
    const row = database.prepare('SELECT due_at FROM homeworks WHERE id = ?').get(fractions45)
    const day = String(row?.due_at).slice(0, 10)
    database
      .prepare('INSERT INTO representations (course_id, date, body) VALUES (1, ?, ?)')
      .run(day, JSON.stringify({ kind: 'cancelled', lesson_id: 1 }))
  })

const openWeek = async (page: Page, week: string) => {
  await page.goto(`/classes/1/timetable?week=${week}&view=week`)
  await expect(grid(page)).toBeVisible()
}

test('marks in the timetable: due homework, missing work, a cancelled due lesson', async ({ page, node }) => {
  prepareSchool(node)
  await enterAs(page)
  await test.step('a cell shows what is due and to mark', async () => {
    const cell = lesson(page, /^Maths.* 1 homework due, \d+ to mark$/)
    await expect(cell.first()).toBeVisible()
    await expectAccessible(page, 'timetable with marks')
    await page.emulateMedia({ media: 'print' })
    await expect(cell.first().getByText(/homework due/)).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('warns of a cancelled due lesson, and moves the due date by keyboard', async () => {
    await openWeek(page, '2026-W48')
    await lesson(page, /^Maths.*Cancelled.* 1 homework due/).press('Enter')
    const card = page.getByRole('dialog', { name: /^Maths,/ })
    await expect(card.getByText(/^Maths is cancelled on \w{3} 2\d Nov\.$/)).toBeVisible()
    await expectAccessible(page, 'card of a cancelled lesson')
    await card.getByRole('button', { name: /^Move to \w{3} 2\d Nov, period/ }).press('Enter')
    const result = card.getByRole('status')
    await expect(result).toHaveText(/^“Fractions p. 45, .* is now due \w{3} 2\d Nov\./)
    await expect(result).toBeFocused()
    await expect(lesson(page, /^Maths.*Cancelled.* 1 homework due/)).toHaveCount(0)
    await expect(lesson(page, /^Maths.* 1 homework due/)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('button', { name: /^Move back to \w{3} 2\d Nov$/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(card.getByText(/^Due \w{3} 2\d Nov again\.$/)).toBeFocused()
    await expect(lesson(page, /^Maths.*Cancelled.* 1 homework due/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
  })
  await test.step('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page, 'marks on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await test.step('writes to the pupils without work', async () => {
    await openWeek(page, '2026-W47')
    await lesson(page, /^Maths.* 1 homework due, \d+ to mark$/).press('Enter')
    const card = page.getByRole('dialog', { name: /^Maths,/ })
    await expect(card.getByText('9 missing')).toBeVisible()
    await card.getByRole('button', { name: 'Write to these 9' }).click()
    await expect(page).toHaveURL(/\/chats\/new$/)
    await expect(page.getByRole('textbox', { name: 'Text of the message' })).toHaveValue(
      /^Your work for “Fractions p. 42”/,
    )
  })
})
