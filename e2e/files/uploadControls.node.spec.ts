import { expect, type Page } from '@playwright/test'
import { faultFolderIds, faultFolders } from '../../src/testing/faults/faults.ts'
import { closeNotice } from '../support/closeNotice.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

// Uses every control of the uploads into a class.

test.use({ faults: true })

const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

async function choose(page: Page, files: ReturnType<typeof text>[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await choosing).setFiles(files)
}

/** Uploads files whose names are free, and closes the list of uploads. */
async function uploaded(page: Page, files: ReturnType<typeof text>[]): Promise<void> {
  await choose(page, files)
  await expect(panel(page).getByText(`${files.length} of ${files.length} uploaded`)).toBeVisible()
  await closeNotice(panel(page), panel(page).getByRole('button', { name: 'Close the list' }))
}

test('uploads: names that exist already; collapse the list, cancel one upload, cancel all', async ({
  page,
  guard,
  node,
}) => {
  test.setTimeout(240_000)
  await enterAs(page, 'albrecht', '/classes/1/files')

  await test.step('for names that exist, files are skipped, renamed, added as versions, or not uploaded', async () => {
    const names = ['map.txt', 'plan.txt', 'songs.txt']
    const all = (content: string) => names.map(name => text(name, content))
    await uploaded(page, all('Once.'))
    const asked = page.getByRole('dialog', { name: '3 names are taken' })
    for (const answer of ['Upload nothing', 'Close and upload nothing']) {
      await choose(page, all('Never.'))
      await asked.getByRole('button', { name: answer, exact: true }).click()
      await expect(asked).toHaveCount(0)
      await expect(panel(page)).toHaveCount(0)
    }
    await choose(page, all('Twice.'))
    await asked.getByRole('radio', { name: /^Skip/ }).check()
    await expect(asked.getByRole('combobox', { name: 'What to do with map.txt' })).toHaveValue('skip')
    await asked.getByRole('radio', { name: /^Upload as a new version/ }).check()
    await asked.getByRole('combobox', { name: 'What to do with map.txt' }).selectOption('Skip')
    await asked.getByRole('combobox', { name: 'What to do with songs.txt' }).selectOption('Keep both')
    await asked.getByRole('button', { name: 'Upload like this' }).click()
    await expect(panel(page).getByText('2 of 2 uploaded')).toBeVisible()
    const stored = () =>
      node.withSchool(database =>
        database
          .prepare(
            `SELECT f.name AS name, count(d.id) AS versions FROM files f LEFT JOIN documents d ON d.file_id = f.id
             WHERE f.name LIKE 'map%' OR f.name LIKE 'plan%' OR f.name LIKE 'songs%' GROUP BY f.id ORDER BY f.name`,
          )
          .all()
          .map(({ name, versions }) => `${name} ${versions}`),
      )
    expect(stored()).toEqual(['map.txt 1', 'plan.txt 2', 'songs (2).txt 1', 'songs.txt 1'])
    await expect(row(page, 'songs (2).txt')).toBeVisible()
  })

  await test.step('the list of uploads is collapsed and expanded; one upload is cancelled, then all', async () => {
    // The page checks the state of a refused upload until it is known.
    guard.allowOnly(statusErrors(404, 413))
    const tooLarge = faultFolders.find(({ name }) => name === 'Too large')?.id
    await page.goto(`/classes/${faultFolderIds.courseId}/files/${tooLarge}`)
    await choose(page, [text('film.txt', 'Long.'), text('song.txt', 'Long, too.')])
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
    const left = node.withSchool(database =>
      database.prepare("SELECT name FROM files WHERE name IN ('film.txt', 'song.txt')").all(),
    )
    expect(left).toEqual([])
  })
})
