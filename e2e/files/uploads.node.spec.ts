import { expect } from '@playwright/test'
import { faultFolderIds } from '../../src/testing/faults/faults.ts'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { closeNotice } from '../support/closeNotice.ts'
import { test } from '../support/fixtures.ts'
import { createFolderOf200, uploadPanel, waitUntilUploaded } from '../support/folderOf200.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

test('a file is uploaded, and kept twice if its name is taken', { tag: '@main' }, async ({ page }) => {
  await enterAs(page, 'albrecht', '/classes/1/files')
  const list = page.getByRole('main')
  const upload = async (...names: string[]) =>
    page
      .getByLabel('Choose files to upload')
      .setInputFiles(
        names.map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`Content of ${name}.`) })),
      )
  await upload('plan.txt', 'list.txt')
  await expect(uploadPanel(page).getByText('2 of 2 uploaded')).toBeVisible()
  await expect(list.getByRole('link', { name: 'list.txt' })).toBeVisible()

  await upload('plan.txt')
  const conflict = page.getByRole('dialog', { name: '1 name is taken' })
  await conflict.getByRole('radio', { name: 'Keep both' }).check()
  await conflict.getByRole('button', { name: 'Upload like this' }).click()
  await list.getByRole('link', { name: 'plan (2).txt' }).click()
  await expect(page.getByText('Content of plan.txt.').first()).toBeVisible()
})

test.describe('with a folder that has faults', () => {
  test.use({ faults: true })

  test('198 of 200 files are uploaded; the others can be retried', async ({
    page,
    context,
    host,
    node,
    guard,
  }, testInfo) => {
    test.setTimeout(600_000)
    // The page checks whether uploads are accepted, which returns 422.
    guard.allow(statusErrors(413, 422, 507))
    await enterAs(page, 'albrecht', `/classes/${faultFolderIds.courseId}/files/${faultFolderIds.parent}`)
    const plan = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan as it was.') }
    await page.getByLabel('Choose files to upload').setInputFiles(plan)
    await expect(uploadPanel(page).getByText('1 of 1 uploaded')).toBeVisible()
    await closeNotice(uploadPanel(page), uploadPanel(page).getByRole('button', { name: 'Close the list' }))

    await page.getByRole('link', { name: 'Class files' }).first().click()
    await expect(page.getByRole('rowheader', { name: 'Faults' })).toBeVisible()
    await page.getByLabel('Choose a folder to upload').setInputFiles(createFolderOf200(testInfo.outputDir))
    const conflict = page.getByRole('dialog', { name: '1 name is taken' })
    // All files are stored in the browser first.
    await expect(conflict.getByText('plan.txt').first()).toBeVisible()
    await conflict.getByRole('radio', { name: 'Skip' }).check()
    await conflict.getByRole('radio', { name: 'Keep both' }).check()
    await conflict.getByRole('button', { name: 'Upload like this' }).click()
    await expect(conflict).toBeHidden()
    await expect(uploadPanel(page).getByText(/ of 200 uploaded/)).toBeVisible()
    await waitUntilUploaded('198 of 200 uploaded', { page, context, host })

    await advanceClocksUntil(context, host, () =>
      uploadPanel(page).getByText('2 need your attention').isVisible(),
    )
    const tooLarge = uploadPanel(page).getByRole('listitem').filter({ hasText: 'film.txt' })
    const storageFull = uploadPanel(page).getByRole('listitem').filter({ hasText: 'last drop.txt' })
    await expect(tooLarge.getByText('Not sent. This answers 413, on purpose.')).toBeVisible()
    const storageFullText = storageFull.getByText('Not sent. This answers 507, on purpose.')
    await expect(storageFullText).toBeVisible()
    // Refused again.
    let refusals = 0
    page.on('response', response => {
      if (response.status() === 507) refusals++
    })
    await uploadPanel(page).getByRole('button', { name: 'Try again: last drop.txt' }).click()
    await advanceClocksUntil(context, host, async () => refusals > 0 && (await storageFullText.isVisible()))
    await uploadPanel(page).getByRole('button', { name: 'Cancel all' }).click()
    await advanceClocksUntil(context, host, () =>
      uploadPanel(page).getByText('last drop.txt').first().isHidden(),
    )

    await page.goto(`/classes/${faultFolderIds.courseId}/files/${faultFolderIds.parent}`)
    await expect(page.getByRole('link', { name: 'plan (2).txt' })).toBeVisible()
    await page.getByRole('link', { name: 'Day 1' }).first().click()
    await expect(page.getByLabel('Filter')).toHaveAttribute('placeholder', /100 entries/)
    const counts = node.withSchool(database =>
      database
        .prepare(
          `SELECT count(*) AS files, count(DISTINCT f.name) AS names, sum(d.id IS NULL) AS empty
         FROM files f LEFT JOIN documents d ON d.file_id = f.id WHERE f.name LIKE 'page %.txt'`,
        )
        .get(),
    )
    expect(counts).toEqual({ files: 197, names: 197, empty: 0 })
  })
})
