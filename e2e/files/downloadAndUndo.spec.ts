import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { pageHeader } from '../../src/contract/session.ts'
import { readZip } from '../../src/testing/readZip.ts'
import { expectAccessible } from '../support/accessible.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ demoTime: 'wednesday' })

const maths = '/classes/1/files/2'
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select “${name}”` })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

type Row = {
  id: number
  name: string
  is_dir: boolean
  parent_id: number | null
  document: { id: number } | null
}

const fetchRows = (page: Page) =>
  page.evaluate(async header => {
    const response = await fetch('/api/v2/course/1/files', { headers: { [header]: '1' } })
    const rows: Row[] = await response.json()
    return rows.map(({ id, name, is_dir, parent_id, document }) => ({
      id,
      name,
      is_dir,
      parent_id,
      document,
    }))
  }, pageHeader)

/** In Base64. */
const fetchBytes = (page: Page, documentId: number) =>
  page.evaluate(
    async ([header, id]) => {
      const response = await fetch(`/api/v2/documents/${id}/content`, { headers: { [header]: '1' } })
      const bytes = new Uint8Array(await response.arrayBuffer())
      return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    },
    [pageHeader, documentId] as const,
  )

/** Paths of all files below a folder, with their documents. */
function getFilesBelow(
  rows: readonly Row[],
  folderId: number,
  path: string,
): [path: string, documentId: number][] {
  return rows
    .filter(entry => Number(entry.parent_id) === folderId)
    .flatMap((entry): [string, number][] => {
      if (entry.is_dir) return getFilesBelow(rows, entry.id, `${path}/${entry.name}`)
      return entry.document ? [[`${path}/${entry.name}`, entry.document.id]] : []
    })
}

test('folder zip, media playback, and undo of a deletion', async ({ page, context, host }) => {
  await enterAs(page, 'albrecht', maths)
  await test.step('the zip has every byte', async () => {
    await select(page, 'Fractions').check()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as zip' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Fractions.zip')
    await expect(page.getByRole('list', { name: 'Zip downloads' })).toContainText('is saved')
    const zip = readZip(new Uint8Array(await readFile(await saved.path())))

    const rows = await fetchRows(page)
    const fractions = rows.find(({ name }) => name === 'Fractions')
    const expectedFiles = getFilesBelow(rows, fractions?.id ?? 0, 'Fractions')
    expect(expectedFiles.length).toBeGreaterThan(10)
    expect([...zip.keys()].sort()).toEqual(expectedFiles.map(([path]) => path).sort())
    for (const [path, documentId] of expectedFiles) {
      expect(Buffer.from(zip.get(path) ?? []).toString('base64'), path).toBe(
        await fetchBytes(page, documentId),
      )
    }
  })
  await test.step('media play in the preview, which returns the focus', async () => {
    await page.goto('/classes/1/files/3?file=28')
    const pane = page.getByRole('complementary', { name: /^Preview of/ })
    const sound = pane.locator('audio')
    await expect
      .poll(() => sound.evaluate((player: HTMLAudioElement) => player.duration > 1 && player.paused))
      .toBe(true)
    await expectAccessible(page, 'a file in the preview')
    await pane.getByRole('button', { name: 'Next file' }).click()
    await expect(pane.getByText(/substitutes/i).first()).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(sound).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(pane).toHaveCount(0)
    await expect(page).not.toHaveURL(/file=/)
    await expect(page.locator(':focus')).toContainText('mental-arithmetic-3.mp3')
    await page.goto('/classes/1/files/6?file=32')
    const film = pane.locator('video')
    await expect.poll(() => film.evaluate((player: HTMLVideoElement) => player.videoWidth)).toBeGreaterThan(0)
  })
  // The demo and the Node host share the code of the undo period.
  if (!host.node) return
  await test.step('a deletion can be undone for 10 s', async () => {
    await page.goto(maths)
    const remove = async (name: string, button: RegExp) => {
      await select(page, name).check()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText(name)
      await dialog.getByRole('button', { name: button }).click()
      await expect(dialog).toHaveCount(0)
    }
    await remove('Fractions', /^Delete the folder and everything/)
    const undo = page.getByRole('button', { name: /^Undo: Deleted: .*Fractions/ })
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(undo).toHaveCount(0)
    await remove('formulae.pdf', /^Delete the file$/)
    const line = page.getByRole('list', { name: 'Deleted files' })
    await expect(line).toContainText('formulae.pdf')
    await advanceClocks(context, host, 10_500)
    await expect(row(page, 'formulae.pdf')).toHaveCount(0)
    await expect(line).toHaveCount(0)
    await expect(row(page, 'Fractions')).toBeVisible()
    const names = (await fetchRows(page)).map(({ name }) => name)
    expect([names.includes('Fractions'), names.includes('formulae.pdf')]).toEqual([true, false])
  })
})
