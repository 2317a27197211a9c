import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ faults: true })

/** Stored files and their number of versions. */
const readStoredFiles = (node: NodeHost) =>
  node.withSchool(database =>
    database
      .prepare(
        `SELECT f.name AS name, count(d.id) AS versions FROM files f LEFT JOIN documents d ON d.file_id = f.id
         WHERE f.name LIKE 'page %.txt' OR f.name = 'Trip to the lake' GROUP BY f.id ORDER BY f.name`,
      )
      .all(),
  )

test('an upload continues once after its page was killed', async ({
  page,
  context,
  host,
  node,
  guard,
}, testInfo) => {
  guard.allow(statusErrors(422))
  const root = join(testInfo.outputDir, 'Trip to the lake')
  mkdirSync(root, { recursive: true })
  const names = Array.from({ length: 60 }, (_, index) => `page ${String(index + 1).padStart(2, '0')}.txt`)
  for (const name of names) writeFileSync(join(root, name), `Content of ${name}.`)
  await enterAs(page, 'albrecht', '/classes/1/files')
  await page.getByLabel('Choose a folder to upload').setInputFiles(root)
  const panel = page.getByRole('region', { name: 'Uploads' })
  await expect(panel.getByText('of 60 uploaded')).toBeVisible()
  // All are stored in the browser, some not uploaded.
  await expect(panel.getByText('saved on this device')).toBeHidden()
  await expect.poll(() => readStoredFiles(node).length).toBeGreaterThan(10)
  const killed = page.waitForEvent('crash')
  page.goto('chrome://crash').catch(() => undefined)
  await killed
  await page.close()
  expect(readStoredFiles(node).filter(({ versions }) => versions === 1).length).toBeLessThan(60)

  const newPage = await context.newPage()
  await newPage.goto('/classes/1/files')
  const newPanel = newPage.getByRole('region', { name: 'Uploads' })
  await advanceClocksUntil(context, host, () => newPanel.getByText('60 of 60 uploaded').isVisible())
  expect(readStoredFiles(node)).toEqual(
    [{ name: 'Trip to the lake', versions: 0 }, ...names.map(name => ({ name, versions: 1 }))].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    ),
  )
})
