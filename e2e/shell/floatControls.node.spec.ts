import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { chooseInRowMenu } from '../support/homeworkRowMenu.ts'
import { enterAs } from '../support/signInAs.ts'

test('folder menu: zip, access, cancelled deletion, open', async ({ page }) => {
  const maths = '/classes/1/files/2'
  await enterAs(page, 'albrecht', maths)
  const chooseAction = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for “Fractions”' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const saved = page.waitForEvent('download')
  await chooseAction('Download as zip')
  expect((await saved).suggestedFilename()).toBe('Fractions.zip')
  await chooseAction('Access')
  const drawer = page.getByRole('dialog', { name: /^Access to “Fractions”/ })
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toHaveCount(0)
  await chooseAction('Delete')
  const question = page.getByRole('dialog', { name: 'Delete this folder?' })
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await page.getByRole('button', { name: 'New folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'New folder' })
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(dialog).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A')
  await expect(page.locator('[data-entry]').first()).toContainText('Fractions')
  await page.setViewportSize({ width: 1280, height: 800 })
  await chooseAction('Open')
  await expect(page).toHaveURL(/\/files\/3/)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a folder' }).click()
  expect(await (await choosing).element().getAttribute('webkitdirectory')).not.toBeNull()
})

test('the last admin hands over or deletes homework', async ({ page, guard }) => {
  guard.allow(statusErrors(403, 404))
  await enterAs(page, 'albrecht', '/classes/1/homework?access=todo_id.1')
  const drawer = page.getByRole('dialog', { name: /^Access to/ })
  const own = (role: string) => drawer.getByRole('button', { name: `Role of Jana Albrecht: ${role}` })
  await own('Admin').click()
  await page.getByRole('menuitemradio', { name: /^Write/ }).click()
  const question = page.getByRole('dialog', { name: /^Without an admin/ })
  await question.getByRole('textbox', { name: 'Type the name to confirm' }).fill('Fractions')
  await question.getByRole('button', { name: /^Who becomes admin/ }).click()
  await page.getByRole('menuitemradio', { name: /^Omar Ruiz/ }).click()
  await question.getByRole('button', { name: 'Hand over' }).click()
  await expect(question).toHaveCount(0)
  await expect(drawer.getByText(/^You can see who has access\. To change it, ask /)).toBeVisible()

  const other = 'Fractions p. 45, 2 and 4'
  await page.goto('/classes/1/homework')
  await chooseInRowMenu(page, other, 'Access')
  await drawer.getByRole('button', { name: 'Remove yourself' }).click()
  const leaving = page.getByRole('dialog', { name: /^If you leave/ })
  await leaving.getByRole('textbox', { name: 'Type the name to confirm' }).fill(other)
  await leaving.getByRole('button', { name: 'Delete homework' }).click()
  const notice = page.getByText(`“${other}” was deleted.`)
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(notice).toHaveCount(0)
})
