import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { messageField, messageLog, sendMessage } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'New chat' })

const readMembers = (node: NodeHost, chat: string): string[] =>
  node.withSchool(database =>
    database
      .prepare(
        `select users.name from permissions
           join chats on chats.id = permissions.resource_id
           join users on users.id = permissions.user_id
         where resource_field = 'chat_id' and chats.name = ? order by permissions.id`,
      )
      .all(chat)
      .map(({ name }) => String(name)),
  )

test('a teacher writes to a new group of a class with four clicks', { tag: '@main' }, async ({
  page,
  node,
}) => {
  await enterAs(page, 'albrecht', '/chats')
  await page.getByRole('banner').getByRole('link', { name: 'New chat' }).click()
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Winter concert')
  await form(page).getByRole('combobox', { name: 'People' }).click()
  await form(page)
    .getByRole('option', { name: /^Class 8b/ })
    .click()
  await expect(form(page).getByText(/^\d+ people will see this chat$/)).toBeVisible()
  await expect(form(page).getByText('Added with 1 request.')).toBeVisible()
  await expectAccessible(page, 'new chat with a class')
  await form(page).getByRole('button', { name: 'Create chat' }).click()
  await expect(messageField(page)).toBeEditable()
  await sendMessage(page, 'The rehearsal is on Monday.')
  await expect(messageLog(page).getByText('The rehearsal is on Monday.')).toBeVisible()
  await expect
    .poll(() =>
      node.withSchool(database =>
        database.prepare('select course_id, is_write from class_permissions').all(),
      ),
    )
    .toMatchObject([{ course_id: 1, is_write: 1 }])
  expect(readMembers(node, 'Winter concert')).toEqual(['Jana Albrecht'])
})

test('a new chat on a phone, by keyboard, with a refused person and a reload in between', async ({
  page,
  node,
  guard,
}) => {
  guard.allow(statusErrors(403))
  // Like a service that adds people one by one.
  await page.route('**/api/v2/courses/1', route => route.fulfill({ json: { id: 1, name: '8b' } }))
  await enterAs(page, 'albrecht', '/chats/new')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Trip')
  await page.keyboard.press('Tab')
  await page.keyboard.type('class 8b')
  await expect(form(page).getByRole('option', { name: /^Class 8b.*pupils/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('kern')
  await expect(form(page).getByRole('option', { name: /^Peter Kern/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('list', { name: 'To be added' })).toContainText('Peter Kern')
  await form(page).getByRole('textbox', { name: 'First message' }).fill('Bring boots.')
  await expectAccessible(page, 'new chat on a phone')

  await page.getByText('Only read', { exact: true }).click()

  const refusedIds = ['kern', 'ruiz'].map(login =>
    node.withSchool(database =>
      Number(database.prepare('select id from users where login = ?').get(login)?.id),
    ),
  )
  let isRefused = true
  await page.route('**/api/v2/permissions', async route => {
    const userId: unknown = route.request().postDataJSON()?.target_ids?.user_id
    if (!isRefused || !refusedIds.includes(Number(userId))) return route.fallback()
    return route.fulfill({
      status: 403,
      json: { error: { name: 'forbidden', message: 'Not this one.', code: 403 } },
    })
  })
  await form(page).getByRole('button', { name: 'Create chat' }).click()
  await expect(form(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/ was not added\.$/)).toBeVisible()
  await expect(page.getByText('Not sent. Not this one.')).toBeVisible()
  await expect(page.getByText(/^Adding people: \d+ of \d+\.$/)).toBeVisible()
  await expect(page.getByText('Your message is sent afterwards.')).toBeVisible()
  await expectAccessible(page, 'people that were refused')
  await page.getByRole('button', { name: 'Leave out Omar Ruiz' }).click()
  await expect(page.getByText('Peter Kern was not added.')).toBeVisible()
  isRefused = false
  await page.getByRole('button', { name: 'Send again: New chat: Trip' }).click()
  await expect(messageLog(page).getByText('Bring boots.')).toBeVisible()
  expect(readMembers(node, 'Trip')).toContain('Peter Kern')
  expect(readMembers(node, 'Trip')).not.toContain('Omar Ruiz')
})

test('an unfinished chat is restored, and started again', async ({ page }) => {
  await enterAs(page, 'albrecht', '/chats/new')
  const name = form(page).getByRole('textbox', { name: 'Name' })
  await name.fill('Half a chat')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(form(page)).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'New chat' }).click()
  await expect(name).toHaveValue('Half a chat')
  await form(page).getByRole('button', { name: 'Start again' }).click()
  await expect(name).toHaveValue('')
})
