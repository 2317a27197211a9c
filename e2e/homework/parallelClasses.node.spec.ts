import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test } from '../support/fixtures.ts'
import { chooseInRowMenu } from '../support/homeworkRowMenu.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { newHomeworkForm } from '../support/setHomework.ts'
import { enterAs } from '../support/signInAs.ts'

/** Omar Ruiz teaches English in 8b and 10a. Here he is also a member of 6c. */
const addToClass6c = (node: NodeHost) =>
  node.withSchool(database =>
    database
      .prepare(
        `insert into memberships (course_id, user_id, joined_at, changed_at, is_pending, is_accepted)
         select 3, id, registered_at, registered_at, 0, 1 from users where login = 'ruiz'`,
      )
      .run(),
  )
const classGroup = (page: Page, name: string) =>
  newHomeworkForm(page).getByRole('group', { name, exact: true })

test('homework for three classes takes at most five clicks', async ({ page, node }) => {
  addToClass6c(node)
  await enterAs(page, 'ruiz', '/classes/1/homework')
  const form = newHomeworkForm(page)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  await click(page.getByRole('banner').getByRole('link', { name: 'New homework' }))
  await expect(form.getByLabel('Task')).toBeFocused()
  await page.keyboard.type('Unit 4, p. 31, nos. 1 to 3')
  for (const name of ['10a', '6c']) {
    await click(form.getByRole('button', { name, exact: true }))
    await expect(classGroup(page, name).getByLabel('Subject').locator('option:checked')).toHaveText('English')
    await expect(classGroup(page, name).getByLabel('Due on')).not.toHaveValue('')
  }
  await expectAccessible(page, 'new homework for three classes')
  await click(form.getByRole('button', { name: 'Set homework' }))
  await expect(form.getByText('set in 3 of 3 classes.')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(5)
  await expectAccessible(page, 'results of three classes')
  await form.getByRole('link', { name: 'Open the homework of 6c' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Unit 4, p. 31, nos. 1 to 3' })).toBeVisible()
  await expect(page).toHaveURL(/\/classes\/3\/homework\/\d+$/)
})

test('homework is used again with its attachment', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  const form = newHomeworkForm(page)
  await chooseInRowMenu(page, 'Fractions p. 42', 'Use again')
  await expect(form.getByLabel('Task')).toHaveValue('Fractions p. 42')
  await expect(form.getByLabel('Maximum points')).toHaveValue('15')
  await expect(form.getByRole('button', { name: 'Remove worksheet.pdf' })).toBeVisible()
  await form.getByLabel('Task').fill('Fractions p. 42, once more')
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Fractions p. 42, once more', exact: true }).click()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Task' }).click()
  const task = page.getByRole('region', { name: 'Task' })
  await expect(task.getByText('worksheet.pdf').first()).toBeVisible()
  await task.getByRole('link', { name: 'Use again' }).click()
  await expect(form.getByLabel('Task')).toHaveValue('Fractions p. 42, once more')
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(task).toBeVisible()
})
