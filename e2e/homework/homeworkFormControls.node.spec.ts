import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { chooseInRowMenu } from '../support/homeworkRowMenu.ts'
import { continueHereButton, openIsolatedTab, readOnlyText } from '../support/isolatedTab.ts'
import { enterAs } from '../support/signInAs.ts'

// The homework form after refused files, conflicts and deletion.

const change = (page: Page) => page.getByRole('dialog', { name: 'Change homework' })
const task = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

async function openChange(page: Page, text: string): Promise<void> {
  await chooseInRowMenu(page, text, 'Change')
  await expect(change(page).getByLabel('Task')).toHaveValue(text)
}

test('homework form: refused files, conflict, deletion', async ({ page, node, guard }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'albrecht', '/classes/1/homework')

  await test.step('a refused file is resent or omitted', async () => {
    guard.allowOnly(statusErrors(413))
    const refuse = { status: 413, json: { error: { name: 'too_large', message: 'too large', code: 413 } } }
    const form = page.getByRole('dialog', { name: 'New homework' })
    for (const outcome of ['sent again', 'omitted']) {
      let posts = 0
      await page.route('**/api/v2/documents', route => {
        posts += 1
        return route.fulfill(refuse)
      })
      await page.getByRole('banner').getByRole('link', { name: 'New homework' }).click()
      await form.getByLabel('Subject').selectOption('Maths')
      await form.getByLabel('Task').fill(`Its file is ${outcome}`)
      await form.getByLabel('Due on').fill('2026-12-04')
      const choosing = page.waitForEvent('filechooser')
      await form.getByRole('button', { name: 'Add files' }).click()
      await (await choosing).setFiles({
        name: 'even.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('2, 4'),
      })
      await form.getByRole('button', { name: 'Set homework' }).click()
      await expect(form.getByText(/^not sent: /)).toBeVisible()
      // The reopened form shows the unsent file without resending it.
      await form.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('banner').getByRole('link', { name: 'New homework' }).click()
      await expect(form.getByText(`“Its file is ${outcome}” is set.`)).toBeVisible()
      await expect(form.getByText(/^not sent: /)).toBeVisible()
      expect(posts).toBe(1)
      await page.unroute('**/api/v2/documents')
      if (outcome === 'omitted')
        await form.getByRole('button', { name: 'Continue without the files' }).click()
      else await form.getByRole('button', { name: 'Send again' }).click()
      await expect(form).toHaveCount(0)
      await expect(task(page, `Its file is ${outcome}`)).toBeVisible()
    }
  })

  await test.step('another user’s change is kept or replaced', async () => {
    guard.allowOnly(statusErrors(409))
    const rename = (text: string) =>
      node.withSchool(database => database.prepare('update homeworks set text = ? where id = 7').run(text))
    await openChange(page, 'Fractions p. 45, 2 and 4')
    rename('Fractions p. 46')
    await change(page).getByLabel('Note').fill('Only the even ones.')
    await change(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(change(page).getByText(/^Somebody has changed this homework/)).toBeVisible()
    await change(page).getByRole('button', { name: 'Keep the current version' }).click()
    await expect(page.getByText('Left as it is: “Fractions p. 46”.')).toBeVisible()
    await openChange(page, 'Fractions p. 46')
    rename('Fractions p. 47')
    await change(page).getByLabel('Task').fill('Fractions p. 50')
    await change(page).getByRole('button', { name: 'Save changes' }).click()
    await change(page).getByRole('button', { name: 'Save my version instead' }).click()
    await expect(page.getByText('Homework changed: “Fractions p. 50”.')).toBeVisible()
    await expect(task(page, 'Fractions p. 50')).toBeVisible()
  })

  await test.step('deletion requires typing “delete”', async () => {
    // The list requests deleted homework once more.
    guard.allowOnly(statusErrors(403, 404))
    await openChange(page, 'Fractions p. 42')
    await change(page).getByRole('button', { name: 'Delete homework' }).click()
    await change(page).getByRole('button', { name: 'Keep it' }).click()
    await expect(change(page).getByRole('button', { name: 'Delete permanently' })).toHaveCount(0)
    await change(page).getByRole('button', { name: 'Delete homework' }).click()
    await expect(change(page).getByText(/everything 18 pupils handed in/)).toBeVisible()
    await change(page).getByLabel('Type “delete” to confirm').fill('delete')
    await change(page).getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('Homework deleted: “Fractions p. 42”.')).toBeVisible()
    await expect(task(page, 'Fractions p. 42')).toHaveCount(0)
  })
})

test('homework draft in two tabs', async ({ page, context }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/new')
  const text = (tab: Page) => tab.getByLabel('Task')
  const [other, isolated] = [await context.newPage(), await openIsolatedTab(context)]
  for (const tab of [other, isolated]) {
    await tab.goto('/classes/1/homework/new')
    await expect(text(tab)).toBeEditable()
  }
  await text(page).fill('Here')
  await expect(readOnlyText(other, 'Here')).toBeVisible()
  await expect(text(other)).toHaveCount(0)
  await text(page).fill('Here, and more')
  await continueHereButton(other).click()
  await expect(text(other)).toHaveValue('Here, and more')
  await text(other).fill('Gone on there')
  await expect(readOnlyText(page, 'Gone on there')).toBeVisible()
  // This tab did not receive the message about the new text.
  await text(isolated).fill('Too late')
  await expect(readOnlyText(isolated, 'Too late')).toBeVisible()
  await isolated.getByRole('button', { name: 'Restore' }).click()
  await expect(text(isolated)).toHaveValue('Too late')
  await expect(readOnlyText(isolated, 'Gone on there')).toBeVisible()
  await isolated.getByRole('button', { name: 'Discard' }).click()
  await expect(readOnlyText(isolated, 'Gone on there')).toHaveCount(0)
  await page.reload()
  await expect(readOnlyText(page, 'Too late')).toBeVisible()
})
