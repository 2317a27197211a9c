import { expect, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { passUntil } from './passUntil.ts'
import { enterAs } from './signInAs.ts'

// The files of a class, each control used for what it is there for.

const fractions = '/classes/1/files/3'
const entries = (page: Page) => page.locator('[data-entry]')
const rowOf = (page: Page, name: string) => entries(page).filter({ hasText: name })

test('entries are sorted by each column, up and down', async ({ page }) => {
  await enterAs(page, 'albrecht', fractions)
  const files = async () => {
    const links = await entries(page).getByRole('rowheader').getByRole('link').all()
    // Folders stay on top.
    return Promise.all(links.slice(2).map(link => link.getAttribute('href')))
  }
  await expect(entries(page)).toHaveCount(10)
  const byName = await files()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect.poll(async () => (await files())[0]).toContain(`${byName.at(-1)}&`)
  await page.getByRole('button', { name: 'Size', exact: true }).click()
  await expect.poll(async () => (await files())[0]).toMatch(/file=30&/)
  await page.getByRole('button', { name: 'Added', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Added' })).toHaveAttribute(
    'aria-sort',
    /ascending|descending/,
  )
})

test('list and tiles, all selected and none, a selection taken away again', async ({ page }) => {
  await enterAs(page, 'albrecht', fractions)
  await expect(entries(page)).toHaveCount(10)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('10 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByText(/^2 folders, 8 files$/)).toBeVisible()
  await page.getByRole('radiogroup', { name: 'View' }).locator('label').last().click()
  await expect(page).toHaveURL(/view=tiles/)
  await rowOf(page, 'fraction-wall.png').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Close the preview' }).click()
  await page.getByRole('radiogroup', { name: 'View' }).locator('label').first().click()
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
})

test('the preview leads through the folder, and closing it gives the focus back', async ({ page }) => {
  await enterAs(page, 'albrecht', `${fractions}?file=24`)
  const pane = page.getByRole('complementary', { name: /fraction-wall\.png/ })
  await expect(pane.getByRole('img', { name: 'fraction-wall.png' })).toBeVisible()
  await pane.getByRole('button', { name: 'Previous file' }).click()
  const before = page.getByRole('complementary', { name: /board-2-november\.jpg/ })
  await before.getByRole('button', { name: 'Next file' }).click()
  await pane.getByRole('button', { name: 'Close the preview' }).click()
  await expect(pane).toHaveCount(0)
  await expect(
    rowOf(page, 'fraction-wall.png')
      .and(page.locator(':focus-within'))
      .or(rowOf(page, 'fraction-wall.png').and(page.locator(':focus'))),
  ).toBeVisible()
})

test('a preview of what the filter leaves out gives the focus to the folder when it closes, on a phone too', async ({
  page,
}) => {
  await enterAs(page, 'albrecht', fractions)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto(`${fractions}?file=24&find=xyzzy`)
    const close = page.getByRole('button', { name: 'Close the preview' })
    await close.click()
    await expect(close).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Fractions' })).toBeFocused()
  }
})

test('what was to be deleted is kept, from the list and from the preview, until it is really deleted', async ({
  page,
  context,
  host,
  node,
}) => {
  await enterAs(page, 'albrecht', fractions)
  const question = page.getByRole('dialog', { name: /^Delete/ })
  for (const name of ['fraction-wall.png', 'notes-for-substitutes.txt']) {
    await page.getByRole('checkbox', { name: `Select “${name}”` }).check()
  }
  for (const way of ['Keep them', 'Close']) {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await question.getByRole('button', { name: 'Keep them' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByText('2 selected'), way).toBeVisible()
  }
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await rowOf(page, 'fraction-wall.png').getByRole('link').first().click()
  const pane = page.getByRole('complementary', { name: /fraction-wall\.png/ })
  await pane.getByRole('button', { name: 'Delete file' }).click()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await pane.getByRole('button', { name: 'Delete file' }).click()
  await question.getByRole('button', { name: 'Delete the file' }).click()
  await expect(page.getByRole('list', { name: 'Deleted files' })).toContainText('fraction-wall.png')
  const isHeld = () =>
    node.withSchool(database => database.prepare('SELECT 1 FROM files WHERE id = 24').get() !== undefined)
  expect(isHeld()).toBe(true)
  await passUntil(context, host, async () => !isHeld())
  await expect(rowOf(page, 'fraction-wall.png')).toHaveCount(0)
  await expect(pane).toHaveCount(0)
})

test('packing a folder is cancelled, and what is said of a zip put away', async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/files/2')
  const list = page.getByRole('list', { name: 'Zip downloads' })
  await page.getByRole('checkbox', { name: 'Select “Fractions”' }).check()
  // Held back until it was cancelled.
  let goOn = () => {}
  const cancelled = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route(/\/documents\/\d+\/content/, async route => {
    await cancelled
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Download as zip' }).click()
  await list.getByRole('button', { name: /^Cancel packing/ }).click()
  await expect(list).toHaveCount(0)
  goOn()
  await page.unrouteAll({ behavior: 'wait' })
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as zip' }).click()
  expect((await saving).suggestedFilename()).toBe('Fractions.zip')
  await expect(list).toContainText('is saved')
  await list.getByRole('button', { name: 'OK' }).click()
  await expect(list).toHaveCount(0)
})

test('the menu of a file selects it, lets it go, shows and saves it', async ({ page }) => {
  await enterAs(page, 'albrecht', fractions)
  const act = async (what: string) => {
    await page.getByRole('button', { name: 'Actions for “fraction-wall.png”' }).click()
    await page.getByRole('menuitem', { name: what, exact: true }).click()
  }
  await act('Select')
  await expect(page.getByText('1 selected')).toBeVisible()
  await act('Deselect')
  await expect(page.getByText('1 selected')).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await act('Download')
  expect((await saved).suggestedFilename()).toBe('fraction-wall.png')
  await act('Preview')
  await expect(page.getByRole('complementary', { name: /fraction-wall\.png/ })).toBeVisible()
})

test('the preview over the list fits its picture and leads to who has access', async ({ page }) => {
  await enterAs(page, 'albrecht', `${fractions}?file=24`)
  await page.setViewportSize({ width: 1000, height: 800 })
  const pane = page.getByRole('dialog', { name: 'fraction-wall.png' })
  await pane.getByRole('button', { name: 'Bigger' }).click()
  await pane.getByRole('button', { name: 'Fit' }).click()
  await pane.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByRole('dialog', { name: /^Access to “fraction-wall\.png”/ })).toBeVisible()
})
