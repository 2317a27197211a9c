import { expect, type Page } from '@playwright/test'
import { faultFolderIds } from '../../src/testing/faults/faults.ts'
import { strangeFolder } from '../../src/testing/faults/fillFaultFolders.ts'
import { strangeNames } from '../../src/testing/faults/hostile.ts'
import { test } from '../support/fixtures.ts'
import { didHostileTextRun } from '../support/guard.ts'
import { expectVisibleFocus, tabTo } from '../support/keyboardOnly.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ faults: true })

const list = (page: Page, name: string | RegExp) => page.getByRole('grid', { name })
const preview = (page: Page, name: string | RegExp) =>
  page.locator('aside, [role="dialog"]').filter({ has: page.getByRole('heading', { name }) })

test('files by keyboard', { tag: '@main' }, async ({ page }) => {
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

  await test.step('open folders', async () => {
    await enterAs(page, 'albrecht', '/classes/1/files')
    await expect(list(page, /^Class files, /)).toBeVisible()
    await press('ArrowDown')
    await expect(row('English')).toBeFocused()
    await expectVisibleFocus(page)
    await press('ArrowDown')
    await expect(row('Maths')).toBeFocused()
    await press('Enter')
    await expect(row('Angles')).toBeFocused()
    await press('ArrowDown', 'Enter')
    await expect(list(page, 'Fractions, 10 entries')).toBeVisible()
    await expect(row('Solutions')).toBeFocused()
    await expect(page).toHaveURL(/\/classes\/1\/files\/3$/)
    await expect(page).toHaveTitle(/Fractions · Files/)
  })

  await test.step('preview a file', async () => {
    await press('End', 'ArrowUp', 'ArrowUp', ' ')
    const notes = preview(page, 'notes-for-substitutes.txt')
    await expect(notes).toBeVisible()
    await expect(page).toHaveURL(/file=30/)
    await press('Escape')
    await expect(notes).toHaveCount(0)
    await expect(row('notes-for-substitutes.txt')).toBeFocused()
  })

  await test.step('select entries', async () => {
    await press('Shift+ArrowUp', 'Shift+ArrowUp')
    await expect(page.getByText('3 selected')).toBeVisible()
    const remove = page.getByRole('button', { name: 'Delete', exact: true })
    await tabTo(page, remove)
    await press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete 3 entries?' })
    await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused()
    await press('Escape')
    await expect(question).toHaveCount(0)
    await expect(remove).toBeFocused()
    await expect(page.getByText('3 selected')).toBeVisible()
    await press('ControlOrMeta+a')
    await expect(page.getByText('10 selected')).toBeVisible()
    await press('Delete')
    await press('Escape')
    await expect(page.getByText('2 folders, 8 files')).toBeVisible()
  })

  await test.step('open an entry’s menu', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Actions for “fractions-p44.pdf”' }))
    await press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Preview' })).toBeFocused()
    await press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(row('fractions-p44.pdf')).toBeFocused()
  })

  await test.step('create and leave a folder', async () => {
    await press('n')
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toBeFocused()
    await page.keyboard.type('Stations')
    await press('Enter')
    await expect(row('Stations')).toBeFocused()
    await press('Enter')
    await expect(page.getByText('This folder is empty')).toBeVisible()
    await press('Backspace')
    await expect(row('Stations')).toBeFocused()
    await press('Backspace')
    await expect(row('Fractions')).toBeFocused()
  })

  await test.step('find files in subfolders', async () => {
    await press('/')
    await expect(page.getByRole('searchbox', { name: 'Filter' })).toBeFocused()
    await page.keyboard.type('fractions')
    await expect(page.getByText(/^1 of 3 here · \d+ in folders below$/)).toBeVisible()
    await expect(row('fractions-p42.pdf')).toContainText('in Fractions')
    await page.reload()
    await expect(row('fractions-p42.pdf')).toBeVisible()
  })
})

const forbiddenElements = 'script, iframe, object, embed, [onerror], [onload], img:not([src^="blob:"])'

// The guard fails on dialogs, requests to other origins, policy violations and console errors.
test('hostile names are text, and cyclic folders at the root', async ({ page }) => {
  await enterAs(page, 'albrecht', `/classes/${faultFolderIds.courseId}/files/${strangeFolder.id}`)
  const grid = list(page, new RegExp(`, ${strangeNames.length} entries$`))
  await expect(grid).toHaveAttribute('aria-rowcount', String(strangeNames.length + 1))
  const seenEntries = new Set<string>()
  await page.keyboard.press('ArrowDown')
  const readEntries = () =>
    grid.locator('[data-entry]').evaluateAll(rows =>
      rows.map(element => {
        const link = element.querySelector('a')
        const { width, height } = link?.getBoundingClientRect() ?? { width: 0, height: 0 }
        const isVisible = (link?.textContent ?? '').trim() !== '' && width > 0 && height > 0
        return `${element.getAttribute('data-entry')} ${isVisible ? '' : 'invisible'}`.trim()
      }),
    )
  await expect.poll(async () => (await readEntries()).length).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      for (const entry of await readEntries()) seenEntries.add(entry)
      await page.keyboard.press('PageDown')
      return seenEntries.size
    })
    .toBe(strangeNames.length)
  expect([...seenEntries].filter(entry => entry.endsWith('invisible'))).toEqual([])
  expect(await page.locator('main').locator(forbiddenElements).count()).toBe(0)

  await page.keyboard.press('Home')
  await grid.locator('[data-entry]').filter({ hasText: '<img src=x' }).getByRole('link').click()
  const pane = preview(page, /onerror/)
  await expect(pane).toBeVisible()
  expect(await page.locator('main').locator(forbiddenElements).count()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(pane).toHaveCount(0)
  expect(await didHostileTextRun(page)).toBe(false)

  await page.goto('/classes/9101/files')
  const top = list(page, /^Class files, /)
  await expect(top).toBeVisible()
  const cyclicFolders = top.locator('[data-entry="9330"], [data-entry="9331"], [data-entry="9333"]')
  await expect(cyclicFolders).toHaveCount(3)
  await page.goto('/classes/9101/files/9330')
  await expect(page.getByRole('region', { name: /./ }).getByRole('searchbox')).toBeVisible()
  await page.goto('/classes/9101/files?find=deep')
  await expect(page.getByText(/ here · 1 in folders below$/)).toBeVisible()
})
