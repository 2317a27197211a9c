import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { createPdf } from '../../src/school/createPdf.ts'
import { createLayeredPdf, createTestPdf } from '../../src/testing/createTestPdf.ts'
import { expectAccessible } from '../support/accessible.ts'
import { readStoredCorrection } from '../support/desk.ts'
import { expectFitting } from '../support/fitting.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { expectVisibleFocus } from '../support/keyboardOnly.ts'
import { enterAs } from '../support/signInAs.ts'

const papersPath = '/classes/1/homework/1/papers'

const pupilField = (page: Page, part: number) =>
  page.getByRole('combobox', { name: `Pupil of part ${part}`, exact: true })
const pointsField = (page: Page, part: number) =>
  page.getByRole('textbox', { name: `Points for part ${part}`, exact: true })
const part = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'Parts of the scan' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { level: 2, name: new RegExp(`^Part ${number}\\b`) }),
    })
const choosePdf = (page: Page, name: string, pages: readonly (readonly string[])[]) =>
  page.getByLabel('Scan of the pile').setInputFiles({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.from(createPdf(pages)),
  })

const test1 = ['Test 1', 'Name: ______', '3/4 + 1/8 = 7/8']
const test2 = ['Test 1, page 2', '1/2 of 10 is 5']

test('the scan of a marked pile is returned to the class', { tag: '@main' }, async ({
  page,
  host,
  node,
  openBrowser,
}) => {
  const handedIn = node.withSchool(database =>
    database
      .prepare(
        `select u.name from submissions s join users u on u.id = s.user_id
          where s.todo_id = 7 and s.submitted_at is not null`,
      )
      .all()
      .map(({ name }) => String(name)),
  )
  expect(handedIn).not.toContain('Aiko Tanaka')

  await test.step('the teacher opens it from the homework and splits the scan at blank pages', async () => {
    await enterAs(page, 'albrecht', '/classes/1/homework/7')
    await page.getByRole('link', { name: 'Paper tests' }).click()
    await expect(page.getByRole('heading', { name: 'Return marked paper tests' })).toBeVisible()
    await expectAccessible(page, 'papers without a scan')
    await choosePdf(page, 'pile.pdf', [test1, test2, [], test1, [], [], test1, test2])
    await expect(page.getByText('pile.pdf · 8 pages')).toBeVisible()
    await page.getByText('At blank pages').click()
    await page.getByRole('button', { name: 'Split', exact: true }).click()
    await expect(part(page, 3)).toContainText('pages 7 to 8')
    await expect(part(page, 1)).toContainText('pages 1 to 2')
    await expect(part(page, 2)).toContainText('page 4')
    await expect(part(page, 1).getByRole('button', { name: 'Page 3, left out' })).toBeVisible()
    await expect(part(page, 2).locator('img').first()).toBeVisible()
    await expect(page.getByRole('img', { name: 'Page 1 of 8' }).locator('canvas')).toBeVisible()
  })

  await test.step('parts are assigned by keyboard', async () => {
    await pupilField(page, 1).focus()
    await page.keyboard.type('tan')
    await expect(page.getByRole('option', { name: /^Aiko Tanaka/ })).toBeVisible()
    await expectAccessible(page, 'a part is assigned')
    await page.keyboard.press('Tab')
    await expect(pointsField(page, 1)).toBeFocused()
    await page.keyboard.type('12,5')
    await page.keyboard.press('Enter')
    await expect(pupilField(page, 2)).toBeFocused()
    await expectVisibleFocus(page)
    await page.keyboard.type('somm')
    await page.keyboard.press('Enter')
    await expect(pupilField(page, 3)).toBeFocused()
    await expect(page.getByText('2 of 3 ready')).toBeVisible()
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
  })

  await test.step('the work continues after a reload', async () => {
    await page.reload()
    await expect(pupilField(page, 1)).toHaveValue('Aiko Tanaka')
    await expect(pointsField(page, 1)).toHaveValue('12,5')
    await expect(pupilField(page, 2)).toHaveValue('Mika Sommer')
    await expect(part(page, 3).locator('img').first()).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page, 'papers')
    await part(page, 1).getByRole('button', { name: 'Page 2' }).click()
    await expect(
      page.getByRole('dialog').getByRole('img', { name: 'Page 2 of 8' }).locator('canvas'),
    ).toBeVisible()
    await expectFitting(page, 'a page of papers')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(readStoredCorrection(node, 7, 'Aiko Tanaka')?.teacher_correction ?? null).toBeNull()
  })

  await test.step('all assigned parts are returned, and the others stay', async () => {
    await page.getByRole('button', { name: 'Return all (2)' }).click()
    await expect(page.getByText(/^Returning 2 drafts in/)).toBeVisible()
    await advanceClocks(page.context(), host, 10_000)
    await expect(part(page, 1).getByText('Returned')).toBeVisible()
    await expect(part(page, 2).getByText('Returned')).toBeVisible()
    await expect(pupilField(page, 3)).toBeEditable()
    await expect
      .poll(() => readStoredCorrection(node, 7, 'Aiko Tanaka'))
      .toMatchObject({ teacher_correction: 'Your marked test is attached.', points: 12.5, corrections: 1 })
  })

  await test.step('the last part is returned, and the result names all pupils', async () => {
    await pupilField(page, 3).fill('horvat')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Return all (1)' }).click()
    await expect(page.getByText(/^Returning 1 draft in/)).toBeVisible()
    await expect(page.getByText(/ready$/)).toHaveCount(0)
    await advanceClocks(page.context(), host, 10_000)
    await expect(page.getByRole('heading', { name: '3 tests returned' })).toBeFocused()
    await expect(page.getByRole('row', { name: /^Aiko Tanaka/ })).toContainText('12.5')
    await expectAccessible(page, 'returned papers')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page, 'returned papers')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Another scan' }).click()
    await expect(page.getByLabel('Scan of the pile')).toBeAttached()
  })

  await test.step('a pupil who has not handed in opens the pages', async () => {
    const context = await openBrowser()
    const pupil = await context.newPage()
    await enterAs(pupil, 'tanaka', '/classes/1/homework/7')
    await expect(pupil.getByText('Your marked test is attached.')).toBeVisible()
    await expect(pupil.getByRole('img', { name: 'Page 2 of 2' })).toBeAttached()
    const downloading = pupil.waitForEvent('download')
    await pupil
      .getByRole('link', { name: 'Download' })
      .or(pupil.getByRole('button', { name: 'Download' }))
      .click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Marked test.pdf')
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
})

