import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { test } from '../support/fixtures.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

const permissionCalls = (node: NodeHost) => node.calls().filter(({ route }) => route.endsWith('/permissions'))

const people = (page: Page) => page.getByRole('complementary', { name: 'People' })
const personLink = (page: Page, name: string) => people(page).getByRole('link', { name: new RegExp(name) })
const detail = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (page: Page, item: string) => page.getByRole('group', { name: item, exact: true })
const roleButton = (page: Page, item: string, value: string) =>
  row(page, item).getByRole('button', { name: `Role for ${item}: ${value}`, exact: true })

/** Albrecht is the only admin, Ruiz may write. */
const homework = 'Fractions p. 42'

test('access by person: change, undo, last admin', async ({ page, node }) => {
  await enterAs(page, 'albrecht', '/classes/1/access')

  await test.step('one request loads all grants', async () => {
    await expect(page.getByRole('heading', { name: 'Choose a person' })).toBeVisible()
    await expect(personLink(page, 'Jana Albrecht')).toContainText(/Admin of \d+, the only admin of \d+/)
    await personLink(page, 'Omar Ruiz').click()
    await expect(page).toHaveURL(/person=user\.\d+/)
    await expect(detail(page, 'Omar Ruiz').getByText(/^Teacher\. Access to \d+ items\.$/)).toBeVisible()
    await waitUntilIdle(page)
    expect(permissionCalls(node).map(({ status }) => status)).toEqual([200])
  })

  await test.step('a role change survives a reload', async () => {
    await roleButton(page, homework, 'Write').click()
    await page.getByRole('menuitemradio', { name: /^Read/ }).click()
    await expect(roleButton(page, homework, 'Read')).toHaveAttribute('aria-busy', 'false')
    await page.reload()
    await expect(roleButton(page, homework, 'Read')).toBeVisible()
  })

  await test.step('a removal is undone', async () => {
    await row(page, homework)
      .getByRole('button', { name: `Remove Omar Ruiz from ${homework}` })
      .click()
    await expect(row(page, homework)).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(roleButton(page, homework, 'Read')).toBeVisible()
  })

  await test.step('a dialog protects the last admin', async () => {
    await personLink(page, 'Jana Albrecht').click()
    await roleButton(page, homework, 'Admin').click()
    await page.getByRole('menuitemradio', { name: /^Write/ }).click()
    const confirmDialog = page.getByRole('dialog', { name: 'Without an admin, this homework is deleted' })
    await confirmDialog.getByRole('button', { name: 'Keep everything as it is' }).click()
    await row(page, homework)
      .getByRole('button', { name: `Remove Jana Albrecht from ${homework}` })
      .click()
    const leaveDialog = page.getByRole('dialog', { name: 'If you leave, this homework is deleted' })
    await leaveDialog.getByRole('button', { name: 'Keep everything as it is' }).click()
    await expect(roleButton(page, homework, 'Admin')).toBeVisible()
  })

  await test.step('Back returns to the previous person', async () => {
    await page.goBack()
    await expect(detail(page, 'Omar Ruiz')).toBeVisible()
  })
})

test('the only admin hands over several items at once', { tag: '@main' }, async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/access')
  await personLink(page, 'Jana Albrecht').click()
  const jana = detail(page, 'Jana Albrecht')
  const sentence = jana.getByText(/^If you left, \d+ items would have no admin$/)
  const count = Number(/\d+/.exec((await sentence.textContent()) ?? '')?.[0])
  await jana.getByRole('radiogroup', { name: 'Filter' }).getByText(`Only admin ${count}`).click()
  await expect(page).toHaveURL(/only=admin/)
  await expect(jana.getByRole('group').first()).toContainText('Only admin')
  await jana.getByRole('searchbox', { name: 'Filter items' }).fill('fractions')
  await expect(page).toHaveURL(/within=fractions/)
  await jana.getByRole('searchbox', { name: 'Filter items' }).fill('')

  await jana.getByRole('button', { name: 'Hand over…' }).click()
  const dialog = page.getByRole('dialog', { name: `Hand over ${count} items` })
  await dialog.getByRole('button', { name: /^Who becomes admin/ }).click()
  await page.getByRole('menuitemradio', { name: 'Omar Ruiz' }).click()
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click()
  // Three requests for each of about forty items.
  await expect(dialog).toHaveCount(0, { timeout: 120_000 })
  await expect(sentence).toHaveCount(0)
  await jana.getByRole('radiogroup', { name: 'Filter' }).getByText(/^All/).click()
  await expect(roleButton(page, homework, 'Write')).toHaveCount(0)
  await personLink(page, 'Omar Ruiz').click()
  await expect(detail(page, 'Omar Ruiz').getByText('Only Omar Ruiz can hand over')).toBeVisible()
})

