import { expect, type Page } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import {
  correctionText,
  enterAtDesk,
  expectDraftSaved,
  openPupilHeading,
  passUndoTime,
  pointsField,
  readStoredCorrection,
  returnNextButton,
} from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

/** In the list after the return, or in the form if the page knew the other version. */
const needsDecision = async (page: Page, name: string) =>
  (await page.getByRole('link', { name: new RegExp(`^${name}.*Needs attention`) }).isVisible()) ||
  (await page.getByRole('button', { name: 'Return mine instead' }).isVisible())

test('the second of two teachers sees both versions', { tag: '@rest' }, async ({
  page,
  context,
  host,
  node,
  openBrowser,
}) => {
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  const url = page.url()
  const otherBrowser = await openBrowser()
  const otherPage = await otherBrowser.newPage()
  await enterAs(otherPage, 'ruiz', url)
  await expect(openPupilHeading(otherPage)).toHaveText(name)

  await correctionText(page).fill('Jana: the fractions are right.')
  await expectDraftSaved(page)
  await correctionText(otherPage).fill('Omar: mind the signs.')
  await pointsField(otherPage).fill('9')
  await returnNextButton(otherPage).click()
  await passUndoTime(otherPage, host)
  await expect
    .poll(() => readStoredCorrection(node, 1, name)?.teacher_correction)
    .toBe('Omar: mind the signs.')

  await returnNextButton(page).click()
  await advanceClocksUntil(context, host, () => needsDecision(page, name))
  expect(readStoredCorrection(node, 1, name)).toMatchObject({
    teacher_correction: 'Omar: mind the signs.',
    points: 9,
  })
  await page.goto(url)
  const panel = page.getByRole('main')
  await expect(panel.getByText('Omar: mind the signs.').first()).toBeVisible()
  await expect(panel.getByText('Jana: the fractions are right.').first()).toBeVisible()
  const keepTheirs = panel.getByRole('button', { name: 'Keep theirs' })
  await keepTheirs.click()
  await expect(keepTheirs).toHaveCount(0)
  await expect(panel.getByText('Jana: the fractions are right.').first()).toBeVisible()
  expect(readStoredCorrection(node, 1, name)).toMatchObject({
    teacher_correction: 'Omar: mind the signs.',
    corrections: 1,
  })
})

test('a teacher replaces the other version', { tag: '@rest' }, async ({
  page,
  context,
  host,
  node,
  openBrowser,
}) => {
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  const url = page.url()
  const otherBrowser = await openBrowser()
  const otherPage = await otherBrowser.newPage()
  await enterAs(otherPage, 'ruiz', url)
  await correctionText(page).fill('Mine.')
  await expectDraftSaved(page)
  await correctionText(otherPage).fill('Theirs.')
  await returnNextButton(otherPage).click()
  await passUndoTime(otherPage, host)
  await expect.poll(() => readStoredCorrection(node, 1, name)?.teacher_correction).toBe('Theirs.')
  await returnNextButton(page).click()
  await advanceClocksUntil(context, host, () => needsDecision(page, name))
  await page.goto(url)
  await page.getByRole('button', { name: 'Return mine instead' }).click()
  await expect.poll(() => readStoredCorrection(node, 1, name)?.teacher_correction).toBe('Mine.')
})
