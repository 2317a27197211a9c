import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../../scripts/waitUntilIdle.ts'
import { faultFolderIds } from '../../../src/testing/faults/faults.ts'
import { strangeFolder } from '../../../src/testing/faults/fillFaultFolders.ts'
import { expectHeading, type Visit } from './visit.ts'

/** Folder and file of 8b. */
const fractions = 3
const wall = 24

async function folder(page: Page, id: number, { query = '', course = 1 } = {}): Promise<void> {
  await page.goto(`/classes/${course}/files/${id}${query}`)
  await expect(page.locator('[data-entry]').first()).toBeVisible()
  await waitUntilIdle(page)
}

/** For `albrecht`. */
export const fileScreens: Visit[] = [
  {
    state: 'files, some selected',
    go: async page => {
      await folder(page, fractions)
      const boxes = page.locator('[data-entry]').getByRole('checkbox')
      for (const at of [0, 2, 3]) await boxes.nth(at).check()
      await expect(page.getByText(/^3 (?:selected|ausgewählt)$/)).toBeVisible()
    },
  },
  { state: 'files, tiles', go: page => folder(page, fractions, { query: '?view=tiles' }) },
  {
    state: 'files, preview',
    go: async page => {
      await folder(page, fractions, { query: `?file=${wall}` })
      await expect(page.getByRole('button', { name: /^(?:Delete file|Datei löschen)$/ })).toBeVisible()
    },
  },
  {
    state: 'files, strange names',
    go: page => folder(page, strangeFolder.id, { course: faultFolderIds.courseId }),
  },
  {
    state: 'files, nothing found',
    go: async page => {
      await page.goto('/classes/1/files?find=xyzzy')
      await expectHeading(page, 2, /“xyzzy”|„xyzzy“/)
    },
  },
]
