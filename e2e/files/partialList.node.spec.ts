import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

const fractions = { course: 1, folder: 3 }
const fileCount = 3000

/** Adds files whose names are in reverse order, so that later files are inserted before the visible ones. */
function addFiles({ withSchool }: NodeHost): void {
  withSchool(database => {
    const insert = database.prepare(
      `insert into files (course_id, parent_id, name, is_dir, created_at, created_by_user_id)
        select course_id, id, ?, 0, created_at, created_by_user_id from files where id = ?`,
    )
    database.exec('begin')
    for (let page = fileCount; page > 0; page -= 1) insert.run(`a page ${page}.txt`, fractions.folder)
    database.exec('commit')
  })
}

/** Pauses the list of files after 300 kB, until the page receives the event `resume`. */
async function pauseFileList(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = window
    const resumed = new Promise(resolve => addEventListener('resume', resolve, { once: true }))
    let remainingBytes = 300_000
    window.fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!/\/course\/\d+\/files$/.test(response.url) || !response.body) return response
      const paused = new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          const first = chunk.subarray(0, remainingBytes)
          remainingBytes -= first.length
          controller.enqueue(first)
          if (remainingBytes > 0) return
          await resumed
          controller.enqueue(chunk.subarray(first.length))
        },
      })
      return new Response(response.body.pipeThrough(paused), response)
    }
  })
}

test('a long list appears while it arrives, and keeps the focus and its place', async ({ page, node }) => {
  addFiles(node)
  await pauseFileList(page)
  await enterAs(page, 'albrecht', `/classes/${fractions.course}/files/${fractions.folder}`)
  const grid = page.getByRole('grid')
  await expect(page.getByText('Loading more files …')).toBeVisible()
  await expect(grid).toHaveAccessibleName('Fractions')

  const row = page.locator('[data-entry]:focus')
  await page.keyboard.press('ArrowDown')
  for (let count = 0; count < 6; count += 1) await page.keyboard.press('PageDown')
  const name = await row.getByRole('link').textContent()
  const box = await row.boundingBox()
  await page.evaluate(() => dispatchEvent(new Event('resume')))

  await expect(grid).toHaveAccessibleName(`Fractions, ${(fileCount + 10).toLocaleString('en')} entries`)
  await expect(page.getByText('Loading more files …')).toHaveCount(0)
  await expect(row.getByRole('link')).toHaveText(name ?? '')
  expect(await row.boundingBox()).toEqual(box)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(row).toContainText('a page 1.txt')
})
