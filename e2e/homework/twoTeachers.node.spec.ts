import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
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
  (await page
    .getByRole('button', { name: /^Replace it with mine/ })
    .first()
    .isVisible())

test('the second of two teachers sees both versions', async ({ page, context, host, node, openBrowser }) => {
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
  const discard = panel.getByRole('button', { name: /^Discard: / })
  await discard.first().click()
  await expect(discard).toHaveCount(0)
  await expect(panel.getByText('Jana: the fractions are right.')).toHaveCount(0)
  expect(readStoredCorrection(node, 1, name)).toMatchObject({
    teacher_correction: 'Omar: mind the signs.',
    corrections: 1,
  })
})

test('a teacher replaces the other version', async ({ page, context, host, node, openBrowser }) => {
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
  await page
    .getByRole('button', { name: /^Replace it with mine/ })
    .first()
    .click()
  await expect.poll(() => readStoredCorrection(node, 1, name)?.teacher_correction).toBe('Mine.')
})

const pupilLink = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Pupils' }).getByRole('link', { name: new RegExp(`^${name}`) })
const openedByMark = (page: Page, name: string) =>
  pupilLink(page, name).getByTitle('Omar Ruiz has this pupil open')
const openedByLine = (page: Page, teacher: string) =>
  page.getByRole('status').filter({ hasText: `${teacher} has this pupil open` })

test('each teacher sees which pupil the other has open', async ({ page, context, host, openBrowser }) => {
  const announced = page.waitForResponse(
    response => response.request().method() === 'PUT' && response.url().endsWith('/marking'),
  )
  await enterAtDesk(page, 1, 1)
  await announced
  const name = (await openPupilHeading(page).textContent()) ?? ''
  const otherBrowser = await openBrowser()
  const otherPage = await otherBrowser.newPage()
  await enterAs(otherPage, 'ruiz', page.url())
  await expect(openedByLine(otherPage, 'Jana Albrecht')).toBeVisible()
  // A page that was just opened fetches changes within half a minute.
  const waitUntil = (condition: () => Promise<boolean>, step = 5000) =>
    advanceClocksUntil(context, host, condition, step)
  await waitUntil(() => openedByLine(page, 'Omar Ruiz').isVisible())
  await expect(pupilLink(page, name)).toHaveAccessibleName(/, Omar Ruiz has this pupil open/)
  await expectAccessible(page, 'the desk with another teacher')
  for (const each of [page, otherPage]) await expect(correctionText(each)).toBeEditable()

  await otherPage.getByRole('button', { name: 'Next pupil' }).click()
  await expect(openPupilHeading(otherPage)).not.toHaveText(name)
  const nextName = (await openPupilHeading(otherPage).textContent()) ?? ''
  await waitUntil(() => openedByMark(page, nextName).isVisible())
  await expect(openedByLine(page, 'Omar Ruiz')).toHaveCount(0)

  // Without a renewal, the name disappears.
  await otherBrowser.close()
  await waitUntil(async () => (await openedByMark(page, nextName).count()) === 0, 15_000)
})
