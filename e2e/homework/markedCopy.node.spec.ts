import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expectAccessible } from '../support/accessible.ts'
import {
  correctionText,
  enterAtDesk,
  passUndoTime,
  returnNextButton,
  undoReturnButton,
} from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { drawWithMouse, findInk, markStatus, type PagePoint, penSurface, penTool } from '../support/pen.ts'
import { readStoredPhoto } from '../support/photos/photos.ts'
import { enterAs } from '../support/signInAs.ts'

const line = (y: number): PagePoint[] =>
  Array.from({ length: 9 }, (_, step) => [0.2 + (0.4 * step) / 8, y] as const)
const picture = (container: Page | Locator, name: string) => container.getByRole('img', { name, exact: true })
const fileTab = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function download(button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const downloading = button.page().waitForEvent('download')
  await button.click()
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** The page may still be fitted into the window while the line is drawn. A second line covers the first. */
const drawUntilSaved = (page: Page, y: number, status: RegExp) =>
  expect(async () => {
    await expect(penSurface(page).first()).toBeVisible()
    await drawWithMouse(page, line(y))
    await expect(markStatus(page, status)).toBeVisible({ timeout: 10_000 })
  }).toPass()

const findRed = (page: Page, image: Locator) => findInk(page, image, 'red', 45)

async function expectRedLine(page: Page, image: Locator, y: number): Promise<void> {
  await expect(async () => {
    const found = await findRed(page, image)
    expect(found?.left).toBeCloseTo(0.2, 1)
    expect(found?.right).toBeCloseTo(0.6, 1)
    expect(((found?.top ?? 9) + (found?.bottom ?? 9)) / 2).toBeCloseTo(y, 1)
  }).toPass()
}

test('the pupil gets marked pages next to the own ones', { tag: '@main' }, async ({
  page,
  host,
  node,
  openBrowser,
}) => {
  await enterAtDesk(page, 1, 1, 13)

  await test.step('the teacher draws on a photo and on a PDF', async () => {
    await expect(picture(page, 'page1.jpg')).toBeVisible()
    await page.getByRole('button', { name: 'Fit' }).click()
    await penTool(page, 'Pen').click()
    await penTool(page, 'Thick').click()
    await drawUntilSaved(page, 0.3, /page1-marked\.jpg when you return it/)
    await fileTab(page, 'exercise 5.pdf').click()
    await expect(picture(page, 'Page 1 of 3')).toBeVisible()
    await page.getByRole('button', { name: 'Fit' }).click()
    await drawUntilSaved(page, 0.5, /exercise 5-marked\.pdf when you return it/)
  })

  await test.step('an undone return keeps the marks', async () => {
    await correctionText(page).fill('Look at the marks.')
    await returnNextButton(page).click()
    await undoReturnButton(page).click()
    await expect(correctionText(page)).toHaveValue('Look at the marks.')
    await expect(page.getByText('Your marks on page1.jpg')).toBeVisible()
    await expect(page.getByText('Your marks on exercise 5.pdf')).toBeVisible()
    await returnNextButton(page).click()
    await passUndoTime(page, host)
    const isReturned = () =>
      node.withSchool(
        database =>
          database
            .prepare(
              'select corrected_at is not null as returned from submissions where todo_id = 1 and user_id = 13',
            )
            .get()?.returned,
      )
    await expect.poll(isReturned).toBe(1)
  })

  const pupil = await (await openBrowser()).newPage()
  await enterAs(pupil, 'sommer', '/classes/1/homework/1')
  const files = pupil.getByRole('region', { name: 'Files', exact: true })
  await expect(files.getByRole('heading', { name: /^With the feedback/ })).toBeVisible()

  await test.step('the pupil sees both photos, and downloads both', async () => {
    await expect(picture(files, 'page1.jpg')).toBeVisible()
    await expect(picture(files, 'page1-marked.jpg')).toBeVisible()
    for (const button of await files.getByRole('button', { name: 'Fit' }).all()) await button.click()
    await expectRedLine(pupil, picture(files, 'page1-marked.jpg'), 0.3)
    expect(await findRed(pupil, picture(files, 'page1.jpg'))).toBeUndefined()
    const [own, marked] = await files.getByRole('button', { name: 'Download' }).all()
    if (!own || !marked) throw new Error('a file has no download')
    const original = await download(own)
    const copy = await download(marked)
    expect([original.name, copy.name]).toEqual(['page1.jpg', 'page1-marked.jpg'])
    const sizeOf = async (bytes: Buffer) => {
      const { width, height } = await readStoredPhoto(pupil, bytes)
      return { width, height }
    }
    expect(await sizeOf(copy.bytes)).toEqual(await sizeOf(original.bytes))
    await expectAccessible(pupil, 'a marked copy next to the own file')
  })

  await test.step('a marked PDF has its text, and the marks where they were drawn', async () => {
    await files.getByRole('button', { name: 'exercise 5-marked.pdf', exact: true }).click()
    await expect(files.getByRole('button', { name: 'exercise 5.pdf', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
    for (const button of await files.getByRole('button', { name: 'Fit' }).all()) await button.click()
    await expect(picture(files, 'Page 1 of 3')).toHaveCount(2)
    await expectRedLine(pupil, picture(files, 'Page 1 of 3').last(), 0.5)
    expect(await findRed(pupil, picture(files, 'Page 1 of 3').first())).toBeUndefined()
    const { bytes } = await download(files.getByRole('button', { name: 'Download' }).last())
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
    const { items } = await (await pdf.getPage(1)).getTextContent()
    expect(items.length).toBeGreaterThan(0)
  })

  await test.step('on a phone one is below the other', async () => {
    await pupil.setViewportSize({ width: 360, height: 740 })
    const [own, marked] = await files.getByRole('heading', { level: 2 }).all()
    await expect(async () => {
      const [above, below] = [await own?.boundingBox(), await marked?.boundingBox()]
      expect(below?.x).toBe(above?.x)
      expect(below?.y ?? 0).toBeGreaterThan((above?.y ?? 0) + 200)
    }).toPass()
    expect(await pupil.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
})
