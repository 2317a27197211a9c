import { expect } from '@playwright/test'
import { test } from './fixtures.ts'
import { offlineLines } from './guard.ts'
import type { NodeHost } from './nodeHost.ts'
import { password } from './people.ts'
import { enterAs } from './signInAs.ts'

// Forms, each control used for what it is there for.

test('homework is set with a note and a file, a form begun before starts afresh', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/new')
  const form = page.getByRole('dialog', { name: 'New homework' })
  await form.getByLabel('Task').fill('Begun and not set')
  await expect(form.getByText(/^Draft (?:saved|kept)/)).toBeVisible()
  for (const way of ['Close', 'Cancel']) {
    await form.getByRole('button', { name: way }).click()
    await expect(form).toHaveCount(0)
    await page.getByRole('banner').getByRole('link', { name: 'New homework' }).click()
    await expect(form.getByLabel('Task')).toHaveValue('Begun and not set')
  }
  await form.getByRole('button', { name: 'Start again' }).click()
  await expect(form.getByLabel('Task')).toHaveValue('')
  await form.getByLabel('Subject').selectOption('Maths')
  await form.getByLabel('Task').fill('Fractions p. 60')
  await form.getByLabel('Note').fill('Only the even ones.')
  await form.getByLabel('Due on').fill('2026-12-04')
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'Add files' }).click()
  await (await choosing).setFiles({ name: 'even.txt', mimeType: 'text/plain', buffer: Buffer.from('2, 4') })
  await expect(form.getByText('even.txt')).toBeVisible()
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(form).toHaveCount(0)
  await page.getByRole('link', { name: 'Change “Fractions p. 60”' }).click()
  const change = page.getByRole('dialog', { name: 'Change homework' })
  await expect(change.getByLabel('Note')).toHaveValue('Only the even ones.')
  await expect(change.getByLabel('Due on')).toHaveValue('04/12/2026')
})

test('a token gets what is ticked and ends when it was said', async ({ page }) => {
  await enterAs(page, 'albrecht', '/settings/tokens')
  await page.getByLabel('What is it for?').fill('Points into a sheet')
  await page.getByRole('checkbox', { name: /^Read and send messages/ }).check()
  await page.getByRole('checkbox', { name: /^The classes you belong to/ }).check()
  await page.getByRole('radio', { name: '30 days' }).check()
  await page.getByLabel('Login name').fill('albrecht')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Points into a sheet' })
  await expect(row).toContainText('chats.messages')
  await expect(row).toContainText(/18 Dec/)
})

test('a pupil looks at the files of a task and at the own ones, and leaves what was handed in as it is', async ({
  page,
}) => {
  await enterAs(page, 'sommer', '/classes/1/homework/1')
  const which = page.getByRole('group', { name: 'Which files' })
  await which.getByRole('button', { name: /^Handed in/ }).click()
  await expect(page.getByRole('img', { name: /page1/ })).toBeVisible()
  await which.getByRole('button', { name: /^Attachments/ }).click()
  await expect(page.getByRole('region', { name: /^worksheet/ })).toBeVisible()
  await page.getByRole('button', { name: /^page2/ }).click()
  await expect(page.getByRole('img', { name: /page2/ })).toBeVisible()
  await which.getByRole('button', { name: /^Attachments/ }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).first().click()
  expect((await saved).suggestedFilename()).toBe('worksheet.pdf')
  await page.getByRole('button', { name: 'Hand in again' }).click()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('I did 1 to 4, 5 was unclear.')
  await page.getByRole('button', { name: 'Leave it as it is' }).click()
  await expect(page.getByRole('button', { name: 'Hand in again' })).toBeVisible()
})

/** Homework of 8b that is still open, by the start of its text. */
const openHomework = (node: NodeHost, text: string): number =>
  node.withSchool(database =>
    Number(
      database.prepare('select id from homeworks where course_id = 1 and text like ?').get(`${text}%`)?.id,
    ),
  )

test('a pupil tells that homework was seen, and it stays told', async ({ page, node }) => {
  const homework = openHomework(node, 'Fractions p. 45')
  node.withSchool(database =>
    database.exec(`delete from submissions where todo_id = ${homework} and user_id = 13`),
  )
  await enterAs(page, 'sommer', `/classes/1/homework/${homework}`)
  await page.getByRole('button', { name: 'I have seen it' }).click()
  await expect(page.getByText('Your teacher can see that you have seen it.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Seen /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'I have seen it' })).toHaveCount(0)
})

test('a pupil takes a file out, and what waits for the network back into the form', async ({
  page,
  context,
  node,
  guard,
}) => {
  guard.allow(offlineLines)
  const homework = openHomework(node, 'Fractions p. 45')
  await enterAs(page, 'sommer', `/classes/1/homework/${homework}`)
  const form = page.getByRole('form', { name: 'Hand in' })
  const choosing = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: 'choose', exact: true }).click()
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') })
  await (await choosing).setFiles([text('page 1.txt'), text('not this.txt')])
  await form.getByRole('button', { name: 'Remove not this.txt' }).click()
  await expect(form.getByText('not this.txt')).toHaveCount(0)
  await form.getByLabel('Comment').fill('Number 4 was hard.')
  await context.setOffline(true)
  await form.getByRole('button', { name: 'Hand in', exact: true }).click()
  const waiting = page.getByRole('region', { name: 'On its way' })
  await expect(
    waiting.getByText('Waiting for a connection. It will be sent automatically.').first(),
  ).toBeVisible()
  await waiting.getByRole('button', { name: 'Back to the form' }).click()
  await expect(form.getByLabel('Comment')).toHaveValue('Number 4 was hard.')
  await expect(form.getByText('page 1.txt')).toBeVisible()
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
})
