import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { test } from '../support/fixtures.ts'
import { drawJpeg, drawPhoto, drawPng, heicPhoto, readStoredPhoto } from '../support/photos/photos.ts'
import { enterAs } from '../support/signInAs.ts'

const handInForm = (page: Page) => page.getByRole('form', { name: 'Hand in' })
const photoRow = (page: Page, name: string) =>
  handInForm(page).getByRole('list', { name: 'Photos' }).getByRole('listitem').filter({ hasText: name })
const expectOrder = (page: Page, ...names: string[]) =>
  expect(handInForm(page).getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveText(
    names.map((name, index) => new RegExp(`Page ${index + 1}.*${name}`)),
  )
const addFiles = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type="file"]').first().setInputFiles(files)

async function downloadHandedIn(page: Page, name: string): Promise<Buffer> {
  await page.getByRole('list', { name: 'Your files' }).getByRole('button', { name }).click()
  const downloading = page.waitForEvent('download')
  await page
    .getByRole('link', { name: 'Download' })
    .or(page.getByRole('button', { name: 'Download' }))
    .click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(name)
  return readFileSync(await download.path())
}

test('photos are handed in upright, small, in order and without the place', { tag: '@main' }, async ({
  page,
}) => {
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  const sideways = await drawJpeg(page, { width: 4032, height: 3024, exif: { orientation: 6 } })
  expect(sideways.includes('Exif')).toBe(true)
  const small = await drawJpeg(page, { width: 800, height: 600 })

  await test.step('the form shows pictures, sizes and pages', async () => {
    await addFiles(
      page,
      { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: sideways },
      { name: 'IMG_2.heic', mimeType: 'image/heic', buffer: heicPhoto },
      { name: 'IMG_3.jpg', mimeType: 'image/jpeg', buffer: small },
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') },
    )
    await expect(photoRow(page, 'IMG_1.jpg')).toContainText('3,024 × 4,032, now 2,250 × 3,000')
    await expect(photoRow(page, 'IMG_2.heic')).toContainText('64 × 48')
    await expect(photoRow(page, 'broken.jpg').getByRole('status')).toHaveText(/^broken.jpg can’t be opened/)
    for (const name of ['IMG_1.jpg', 'IMG_2.heic', 'IMG_3.jpg']) {
      await expect(photoRow(page, name).locator('img')).toBeVisible()
    }
    await expectAccessible(page, 'photos in the form')
  })

  await test.step('pages are moved with buttons and by dragging', async () => {
    await photoRow(page, 'IMG_2.heic').getByRole('button', { name: 'Move IMG_2.heic up' }).press('Enter')
    await expectOrder(page, 'IMG_2.heic', 'IMG_1.jpg', 'IMG_3.jpg', 'broken.jpg')
    await expect(page.getByText('IMG_2.heic is now page 1 of 4.')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Move IMG_2.heic up' })).toBeFocused()
    await page.getByRole('button', { name: 'Move IMG_1.jpg down' }).click()
    await expectOrder(page, 'IMG_2.heic', 'IMG_3.jpg', 'IMG_1.jpg', 'broken.jpg')
    await photoRow(page, 'IMG_3.jpg').locator('img').hover()
    await page.mouse.down()
    const target = await photoRow(page, 'IMG_2.heic').locator('img').boundingBox()
    if (!target) throw new Error('the first photo has no picture')
    await page.mouse.move(target.x + 10, target.y + 10, { steps: 5 })
    await page.mouse.up()
    await expectOrder(page, 'IMG_3.jpg', 'IMG_2.heic', 'IMG_1.jpg', 'broken.jpg')
  })

  await test.step('order, prepared photos and originals survive a reload', async () => {
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
    await page.reload()
    await expectOrder(page, 'IMG_3.jpg', 'IMG_2.heic', 'IMG_1.jpg', 'broken.jpg')
    await expect(photoRow(page, 'IMG_1.jpg')).toContainText('3,024 × 4,032, now 2,250 × 3,000')
    const originals = page.getByRole('checkbox', { name: 'Hand in the original photos' })
    await originals.check()
    await expect(photoRow(page, 'IMG_1.jpg')).not.toContainText('now')
    await originals.uncheck()
    await expect(photoRow(page, 'IMG_1.jpg')).toContainText('now 2,250 × 3,000')
  })

  await test.step('the service receives upright JPEGs without the place', async () => {
    await handInForm(page).getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(page.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Your files' }).getByRole('listitem')).toHaveText([
      /Page 1 IMG_3\.jpg/,
      /Page 2 IMG_2\.jpg/,
      /Page 3 IMG_1\.jpg/,
      /Page 4 broken\.jpg/,
      /notes\.txt/,
    ])
    const turned = await downloadHandedIn(page, 'Page 3 IMG_1.jpg')
    expect(turned.includes('Exif')).toBe(false)
    expect(await readStoredPhoto(page, turned)).toEqual({
      width: 2250,
      height: 3000,
      quarters: ['white', 'red', 'white', 'white'],
    })
    const converted = await downloadHandedIn(page, 'Page 2 IMG_2.jpg')
    expect(await readStoredPhoto(page, converted)).toEqual({
      width: 64,
      height: 48,
      quarters: ['red', 'white', 'white', 'blue'],
    })
  })
})

test('original photos are handed in on request', async ({ page }) => {
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  const original = await drawJpeg(page, { width: 3200, height: 100, exif: { orientation: 3 } })
  await addFiles(page, { name: 'strip.jpg', mimeType: 'image/jpeg', buffer: original })
  await page.getByRole('checkbox', { name: 'Hand in the original photos' }).check()
  await handInForm(page).getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
  expect(await downloadHandedIn(page, 'strip.jpg')).toEqual(original)
})

test('PNG and WebP photos are handed in small and without the place too', async ({ page }) => {
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  const placed = await drawPng(page, { width: 80, height: 60, exif: { orientation: 6 } })
  expect(placed.includes('eXIf')).toBe(true)
  const wide = await drawPhoto(page, 'image/webp', { width: 4000, height: 100 })
  await addFiles(
    page,
    { name: 'placed.png', mimeType: 'image/png', buffer: placed },
    { name: 'wide.webp', mimeType: 'image/webp', buffer: wide },
  )
  await expect(photoRow(page, 'placed.png')).toContainText('60 × 80')
  await expect(photoRow(page, 'wide.webp')).toContainText('4,000 × 100, now 3,000 × 75')
  await expect(handInForm(page).getByText(/^placed.png and wide.webp were turned upright/)).toBeVisible()

  await handInForm(page).getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
  const turned = await downloadHandedIn(page, 'Page 1 placed.png')
  expect(turned.includes('eXIf')).toBe(false)
  expect(await readStoredPhoto(page, turned)).toEqual({
    width: 60,
    height: 80,
    quarters: ['white', 'red', 'white', 'white'],
  })
  const scaled = await downloadHandedIn(page, 'Page 2 wide.webp')
  expect(await readStoredPhoto(page, scaled)).toMatchObject({ width: 3000, height: 75 })
})

test('the readable part of a photo that ends too early is handed in', async ({ page }) => {
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  const whole = await drawJpeg(page, { width: 800, height: 600, exif: { orientation: 6 } })
  const buffer = whole.subarray(0, Math.floor(whole.length * 0.8))
  await addFiles(page, { name: 'cut.jpg', mimeType: 'image/jpeg', buffer })
  await expect(photoRow(page, 'cut.jpg').getByRole('status')).toHaveText(/^The end of cut\.jpg is missing/)
  await expect(photoRow(page, 'cut.jpg')).toContainText('600 × 800')
})
