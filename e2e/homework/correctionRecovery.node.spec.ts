import { expect, type Page } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import {
  correctedLink,
  correctionText,
  enterAtDesk,
  expectDraftSaved,
  expectStoredOnce,
  faultClass,
  openPupilHeading,
  passUndoTime,
  readStoredCorrection,
  readStoredCorrections,
  returnNextButton,
} from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { offlineErrors, statusErrors } from '../support/guard.ts'
import { password } from '../support/people.ts'
import { hour, minute } from '../support/schoolClock.ts'

test.use({ faults: true })

test('a correction draft survives a killed page', async ({ page, context }) => {
  await enterAtDesk(page, 1, 1)
  const url = page.url()
  await correctionText(page).pressSequentially('In no. 4 you added numerators and denominators.')
  await expectDraftSaved(page)
  // A crash of the renderer fires no pagehide or unload event.
  const crashed = page.waitForEvent('crash')
  page.goto('chrome://crash').catch(() => undefined)
  await crashed
  await page.close()
  const reopened = await context.newPage()
  await reopened.goto(url)
  await expect(correctionText(reopened)).toHaveValue('In no. 4 you added numerators and denominators.')
})

test('a page killed while sending a correction sends it once', async ({
  page,
  context,
  host,
  node,
  guard,
}) => {
  guard.allow(statusErrors(502, 503, 504))
  await enterAtDesk(page, faultClass, 111)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  await correctionText(page).fill('Never answered, and yet it arrives.')
  await returnNextButton(page).click()
  await passUndoTime(page, host)
  await expect
    .poll(() => readStoredCorrections(node, 111).filter(submission => submission.corrections > 0).length)
    .toBe(1)
  const crashed = page.waitForEvent('crash')
  page.goto('chrome://crash').catch(() => undefined)
  await crashed
  await page.close()
  const reopened = await context.newPage()
  await reopened.goto(`/classes/${faultClass}/homework/111/submissions`)
  await expect(openPupilHeading(reopened)).toBeVisible()
  await advanceClocksUntil(context, host, () => correctedLink(reopened, name).isVisible())
  await expectStoredOnce(node, 111, name, { text: 'Never answered, and yet it arrives.' })
})

test('corrections returned offline are sent when online', async ({ page, context, host, node, guard }) => {
  guard.allow(offlineErrors)
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  await context.setOffline(true)
  await correctionText(page).fill('Written on the train.')
  await returnNextButton(page).click()
  await expect(page.getByText(/, 1 waiting$/).filter({ visible: true })).toBeVisible()
  await passUndoTime(page, host)
  expect(readStoredCorrections(node, 1).every(submission => submission.corrections === 0)).toBe(true)
  await context.setOffline(false)
  await advanceClocksUntil(context, host, () => readStoredCorrection(node, 1, name)?.corrections === 1)
  await expectStoredOnce(node, 1, name, { text: 'Written on the train.' })
  await expect(page.getByText(/waiting/)).toHaveCount(0)
})

test('a correction draft survives the end of the session', async ({ page, context, host, node, guard }) => {
  guard.allow(statusErrors(401))
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  await correctionText(page).fill('Half a sent')
  await expectDraftSaved(page)
  await advanceClocks(context, host, 2 * hour)
  await advanceClocks(context, host, 5 * minute)
  const signedOutDialog = page.getByRole('dialog', { name: 'You were signed out' })
  await expect(signedOutDialog).toBeVisible()
  await expect(correctionText(page)).toHaveValue('Half a sent')
  await signedOutDialog
    .getByRole('button', { name: /sign in/i })
    .first()
    .click()
  await page.getByLabel('Login name').fill('albrecht')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in and allow' }).click()
  await expect(openPupilHeading(page)).toHaveText(name)
  await expect(correctionText(page)).toHaveValue('Half a sent')
  await correctionText(page).pressSequentially('ence.')
  await returnNextButton(page).click()
  await passUndoTime(page, host)
  await expectStoredOnce(node, 1, name, { text: 'Half a sentence.' })
})

test('Return pressed twice in two tabs returns once', async ({ page, context, host, node }) => {
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(openPupilHeading(other)).toHaveText(name)
  await correctionText(page).fill('Once.')
  await expectDraftSaved(page)
  await expect(correctionText(other)).toHaveValue('Once.')
  // The button is missing if the correction is already returned.
  const pressTwice = (tab: Page) =>
    returnNextButton(tab)
      .dblclick({ timeout: 5000 })
      .catch(() => undefined)
  await Promise.all([pressTwice(page), pressTwice(other)])
  // On a busy machine the undo period may be over.
  await expect(correctedLink(page, name)).toBeVisible()
  await advanceClocks(context, host, 10_000)
  await expectStoredOnce(node, 1, name, { text: 'Once.' })
  // The second click lands on the next pupil. It must not return a correction.
  expect(readStoredCorrections(node, 1).filter(submission => submission.corrections > 0)).toHaveLength(1)
})
