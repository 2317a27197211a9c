import { expect } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import {
  clickInMessages,
  messageField,
  messageLog,
  openChat,
  readStoredMessages,
  sendMessage,
} from '../support/chat.ts'
import {
  correctionText,
  enterAtDesk,
  openPupilHeading,
  passUndoTime,
  pointsField,
  readStoredCorrection,
  returnNextButton,
} from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { chooseInRowMenu } from '../support/homeworkRowMenu.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ server: { documentedOnly: true } })

// Chromium logs the 404 of each endpoint that api.md lacks.
test.beforeEach(({ guard }) => guard.allow(statusErrors(404)))

test('homework is opened by number, created and remembered', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  await page.getByLabel('Number of the homework').fill('1')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Fractions p. 42', exact: true })).toBeVisible()
  await page.goto('/classes/1/homework/new?subject=1')
  const form = page.getByRole('dialog', { name: 'New homework' })
  await form.getByLabel('Task').fill('Fractions p. 50')
  await form.getByRole('button', { name: /^Next .+ lesson: / }).click()
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(page.getByRole('link', { name: 'Fractions p. 50', exact: true })).toBeVisible()
  await page.reload()
  for (const text of ['Fractions p. 42', 'Fractions p. 50']) {
    await expect(page.getByRole('link', { name: text, exact: true })).toBeVisible()
  }
})

test('homework opened by number is removed from the list', async ({ page, node }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework')
  const none = page.getByText('No homework opened yet')
  await expect(none).toBeVisible()
  const open = async (id: string, text: string) => {
    await page.getByLabel('Number of the homework').fill(id)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page.getByRole('link', { name: text, exact: true })).toBeVisible()
  }
  await open('1', 'Fractions p. 42')
  await expect(none).toHaveCount(0)
  await chooseInRowMenu(page, 'Fractions p. 42', 'Remove from this list')
  await expect(none).toBeVisible()
  await open('1', 'Fractions p. 42')
  node.withSchool(database => database.exec('delete from homeworks where id = 1'))
  await page.reload()
  await page.getByRole('button', { name: 'Remove “1” from this list' }).click()
  await expect(none).toBeVisible()
  await page.reload()
  await expect(none).toBeVisible()
})

test('a subject links to homework by number', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/subjects/1')
  await page.getByRole('link', { name: 'Open homework by its number' }).click()
  await expect(page.getByLabel('Number of the homework')).toBeVisible()
})

test('a correction has text and points', async ({ page, host, node }) => {
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  await correctionText(page).fill('Right and clearly written.')
  await pointsField(page).fill('12,5')
  await returnNextButton(page).click()
  await passUndoTime(page, host)
  await expect
    .poll(() => readStoredCorrection(node, 1, name))
    .toMatchObject({ teacher_correction: 'Right and clearly written.', points: 12.5, corrections: 1 })
})

test('a correction reports that files are not accepted', async ({ page, node }) => {
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  await correctionText(page).fill('See the file.')
  await page
    .locator('aside input[type="file"]')
    .setInputFiles({ name: 'solution.txt', mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') })
  await expect(page.getByText('solution.txt')).toBeVisible()
  await page.getByRole('button', { name: 'Return and stay here' }).click()
  await expect(page.getByText(/your school’s service doesn’t accept any/)).toBeVisible()
  await expect.poll(() => readStoredCorrection(node, 1, name)?.teacher_correction).toBe('See the file.')
})

test('chats are read, written and created; missing features are named', async ({ page, node }) => {
  await enterAs(page, 'albrecht', '/chats/new')
  const form = page.getByRole('dialog', { name: 'New chat' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Science week')
  await form.getByRole('button', { name: 'Create chat' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Science week' })).toBeVisible()
  // Derived from the grants: one, and later two.
  await expect(messageLog(page).getByText('Only you are here so far.')).toBeVisible()
  await messageLog(page).getByRole('link', { name: 'Add people' }).click()
  const access = page.getByRole('dialog', { name: /^Access to “Science week”/ })
  await access.getByRole('combobox', { name: 'Add people' }).fill('4')
  await page.getByRole('option', { name: /no\. 4\b/ }).click()
  await expect(access.getByRole('button', { name: 'Role for the people added: Write' })).toBeVisible()
  await access.getByRole('button', { name: 'Add 1 person' }).click()
  const roleButton = access.getByRole('button', { name: /^Role of .+: Write$/ })
  await expect(roleButton).toBeVisible()
  await access.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/2 people/).first()).toBeVisible()
  await expect(messageLog(page).getByText('Only you are here so far.')).toHaveCount(0)
  const id = Number(/\d+$/.exec(page.url())?.[0])
  await sendMessage(page, 'Who brings the scales?')
  await expect.poll(() => readStoredMessages(node, id)).toEqual(['Who brings the scales?'])
  await page
    .locator('main input[type="file"]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Monday') })
  await expect(page.getByText('plan.txt')).toBeVisible()
  await messageField(page).press('Enter')
  await expect(messageLog(page).getByText(/your school’s service doesn’t accept files/)).toBeVisible()
  await messageLog(page)
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click()
  await expect(messageLog(page).getByText('plan.txt')).toHaveCount(0)

  await openChat(page, 1)
  const poll = messageLog(page).getByRole('group', { name: /^Which film/ })
  await clickInMessages(page, poll.getByRole('radio', { name: 'Krabat' }))
  await expect(page.getByText(/service does not offer voting\.$/)).toBeVisible()
})

test('folders and files work; unsupported uploads are named', async ({ page, context, node }) => {
  await enterAs(page, 'albrecht', '/classes/1/files/3')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('fractions-p42.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'New folder' }).click()
  const form = page.getByRole('dialog', { name: 'New folder' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Ratios')
  await form.getByRole('button', { name: 'Create folder' }).click()
  await expect(row('Ratios')).toBeVisible()

  await page
    .locator('main input[type="file"]')
    .first()
    .setInputFiles({ name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('3/4') })
  await expect(page.getByText(/service doesn’t accept uploads: 1 file was not uploaded/)).toBeVisible()
  await expect(row('scan.txt')).toHaveCount(0)
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText(/service doesn’t accept uploads/)).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select “notes-for-substitutes.txt”' }).check()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await saving).suggestedFilename()).toBe('notes-for-substitutes.txt')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  await page.getByRole('checkbox', { name: 'Select “Ratios”' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the folder' }).click()
  await expect(page.getByRole('list', { name: 'Deleted files' })).toContainText('Ratios')
  await advanceClocksUntil(context, { clock: node.clock }, async () => (await row('Ratios').count()) === 0)
  await page.reload()
  await expect(row('fractions-p42.pdf')).toBeVisible()
  await expect(row('Ratios')).toHaveCount(0)
})

test('access is granted by number', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/files/3?access=file_id.24')
  const drawer = page.getByRole('dialog', { name: /^Access to “fraction-wall.png”/ })
  await drawer.getByRole('combobox', { name: 'Add people' }).fill('4')
  await page.getByRole('option', { name: /no\. 4\b/ }).click()
  await drawer.getByRole('button', { name: 'Add 1 person' }).click()
  const people = drawer.getByRole('list', { name: 'Who has access' })
  await people.getByRole('button', { name: /^Role of .+: Read$/ }).click()
  await page.getByRole('menuitemradio', { name: /^Write/ }).click()
  const roleButton = people.getByRole('button', { name: /^Role of .+: Write$/ })
  await expect(drawer.getByText(/: now Write\.$/)).toBeAttached()
  await people.getByRole('button', { name: /^Remove (?!yourself)/ }).click()
  await expect(roleButton).toHaveCount(0)
})
