import { expect } from '@playwright/test'
import { settled } from '../scripts/settled.ts'
import { test } from './fixtures.ts'
import type { NodeHost } from './nodeHost.ts'
import { enterAs } from './signInAs.ts'

const asked = (node: NodeHost) => node.calls().filter(({ route }) => route === '/api/v2/permissions')

test('a teacher’s matrix asks for nothing it may not see, marks one admin quietly and filters by it', async ({
  page,
  node,
}) => {
  await enterAs(page, 'albrecht', '/classes/1/access')
  await expect(page.getByText(/^\d+ items loaded$/)).toBeAttached()
  await settled(page)
  expect(asked(node).length).toBeGreaterThan(5)
  expect(asked(node).filter(({ status }) => status !== 200)).toEqual([])
  await expect(page.getByText(/[1-9]\d* you can’t see/)).toBeVisible()

  const head = page.getByRole('columnheader').filter({ has: page.getByText('Only one admin') })
  await expect(head.first()).toBeVisible()
  await expect(head.first().getByTitle(/^Only one admin: ./)).toBeVisible()
  const columns = async () => Number(await page.getByRole('grid').getAttribute('aria-colcount'))
  const all = await columns()
  await page.getByRole('button', { name: /^Only one admin \d+$/ }).click()
  await expect(page).toHaveURL(/admins=one/)
  await expect.poll(columns).toBeLessThan(all)
})

test('who has no permission on a subject is not asked about it', async ({ page, node }) => {
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
  expect(asked(node).filter(({ status }) => status !== 200)).toEqual([])
})

test('a pupil has no way to the matrix, and its address leads on', async ({ page, node }) => {
  await enterAs(page, 'sommer', '/classes/1/access')
  await expect(page.getByRole('heading', { name: 'This page is for teachers' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Access', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Homework' }).first()).toBeVisible()
  expect(asked(node)).toEqual([])
  await page.getByRole('link', { name: 'Go to the timetable' }).click()
  await expect(page).toHaveURL(/\/classes\/1\/timetable/)
})

test('who is in the list already is said to be, by any part of the name', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework?access=todo_id.1')
  const drawer = page.getByRole('dialog', { name: /^Access to / })
  await drawer.getByRole('combobox', { name: 'Add people' }).fill('ruiz')
  await expect(drawer.getByText('Omar Ruiz already has access.')).toBeVisible()
  await expect(drawer.getByText(/No one matches/)).toHaveCount(0)
  await expect(drawer.getByRole('button', { name: 'Role for the people added: Read' })).toBeVisible()
})

test('in a chat in which members write who is added writes, in a broadcast they read', async ({ page }) => {
  await enterAs(page, 'albrecht', '/chats/1?access=chat_id.1')
  const drawer = page.getByRole('dialog', { name: /^Access to / })
  await drawer.getByRole('combobox', { name: 'Add people' }).fill('sommer')
  await expect(drawer.getByText('Mika Sommer is already in this chat.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Role for the people added: Write' })).toBeVisible()
  await page.goto('/chats/3?access=chat_id.3')
  await expect(drawer.getByRole('button', { name: 'Role for the people added: Read' })).toBeVisible()
})

test('handing in on a phone is confirmed in view, and the own photo is called own', async ({
  page,
  node,
}) => {
  const homework = node.withSchool(database =>
    Number(
      database.prepare("select id from homeworks where course_id = 1 and text like 'Fractions p. 45%'").get()
        ?.id,
    ),
  )
  await enterAs(page, 'sommer', `/classes/1/homework/${homework}`)
  await page.setViewportSize({ width: 360, height: 740 })
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([{ name: 'photo.txt', mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') }])
  await expect(page.getByText('photo.txt').first()).toBeVisible()
  await page.getByRole('button', { name: 'Hand in', exact: true }).click()
  const confirmed = page.getByText('Handed in. Your teacher can see it now.')
  await expect(confirmed).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Hand in again' })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Files', exact: true }).getByText(/^Handed in by you/),
  ).toBeVisible()
})