test('another user’s change appears without reload', async ({ page, browser, host }) => {
  await enterAs(page, 'albrecht', '/classes/1/access?person=user.2')
  await expect(roleButton(page, homework, 'Write')).toBeVisible()
  const other = await browser.newPage({ baseURL: host.url })
  await enterAs(other, 'albrecht', '/classes/1/homework?access=todo_id.1')
  const drawer = other.getByRole('dialog', { name: /^Access to/ })
  await drawer.getByRole('button', { name: 'Role of Omar Ruiz: Write' }).click()
  await other.getByRole('menuitemradio', { name: /^Admin (?!without)/ }).click()
  await expect(roleButton(page, homework, 'Admin')).toBeVisible({ timeout: 30_000 })
  await other.close()
})

test('access by item: people and drawer', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/access')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'By item' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an item' })).toBeVisible()
  const items = page.getByRole('complementary', { name: 'Items' })
  const all = await items.getByRole('heading', { name: /^Your chats/ }).textContent()
  await items.getByText('Only one admin').click()
  await expect(page).toHaveURL(/only=admin/)
  await expect(items.getByRole('heading', { name: /^Your chats/ })).not.toHaveText(all ?? '')
  await items.getByRole('searchbox', { name: 'Search items' }).fill(homework)
  await items.getByRole('link', { name: new RegExp(homework) }).click()
  const item = detail(page, homework)
  await item.getByRole('button', { name: 'Role of Omar Ruiz: Write' }).click()
  await page.getByRole('menuitemradio', { name: /^Read/ }).click()
  await expect(item.getByRole('button', { name: 'Role of Omar Ruiz: Read' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'By person' }).click()
  await personLink(page, 'Omar Ruiz').click()
  await expect(roleButton(page, homework, 'Read')).toBeVisible()
  await row(page, homework)
    .getByRole('link', { name: `Access to ${homework}` })
    .click()
  const drawer = page.getByRole('dialog', { name: `Access to “${homework}”` })
  await expect(drawer.getByRole('button', { name: 'Role of Omar Ruiz: Read' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, homework).getByRole('link')).toBeFocused()
})

test('list and roles by keyboard', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/access')
  const field = people(page).getByRole('searchbox', { name: 'Search people' })
  await expect(personLink(page, 'Omar Ruiz')).toBeVisible()
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await page.keyboard.type('ruiz')
  await expect(people(page).getByRole('link')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(personLink(page, 'Omar Ruiz')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(detail(page, 'Omar Ruiz')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(personLink(page, 'Jana Albrecht')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const last = people(page).getByRole('link').last()
  await expect(last).toBeFocused()
  await page.keyboard.press('Home')
  await expect(personLink(page, 'Jana Albrecht')).toBeFocused()
  await roleButton(page, homework, 'Write').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: /^Write/ })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(roleButton(page, homework, 'Read')).toBeFocused()
})

test('list and person are two pages on a phone', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/access')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('heading', { name: 'Choose a person' })).toHaveCount(0)
  const pupils = people(page).getByRole('region', { name: 'Pupils' })
  await pupils.getByRole('button', { name: /no admin role$/ }).click()
  await expect(pupils.getByRole('link').first()).toBeAttached()
  await pupils.getByRole('button', { name: /^Hide \d+/ }).click()
  await personLink(page, 'Omar Ruiz').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Omar Ruiz' })).toBeVisible()
  await expect(people(page)).toHaveCount(0)
  await roleButton(page, homework, 'Write').click()
  await page.getByRole('menuitemradio', { name: /^Read/ }).click()
  await expect(roleButton(page, homework, 'Read')).toBeVisible()
  await page.getByRole('link', { name: 'Access · all people' }).click()
  await expect(people(page)).toBeVisible()
  await page.getByRole('radiogroup', { name: 'View' }).getByText('By item').click()
  await page
    .getByRole('complementary', { name: 'Items' })
    .getByRole('link', { name: new RegExp(homework) })
    .click()
  await expect(page.getByRole('button', { name: 'Role of Omar Ruiz: Read' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('complementary', { name: 'Items' })).toBeVisible()
})

test('permissions of a hidden subject are not requested', async ({ page, node }) => {
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

test('pupils have no Access screen', async ({ page, node }) => {
  await enterAs(page, 'sommer', '/classes/1/access')
  await expect(page.getByRole('heading', { name: 'This page is for teachers' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Access', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Homework' }).first()).toBeVisible()
  expect(permissionCalls(node)).toEqual([])
  await page.getByRole('link', { name: 'Go to the timetable' }).click()
  await expect(page).toHaveURL(/\/classes\/1\/timetable/)
})

test('people added to a broadcast may only read', async ({ page }) => {
  await enterAs(page, 'albrecht', '/chats/1?access=chat_id.1')
  const drawer = page.getByRole('dialog', { name: /^Access to / })
  await drawer.getByRole('combobox', { name: 'Add people' }).fill('sommer')
  await expect(drawer.getByText('Mika Sommer is already in this chat.')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Role for the people added: Write' })).toBeVisible()
  await page.goto('/chats/3?access=chat_id.3')
  await expect(drawer.getByRole('button', { name: 'Role for the people added: Read' })).toBeVisible()
})