test('unsuitable scans and many pages', async ({ page }) => {
  await enterAs(page, 'albrecht', papersPath)
  const choose = (name: string, content: string | Uint8Array) =>
    page
      .getByLabel('Scan of the pile')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) })
  await choose('broken.pdf', '%PDF-1.4 nothing more')
  await expect(page.getByRole('alert')).toHaveText(/^The PDF is damaged/)
  // A scanner was switched off, or the download was interrupted.
  const complete = createTestPdf([{ text: 'Test 1' }, { text: 'Test 2' }], 'owner')
  await choose('cut off.pdf', complete.subarray(0, complete.length * 0.8))
  await expect(page.getByRole('alert')).toHaveText(/^The PDF is damaged/)
  await choose('locked.pdf', createTestPdf([{ text: 'Test 1' }], 'owner', 'secret'))
  await expect(page.getByRole('alert')).toHaveText(
    'The PDF has a password. Save it without one, then choose it again.',
  )
  await choose('notes.pdf', 'not a PDF')
  await expect(page.getByRole('alert')).toHaveText('notes.pdf is neither a PDF nor a photo.')
  // Anyone may open it, although its text is encrypted.
  await choose('protected.pdf', complete)
  await expect(page.getByText('protected.pdf · 2 pages')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the scan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the scan' }).click()
  await choosePdf(
    page,
    'pile.pdf',
    Array.from({ length: 300 }, (_, index) => [`Page ${index + 1}`, ...test1]),
  )
  await expect(page.getByText('pile.pdf · 300 pages')).toBeVisible()
  await expect(page.getByText(/^150 parts for 28 pupils/)).toBeVisible()
  await page.getByText('At blank pages').click()
  await page.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(page.getByText(/^Looking for blank pages: [1-9]\d* of 300/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Looking for blank pages/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(page.getByText('The scan has no blank pages.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the scan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the scan' }).click()
  await expect(page.getByLabel('Scan of the pile')).toBeAttached()
})

test('pages whose document hides a layer are returned as pictures', async ({ page, host, node }) => {
  await enterAs(page, 'albrecht', '/classes/1/homework/7/papers')
  await page
    .getByLabel('Scan of the pile')
    .setInputFiles({ name: 'layers.pdf', mimeType: 'application/pdf', buffer: createLayeredPdf() })
  await pupilField(page, 1).fill('tanaka')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Return all (1)' }).click()
  await expect(page.getByText(/^Returning 1 draft in/)).toBeVisible()
  await advanceClocks(page.context(), host, 10_000)
  await expect(page.getByRole('heading', { name: '1 test returned' })).toBeVisible()
  const names = node.withSchool(database =>
    database
      .prepare(`select name from documents where name glob 'Page 1*' or name glob 'Marked test*'`)
      .all(),
  )
  expect(names.map(({ name }) => name)).toEqual(['Page 1.jpg'])
})
