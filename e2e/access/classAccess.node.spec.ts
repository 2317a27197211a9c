import { expect } from '@playwright/test'
import { settled } from '../../scripts/settled.ts'
import { test } from '../support/fixtures.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

const permissionCalls = (node: NodeHost) =>
  node.calls().filter(({ route }) => route === '/api/v2/permissions')

test('the access matrix of a teacher sends no refused request, and filters by “Only one admin”', {
  tag: '@rest',
}, async ({ page, node }) => {
  await enterAs(page, 'albrecht', '/classes/1/access')
  await expect(page.getByText(/^\d+ items loaded$/)).toBeAttached()
  await settled(page)
  expect(permissionCalls(node).length).toBeGreaterThan(5)
  expect(permissionCalls(node).filter(({ status }) => status !== 200)).toEqual([])
  await expect(page.getByText(/[1-9]\d* hidden from you/)).toBeVisible()

  const head = page.getByRole('columnheader').filter({ has: page.getByText('Only one admin') })
  await expect(head.first()).toBeVisible()
  await expect(head.first().getByTitle(/^Only one admin: ./)).toBeVisible()
  const columns = async () => Number(await page.getByRole('grid').getAttribute('aria-colcount'))
  const all = await columns()
  await page.getByRole('button', { name: /^Only one admin \d+$/ }).click()
  await expect(page).toHaveURL(/admins=one/)
  await expect.poll(columns).toBeLessThan(all)
})

test('permissions of a subject that the teacher may not see are not requested', { tag: '@rest' }, async ({
  page,
  node,
}) => {
  const subject = node.withSchool(database =>
    Number(
      database
        .prepare(
          `select id from lessons where course_id = 1 and id not in (
             select resource_id from permissions join users on users.id = user_id
             where resource_field = 'lesson_id' and login = 'ruiz')`,
        )
        .get()?.id,
    ),
  )
  await enterAs(page, 'ruiz', `/classes/1/subjects/${subject}`)
  await expect(page.getByText('You can’t see who has access to this subject.')).toBeVisible()
  expect(permissionCalls(node).filter(({ status }) => status !== 200)).toEqual([])
})

test('a pupil sees no link to the access matrix, and its URL leads to the timetable', {
  tag: '@rest',
}, async ({ page, node }) => {
  await enterAs(page, 'sommer', '/classes/1/access')
  await expect(page.getByRole('heading', { name: 'This page is for teachers' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Access', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Homework' }).first()).toBeVisible()
  expect(permissionCalls(node)).toEqual([])
  await page.getByRole('link', { name: 'Go to the timetable' }).click()
  await expect(page).toHaveURL(/\/classes\/1\/timetable/)
})

test('people added to a chat may write, and to a broadcast only read', { tag: '@rest' }, async ({ page }) => {
  await enterAs(page, 'albrecht', '/chats/1?access=chat_id.1')
  const drawer = page.getByRole('dialog', { name: /^Access to / })
  await drawer.getByRole('combobox', { name: 'Add people' }).fill('sommer')
  await expect(drawer.getByText('Mika Sommer is already in this chat.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Role for the people added: Write' })).toBeVisible()
  await page.goto('/chats/3?access=chat_id.3')
  await expect(drawer.getByRole('button', { name: 'Role for the people added: Read' })).toBeVisible()
})
