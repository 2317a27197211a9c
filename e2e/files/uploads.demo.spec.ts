import { expect } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { createFolderOf200, uploadPanel, waitUntilUploaded } from '../support/folderOf200.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ demoTime: 'wednesday' })

test('a folder of 200 files is uploaded', async ({ page, context, host }, testInfo) => {
  test.setTimeout(600_000)
  await enterAs(page, 'albrecht', '/classes/1/files')
  await page.getByLabel('Choose a folder to upload').setInputFiles(createFolderOf200(testInfo.outputDir))
  await expect(uploadPanel(page).getByText(/ of 200 uploaded/)).toBeVisible()
  await waitUntilUploaded('200 of 200 uploaded', { page, context, host })
  await page.getByRole('link', { name: 'Faults' }).first().click()
  await page.getByRole('link', { name: 'Day 1' }).first().click()
  await expect(page.getByLabel('Filter')).toHaveAttribute('placeholder', /100 entries/)
})
