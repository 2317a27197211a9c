import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
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

test('homework for three classes takes at most five clicks', { tag: '@main' }, async ({ page, node }) => {
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
  await page.setViewportSize({ width: 360, height: 740 })
  await expectFitting(page, 'new homework for three classes')
  await page.setViewportSize({ width: 1280, height: 800 })
  await click(form.getByRole('button', { name: 'Set homework' }))
  await expect(page.getByText('Homework set in 3 classes: “Unit 4, p. 31, nos. 1 to 3”.')).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(5)
  await page.goto('/classes/3/homework')
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Unit 4, p. 31, nos. 1 to 3', exact: true }),
  ).toBeVisible()
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

/** Answers requests for the homework of classes with an error until the returned function is called. */
async function failHomework(page: Page, courses: RegExp, status: number, methods: readonly string[]) {
  const isHomework = (url: URL) => new RegExp(`/courses/(${courses.source})/homeworks$`).test(url.pathname)
  await page.route(isHomework, route =>
    methods.includes(route.request().method())
      ? route.fulfill({ status, json: { error: { name: 'Error', message: 'no', code: status } } })
      : route.continue(),
  )
  return () => page.unroute(isHomework)
}

test('homework of failed classes is sent again or left out', async ({ page, node, guard }) => {
  guard.allowOnly(statusErrors(403, 504))
  addToClass6c(node)
  await enterAs(page, 'ruiz', '/classes/1/homework')
  const form = newHomeworkForm(page)
  const fillIn = async (task: string) => {
    await page.getByRole('banner').getByRole('link', { name: 'New homework' }).click()
    await form.getByLabel('Task').fill(task)
    for (const name of ['10a', '6c']) {
      await form.getByRole('button', { name, exact: true }).click()
      await expect(classGroup(page, name).getByLabel('Due on')).not.toHaveValue('')
    }
  }
  const send = () => form.getByRole('button', { name: 'Set homework' }).click()

  await test.step('all classes fail, then one', async () => {
    await fillIn('Unit 4, p. 32')
    const allowAll = await failHomework(page, /\d+/, 403, ['POST'])
    await send()
    await form.getByRole('button', { name: 'Back to the form' }).click()
    await allowAll()
    await form.getByRole('button', { name: '10a', exact: true }).click()
    await expect(classGroup(page, '10a')).toHaveCount(0)
    const allow6c = await failHomework(page, /3/, 403, ['POST'])
    await send()
    await expect(form.getByText('set in 1 of 2 classes.')).toBeVisible()
    await expect(form.getByText(/^Not set in 6c\. /)).toBeVisible()
    await expectAccessible(page, 'results of two classes')
    await allow6c()
    await form.getByRole('button', { name: 'Try again in 6c' }).click()
    await expect(form.getByText('set in 2 of 2 classes.')).toBeVisible()
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('Homework set in 2 classes: “Unit 4, p. 32”.')).toBeVisible()
  })

  await test.step('the response of one class is lost', async () => {
    await fillIn('Unit 4, p. 33')
    const allow6c = await failHomework(page, /3/, 504, ['GET', 'POST'])
    await send()
    const again = form.getByRole('button', { name: 'Set it again in 6c' })
    await expect(again).toBeVisible()
    await allow6c()
    await again.click()
    await expect(form.getByText('set in 3 of 3 classes.')).toBeVisible()
    await form.getByRole('button', { name: 'Close' }).click()
    await expect(form).toHaveCount(0)
  })

  await test.step('one class is left out', async () => {
    await fillIn('Unit 4, p. 34')
    const allow6c = await failHomework(page, /3/, 403, ['POST'])
    await send()
    await form.getByRole('button', { name: 'Leave out the other classes' }).click()
    await page
      .getByRole('dialog', { name: 'Leave out 6c?' })
      .getByRole('button', { name: 'Leave out' })
      .click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('Homework set in 2 classes: “Unit 4, p. 34”.')).toBeVisible()
    await allow6c()
  })
})

test('homework that is set offline stays in the form', async ({ page, node, guard }) => {
  guard.allowOnly(/Failed to load resource/)
  addToClass6c(node)
  await enterAs(page, 'ruiz', '/classes/1/homework/new')
  const form = newHomeworkForm(page)
  await form.getByLabel('Task').fill('Unit 4, p. 35')
  for (const name of ['10a', '6c']) {
    await form.getByRole('button', { name, exact: true }).click()
    await expect(classGroup(page, name).getByLabel('Due on')).not.toHaveValue('')
  }
  await page.context().setOffline(true)
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(form.getByText(/^Not set in /)).toHaveCount(3)
  await expect(form.getByRole('button', { name: 'Leave out the other classes' })).toHaveCount(0)
  await page.context().setOffline(false)
  await form.getByRole('button', { name: 'Back to the form' }).click()
  await expect(form.getByLabel('Task')).toHaveValue('Unit 4, p. 35')
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(form.getByText('set in 3 of 3 classes.')).toBeVisible()
})

test('an attachment that could not be loaded is loaded again', async ({ page, guard }) => {
  guard.allowOnly(statusErrors(404))
  await enterAs(page, 'albrecht', '/classes/1/homework')
  const form = newHomeworkForm(page)
  const isDocument = (url: URL) => /document/.test(url.pathname) && !url.pathname.endsWith('.js')
  await page.route(isDocument, route => route.fulfill({ status: 404, body: '' }))
  await chooseInRowMenu(page, 'Fractions p. 42', 'Use again')
  await expect(form.getByText('1 attachment could not be loaded.')).toBeVisible()
  await expectAccessible(page, 'an attachment that could not be loaded')
  await page.unroute(isDocument)
  await form.getByRole('button', { name: 'Load again' }).click()
  await expect(form.getByText('1 attachment could not be loaded.')).toHaveCount(0)
  await form.getByRole('button', { name: 'Remove worksheet.pdf' }).click()
  await expect(form.getByRole('button', { name: 'Remove worksheet.pdf' })).toHaveCount(0)
})
