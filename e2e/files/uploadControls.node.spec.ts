import { expect, type Page } from '@playwright/test'
import { faultFolderIds, faultFolders } from '../../src/testing/faults/faults.ts'
import { closeNotice } from '../support/closeNotice.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ faults: true })

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

async function chooseFiles(page: Page, files: ReturnType<typeof text>[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await choosing).setFiles(files)
}

/** Uploads files without name conflicts, and closes the list of uploads. */
async function uploadNewFiles(page: Page, files: ReturnType<typeof text>[]): Promise<void> {
  await chooseFiles(page, files)
  await expect(panel(page).getByText(`${files.length} of ${files.length} uploaded`)).toBeVisible()
  await closeNotice(panel(page), panel(page).getByRole('button', { name: 'Close the list' }))
}

test('uploads: existing names, collapse, cancel', async ({ page, guard, node }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'albrecht', '/classes/1/files')

  await test.step('existing names are skipped, renamed, versioned or cancelled', async () => {
    const names = ['map.txt', 'plan.txt', 'songs.txt']
    const createFiles = (content: string) => names.map(name => text(name, content))
    await uploadNewFiles(page, createFiles('Once.'))
    const dialog = page.getByRole('dialog', { name: '3 names are taken' })
    for (const label of ['Upload nothing', 'Close and upload nothing']) {
      await chooseFiles(page, createFiles('Never.'))
      await dialog.getByRole('button', { name: label, exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect(panel(page)).toHaveCount(0)
    }
    await chooseFiles(page, createFiles('Twice.'))
    await dialog.getByRole('radio', { name: /^Skip/ }).check()
    await expect(dialog.getByRole('combobox', { name: 'What to do with map.txt' })).toHaveValue('skip')
    await dialog.getByRole('radio', { name: /^Upload as a new version/ }).check()
    await dialog.getByRole('combobox', { name: 'What to do with map.txt' }).selectOption('Skip')
    await dialog.getByRole('combobox', { name: 'What to do with songs.txt' }).selectOption('Keep both')
    await dialog.getByRole('button', { name: 'Upload like this' }).click()
    await expect(panel(page).getByText('2 of 2 uploaded')).toBeVisible()
    const readVersionCounts = () =>
      node.withSchool(database =>
        database
          .prepare(
            `SELECT f.name AS name, count(d.id) AS versions FROM files f LEFT JOIN documents d ON d.file_id = f.id
             WHERE f.name LIKE 'map%' OR f.name LIKE 'plan%' OR f.name LIKE 'songs%' GROUP BY f.id ORDER BY f.name`,
          )
          .all()
          .map(({ name, versions }) => `${name} ${versions}`),
      )
    expect(readVersionCounts()).toEqual(['map.txt 1', 'plan.txt 2', 'songs (2).txt 1', 'songs.txt 1'])
    await expect(row(page, 'songs (2).txt')).toBeVisible()
  })

  await test.step('uploads are collapsed and cancelled', async () => {
    // The page checks whether the entry of a refused upload exists.
    guard.allowOnly(statusErrors(404, 413))
    const tooLarge = faultFolders.find(({ name }) => name === 'Too large')?.id
    await page.goto(`/classes/${faultFolderIds.courseId}/files/${tooLarge}`)
    await chooseFiles(page, [text('film.txt', 'Long.'), text('song.txt', 'Long, too.')])
    await expect(panel(page).getByText('2 need your attention')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Hide the files' }).click()
    await expect(panel(page).getByText('film.txt')).toHaveCount(0)
    await panel(page).getByRole('button', { name: 'Show the files' }).click()
    await panel(page).getByRole('button', { name: 'Cancel: film.txt' }).click()
    await expect(panel(page).getByText('film.txt')).toHaveCount(0)
    await expect(panel(page).getByText('1 needs your attention')).toBeVisible()
    await expect(row(page, 'song.txt')).toBeVisible()
    await expect(row(page, 'film.txt')).toHaveCount(0)
    await panel(page).getByRole('button', { name: 'Cancel all' }).click()
    await expect(panel(page)).toHaveCount(0)
    await expect(row(page, 'song.txt')).toHaveCount(0)
    const remaining = node.withSchool(database =>
      database.prepare("SELECT name FROM files WHERE name IN ('film.txt', 'song.txt')").all(),
    )
    expect(remaining).toEqual([])
  })
})
