import { expect, type Page } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

const fractions = '/classes/1/files/3'
const entries = (page: Page) => page.locator('[data-entry]')
const rowOf = (page: Page, name: string) => entries(page).filter({ hasText: name })

test('file list: sort, select, tiles, menu, cancelled zip', async ({ page }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'albrecht', fractions)

  await test.step('entries are sorted by each column', async () => {
    const readFileLinks = async () => {
      const links = await entries(page).getByRole('rowheader').getByRole('link').all()
      // Folders stay on top.
      return Promise.all(links.slice(2).map(link => link.getAttribute('href')))
    }
    await expect(entries(page)).toHaveCount(10)
    const byName = await readFileLinks()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect.poll(async () => (await readFileLinks())[0]).toContain(`${byName.at(-1)}&`)
    await page.getByRole('button', { name: 'Size', exact: true }).click()
    await expect.poll(async () => (await readFileLinks())[0]).toMatch(/file=30&/)
    await page.getByRole('button', { name: 'Added', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Added' })).toHaveAttribute(
      'aria-sort',
      /ascending|descending/,
    )
  })

  await test.step('all entries are selected; list and tiles are switched', async () => {
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

  await test.step('a file’s menu selects, downloads and previews', async () => {
    const chooseMenuItem = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for “fraction-wall.png”' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
    await chooseMenuItem('Select')
    await expect(page.getByText('1 selected')).toBeVisible()
    await chooseMenuItem('Deselect')
    await expect(page.getByText('1 selected')).toHaveCount(0)
    const saved = page.waitForEvent('download')
    await chooseMenuItem('Download')
    expect((await saved).suggestedFilename()).toBe('fraction-wall.png')
    await chooseMenuItem('Preview')
    await expect(page.getByRole('complementary', { name: /fraction-wall\.png/ })).toBeVisible()
    await page.getByRole('button', { name: 'Close the preview' }).click()
  })

  await test.step('packing a folder is cancelled', async () => {
    await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Maths' }).click()
    const list = page.getByRole('list', { name: 'Zip downloads' })
    await page.getByRole('checkbox', { name: 'Select “Fractions”' }).check()
    // Packing is cancelled before the files are downloaded.
    let resume = () => {}
    const cancelled = new Promise<void>(resolve => {
      resume = resolve
    })
    await page.route(/\/documents\/\d+\/content/, async route => {
      await cancelled
      await route.continue().catch(() => undefined)
    })
    await page.getByRole('button', { name: 'Download as zip' }).click()
    await list.getByRole('button', { name: /^Cancel packing/ }).click()
    await expect(list).toHaveCount(0)
    resume()
    await page.unrouteAll({ behavior: 'wait' })
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as zip' }).click()
    expect((await saving).suggestedFilename()).toBe('Fractions.zip')
    await expect(list).toContainText('is saved')
    await list.getByRole('button', { name: 'OK' }).click()
    await expect(list).toHaveCount(0)
  })
})

test('file preview: step, zoom, access, focus', async ({ page }) => {
  test.setTimeout(240_000)

  await test.step('the preview steps, and returns the focus', async () => {
    await enterAs(page, 'albrecht', `${fractions}?file=24`)
    const pane = page.getByRole('complementary', { name: /fraction-wall\.png/ })
    await expect(pane.getByRole('img', { name: 'fraction-wall.png' })).toBeVisible()
    await pane.getByRole('button', { name: 'Previous file' }).click()
    const previousPane = page.getByRole('complementary', { name: /board-examples\.jpg/ })
    await previousPane.getByRole('button', { name: 'Next file' }).click()
    await pane.getByRole('button', { name: 'Close the preview' }).click()
    await expect(pane).toHaveCount(0)
    await expect(
      rowOf(page, 'fraction-wall.png')
        .and(page.locator(':focus-within'))
        .or(rowOf(page, 'fraction-wall.png').and(page.locator(':focus'))),
    ).toBeVisible()
  })

  await test.step('the preview zooms, and links to access', async () => {
    await rowOf(page, 'fraction-wall.png').getByRole('link').first().click()
    await page.setViewportSize({ width: 1000, height: 800 })
    const pane = page.getByRole('dialog', { name: 'fraction-wall.png' })
    await pane.getByRole('button', { name: 'Bigger' }).click()
    await pane.getByRole('button', { name: 'Fit' }).click()
    await pane.getByRole('link', { name: 'Access' }).click()
    await expect(page.getByRole('dialog', { name: /^Access to “fraction-wall\.png”/ })).toBeVisible()
  })

  await test.step('closing the preview of a filtered file focuses the folder', async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await page.goto(`${fractions}?file=24&find=xyzzy`)
      const close = page.getByRole('button', { name: 'Close the preview' })
      await close.click()
      await expect(close).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Fractions' })).toBeFocused()
    }
  })
})

test('delete files: cancel, and delete after the undo period', async ({ page, context, host, node }) => {
  await enterAs(page, 'albrecht', fractions)
  const question = page.getByRole('dialog', { name: /^Delete/ })
  for (const name of ['fraction-wall.png', 'notes-for-substitutes.txt']) {
    await page.getByRole('checkbox', { name: `Select “${name}”` }).check()
  }
  const keepThem = question.getByRole('button', { name: 'Keep them' })
  for (const cancel of ['click', 'Escape']) {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    if (cancel === 'click') await keepThem.click()
    else await keepThem.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(page.getByText('2 selected'), cancel).toBeVisible()
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
  const isStored = () =>
    node.withSchool(database => database.prepare('SELECT 1 FROM files WHERE id = 24').get() !== undefined)
  expect(isStored()).toBe(true)
  await advanceClocksUntil(context, host, async () => !isStored())
  await expect(rowOf(page, 'fraction-wall.png')).toHaveCount(0)
  await expect(pane).toHaveCount(0)
})
