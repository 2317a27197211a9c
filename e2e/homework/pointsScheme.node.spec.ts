import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import {
  correctionText,
  enterAtDesk,
  expectDraftSaved,
  openPupilHeading,
  passUndoTime,
  pointsField,
  readStoredCorrection,
} from '../support/desk.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import { expectVisibleFocus } from '../support/keyboardOnly.ts'
import { enterAs } from '../support/signInAs.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Points scheme' })
const line = (page: Page, label: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${label}: points, at most`) })
const result = '1a 2/2 · 1b 1.5/3 · 2 9/10 · 12.5 of 15'

test('a points scheme is written once and filled in by keyboard', { tag: '@main' }, async ({
  page,
  host,
  node,
  openBrowser,
}) => {
  await test.step('write the scheme', async () => {
    await enterAtDesk(page, 1, 1, 13)
    await page.getByRole('button', { name: 'Points scheme' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('textbox', { name: 'Lines' })).toBeFocused()
    await page.keyboard.type('1a 2\n1b three')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page).getByText(/Line 2: “.*three.*” is not a number/)).toBeVisible()
    await expectAccessible(page, 'dialog of a points scheme')
    for (let press = 0; press < 'three'.length; press += 1) await page.keyboard.press('Backspace')
    await page.keyboard.type('3\n2 10')
    await expect(dialog(page).getByText('3 lines, 15 points.')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toHaveCount(0)
    await expect(line(page, '1a')).toBeVisible()
  })

  await test.step('mark two pupils by keyboard alone', async () => {
    await expect(openPupilHeading(page)).toHaveText('Mika Sommer')
    await page.keyboard.press('s')
    await expect(line(page, '1a')).toBeFocused()
    await expectVisibleFocus(page)
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await page.keyboard.type('1,5')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type('9')
    await page.keyboard.press('Enter')
    await expect(pointsField(page)).toBeFocused()
    await expect(pointsField(page)).toHaveValue('12.5')
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.keyboard.type('Neat work.')
    await expect(page.getByText(result)).toBeVisible()
    await expectDraftSaved(page)
    await expectAccessible(page, 'filled points scheme')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectFitting(page, 'filled points scheme')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Control+Enter')
    await passUndoTime(page, host)
    await expect(openPupilHeading(page)).not.toHaveText('Mika Sommer')
    await expect(correctionText(page)).toHaveValue('')

    const name = (await openPupilHeading(page).textContent()) ?? ''
    await expect(line(page, '1a')).toHaveValue('')
    await page.keyboard.press('s')
    await expect(line(page, '1a')).toBeFocused()
    await page.keyboard.press('a')
    await expect(line(page, '1b')).toHaveValue('3')
    await page.keyboard.press('Control+Enter')
    await passUndoTime(page, host)
    await expect
      .poll(() => readStoredCorrection(node, 1, name)?.teacher_correction)
      .toBe('1a 2/2 · 1b 3/3 · 2 –/10 · 5 of 15')
    await expect
      .poll(() => readStoredCorrection(node, 1, 'Mika Sommer'))
      .toMatchObject({ teacher_correction: `Neat work.\n\n${result}`, points: 12.5, corrections: 1 })
  })

  await test.step('the pupil sees the result', async () => {
    const context = await openBrowser()
    const pupil = await context.newPage()
    await enterAs(pupil, 'sommer', '/classes/1/homework/1')
    await expect(pupil.getByText(result)).toBeVisible()
    await context.close()
  })

  await test.step('the next homework of the subject', async () => {
    await page.goto('/classes/1/homework/7/submissions')
    await expect(
      page.getByText(/^Last used: “.*Fractions p\. 42.*”, 3 lines with 15 points\.$/),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Use it' }).click()
    await expect(line(page, '2')).toHaveValue('')
  })
})

test('a points scheme is passed on as a file, and changed', async ({ page }) => {
  const lines = dialog(page).getByRole('textbox', { name: 'Lines' })
  const press = (name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
  await enterAtDesk(page, 1, 1, 13)
  await page.getByRole('button', { name: 'Points scheme' }).click()

  await test.step('open the file of a colleague', async () => {
    const choosing = page.waitForEvent('filechooser')
    await press('Open a file')
    const buffer = Buffer.from('1a 2\r\n1b 3\r\n2 10\r\n')
    await (await choosing).setFiles({ name: 'scheme.txt', mimeType: 'text/plain', buffer })
    await expect(lines).toHaveValue('1a 2\n1b 3\n2 10')
    await press('Undo')
    await expect(lines).toHaveValue('')
    await lines.fill('1a 2\n1b 3\n2 10')
    const downloading = page.waitForEvent('download')
    await press('Save as file')
    expect((await downloading).suggestedFilename()).toBe('Points scheme Fractions p. 42.txt')
    await press('Save scheme')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('full points and other points', async () => {
    await page.getByRole('button', { name: 'All of 1' }).click()
    await expect(pointsField(page)).toHaveValue('5')
    await pointsField(page).fill('6')
    await page.getByRole('button', { name: 'Use 5' }).click()
    await expect(pointsField(page)).toHaveValue('5')
  })

  await test.step('a removed line', async () => {
    await page.getByRole('button', { name: 'Change the scheme' }).click()
    await lines.fill('1a 2')
    await press('Cancel')
    await expect(line(page, '1b')).toHaveValue('3')
    await page.getByRole('button', { name: 'Change the scheme' }).click()
    await lines.fill('1a 2\n2 10')
    await press('Save scheme')
    await expect(page.getByRole('region', { name: 'No longer in the scheme' })).toContainText('1b: 3 of 3')
    await page.getByRole('button', { name: 'Remove 1b' }).click()
    await expect(page.getByRole('region', { name: 'No longer in the scheme' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Change the scheme' }).click()
    await lines.fill('')
    await press('Remove scheme')
    await expect(dialog(page)).toHaveCount(0)
  })
})
