import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

const drawer = (page: Page) => page.getByRole('dialog', { name: /^Access to/ })

async function openAccess(page: Page): Promise<void> {
  await enterAs(page, 'albrecht', '/classes/1/homework?access=todo_id.1')
  await expect(drawer(page).getByText('Omar Ruiz', { exact: true })).toBeVisible()
}

test('access drawer: undo, conflict, add people, last admin', async ({ page, node }) => {
  test.setTimeout(240_000)
  await openAccess(page)

  await test.step('undo restores removed access', async () => {
    await drawer(page).getByRole('button', { name: 'Remove Peter Kern' }).click()
    await expect(drawer(page).getByRole('button', { name: 'Role of Peter Kern: Read' })).toHaveCount(0)
    await drawer(page).getByRole('button', { name: /^Undo/ }).click()
    await expect(drawer(page).getByRole('button', { name: 'Role of Peter Kern: Read' })).toBeVisible()
  })

  await test.step('an outdated removal is cancelled or forced', async () => {
    const setKernWrite = async (isWrite: 0 | 1) => {
      // A list that is still being fetched would contain the change.
      await waitUntilIdle(page)
      node.withSchool(database =>
        database.exec(
          `update permissions set is_write = ${isWrite} where resource_field = 'todo_id' and resource_id = 1
             and user_id = (select id from users where login = 'kern')`,
        ),
      )
    }
    const conflictNotice = drawer(page).getByText(
      'This list has changed in the meantime, so nothing was sent.',
    )
    const ruizCanWrite = drawer(page).getByRole('button', { name: 'Role of Omar Ruiz: Write' })
    await setKernWrite(1)
    await drawer(page).getByRole('button', { name: 'Remove Omar Ruiz' }).click()
    await expect(conflictNotice).toBeVisible()
    await drawer(page).getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(conflictNotice).toHaveCount(0)
    await expect(ruizCanWrite).toBeVisible()
    await setKernWrite(0)
    await drawer(page).getByRole('button', { name: 'Remove Omar Ruiz' }).click()
    await drawer(page).getByRole('button', { name: 'Do it anyway' }).click()
    await expect(drawer(page).getByText('Omar Ruiz no longer has access.')).toBeVisible()
    await drawer(page).getByRole('button', { name: /^Undo/ }).click()
    await expect(ruizCanWrite).toBeVisible()
  })

  await test.step('chosen people are removed and added with roles', async () => {
    const field = drawer(page).getByRole('combobox', { name: 'Add people' })
    for (const name of ['Mika Sommer', 'Aiko Tanaka']) {
      await field.fill(name)
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
    }
    await drawer(page).getByRole('button', { name: 'Don’t add Mika Sommer' }).click()
    await drawer(page).getByRole('button', { name: 'Role for the people added: Read' }).click()
    await page.getByRole('menuitemradio', { name: /^Write/ }).click()
    await drawer(page).getByRole('button', { name: 'Add 1 person' }).click()
    await expect(drawer(page).getByRole('button', { name: 'Role of Aiko Tanaka: Write' })).toBeVisible()
    await expect(drawer(page).getByText('Mika Sommer')).toHaveCount(0)
    await drawer(page).getByRole('button', { name: 'Close' }).click()
    await expect(drawer(page)).toHaveCount(0)
  })

  await test.step('the last admin chooses a new admin, or cancels', async () => {
    await openAccess(page)
    await drawer(page).getByRole('button', { name: 'Remove yourself' }).click()
    const lastAdminDialog = page.getByRole('dialog', { name: /is deleted$/ })
    const newAdmin = lastAdminDialog.getByRole('button', { name: /^Who becomes admin/ })
    await expect(newAdmin).toContainText('Omar Ruiz')
    await newAdmin.click()
    await page.getByRole('menuitemradio', { name: /^Peter Kern/ }).click()
    await expect(newAdmin).toContainText('Peter Kern')
    await lastAdminDialog.getByRole('button', { name: 'Keep everything as it is' }).click()
    await expect(lastAdminDialog).toHaveCount(0)
  })

  // With a second admin the app only asks for confirmation.
  await test.step('one of two admins steps down', async () => {
    await drawer(page).getByRole('button', { name: 'Role of Omar Ruiz: Write' }).click()
    await page.getByRole('menuitemradio', { name: /^Admin / }).click()
    await expect(drawer(page).getByRole('button', { name: 'Role of Omar Ruiz: Admin' })).toHaveAttribute(
      'aria-busy',
      'false',
    )
    await drawer(page).getByRole('button', { name: 'Remove yourself' }).click()
    await page
      .getByRole('dialog', { name: 'Remove yourself?' })
      .getByRole('button', { name: 'Stay' })
      .last()
      .click()
    const ownRole = drawer(page).getByRole('button', { name: 'Role of Jana Albrecht: Admin' })
    const stepDown = async (buttonName: string) => {
      await ownRole.click()
      await page.getByRole('menuitemradio', { name: /^Write/ }).click()
      await page
        .getByRole('dialog', { name: 'Stop being an admin?' })
        .getByRole('button', { name: buttonName })
        .last()
        .click()
    }
    await stepDown('Stay an admin')
    await expect(ownRole).toBeVisible()
    await stepDown('Stop being an admin')
    await expect(drawer(page).getByText(/^You can see who has access\. To change it, ask /)).toBeVisible()
  })
})

test('search finds a person with access', async ({ page }) => {
  await enterAs(page, 'albrecht', '/chats/1?access=chat_id.1')
  const people = drawer(page).getByRole('list', { name: 'Who has access' })
  await expect(people.getByRole('listitem').nth(20)).toBeVisible()
  const searchField = drawer(page).getByRole('searchbox', { name: 'Find in the list' })
  await searchField.fill('tanaka')
  await expect(people.getByRole('listitem')).toHaveCount(1)
  await expect(people.getByText('Aiko Tanaka')).toBeVisible()
  await searchField.fill('xyzzy')
  await expect(drawer(page).getByText('Nobody in the list matches “xyzzy”')).toBeVisible()
})
