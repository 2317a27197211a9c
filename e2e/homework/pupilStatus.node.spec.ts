import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

const task = 'Fractions p. 45, 2 and 4'
const taskId = 7
const group = (page: Page, name: string) => page.getByRole('rowgroup').filter({ hasText: name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const returnWork = (node: NodeHost) =>
  node.withSchool(database =>
    database
      .prepare(
        `update submissions
         set teacher_correction = 'Number 4 is neat.', points = 8.5, corrected_at = ?, corrected_by_user_id = 1
         where todo_id = ? and user_id = (select id from users where name = 'Mika Sommer')`,
      )
      .run('2026-11-18T09:00:00.000Z', taskId),
  )

test('a pupil sees homework to do, handed in and returned', async ({ page, node }) => {
  await test.step('the list on a phone', async () => {
    await enterAs(page, 'sommer', '/classes/1/homework')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(group(page, 'To do').getByRole('row', { name: /To hand in/ })).toHaveCount(4)
    await expect(group(page, 'Returned').getByText('9 of 10')).toBeVisible()
    await expectFitting(page, 'homework of a pupil')
    await expectAccessible(page, 'homework of a pupil')
  })
  await test.step('handing in from a row', async () => {
    await page.getByRole('link', { name: `Hand in “${task}”` }).click()
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await expect(comment).toBeFocused()
    await expect(comment).toBeInViewport()
    await comment.fill('Number 4 was hard.')
    await page.getByRole('button', { name: 'Hand in', exact: true }).click()
    const work = region(page, 'Your work')
    await expect(work.getByText(/^Handed in Wed 09:1\d$/)).toBeVisible()
    await expect(work.getByText('Number 4 was hard.')).toBeVisible()
    await expect(work.getByText(/^Until your teacher returns this,.*It replaces this one\.$/)).toBeVisible()
  })
  await test.step('the row moves to "Handed in"', async () => {
    await page
      .getByRole('link', { name: /^Homework(?: \d+ to hand in for 8b)?$/ })
      .filter({ visible: true })
      .last()
      .click()
    const row = group(page, 'Handed in').getByRole('row', { name: task })
    await expect(row.getByText(/^Handed in Wed 09:1\d$/)).toBeVisible()
    await expect(row.getByRole('link', { name: `Hand in again: “${task}”` })).toBeVisible()
  })
  await test.step('returned work is beside the feedback', async () => {
    expect(returnWork(node).changes).toBe(1)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    const row = group(page, 'Returned').getByRole('row', { name: task })
    await expect(row.getByText('8.5 of 10')).toBeVisible()
    await expectAccessible(page, 'homework of a pupil on a desktop')
    await row.getByRole('link', { name: task }).click()
    const getBoxes = async () => {
      const [work, feedback] = await Promise.all(
        ['Your work', 'Feedback'].map(name => region(page, name).boundingBox()),
      )
      return { work: work ?? fail(), feedback: feedback ?? fail() }
    }
    await expect(region(page, 'Feedback').getByText('Number 4 is neat.')).toBeVisible()
    await expect(region(page, 'Your work').getByText('Number 4 was hard.')).toBeVisible()
    await expect
      .poll(async () => {
        const { work, feedback } = await getBoxes()
        return Math.abs(feedback.y - work.y) <= 1 && feedback.x >= work.x + work.width
      })
      .toBe(true)
    await expectAccessible(page, 'feedback beside the work')
    await page.setViewportSize({ width: 360, height: 740 })
    await expect
      .poll(async () => {
        const { work, feedback } = await getBoxes()
        return feedback.y >= work.y + work.height
      })
      .toBe(true)
    await expectFitting(page, 'feedback below the work')
  })
})

function fail(): never {
  throw new Error('not rendered')
}
