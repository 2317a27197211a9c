import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { advanceClocks, type Host } from './fixtures.ts'

export const uploadPanel = (page: Page) => page.getByRole('region', { name: 'Uploads' })

/** 197 pages, one file that exists in the class, and two that are refused. */
export function createFolderOf200(path: string): string {
  const root = join(path, 'Faults')
  for (const folder of ['Day 1', 'Day 2', 'Too large', 'Storage full']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  for (let page = 1; page <= 197; page += 1) {
    const name = `page ${String(page).padStart(3, '0')}.txt`
    writeFileSync(join(root, page <= 100 ? 'Day 1' : 'Day 2', name), `What was seen on page ${page}.`)
  }
  writeFileSync(join(root, 'plan.txt'), 'The plan as it is now.')
  writeFileSync(join(root, 'Too large', 'film.txt'), 'Told to be too large.')
  writeFileSync(join(root, 'Storage full', 'last drop.txt'), 'Told to have no room.')
  return root
}

/** Advances the clocks only while no file is uploaded, so that slow uploads do not time out. */
export async function waitUntilUploaded(
  count: string,
  path: { page: Page; context: BrowserContext; host: Host },
) {
  let lastText: string | null
  const arrived = async () => {
    const text = await uploadPanel(path.page)
      .getByText(/ of 200 uploaded/)
      .textContent()
    if (text === lastText) await advanceClocks(path.context, path.host, 4000)
    lastText = text
    return text
  }
  await expect.poll(arrived, { timeout: 300_000, intervals: [300] }).toBe(count)
}
