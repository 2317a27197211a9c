import { expect } from '@playwright/test'
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
  pointsField,
  readStoredCorrection,
  returnNextButton,
} from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'

test.use({ faults: true })

test.use({ demoTime: 'wednesday' })

/** Homework whose first correction of each pupil fails, and the logged statuses. */
const faults = [
  { id: 101, fault: 'the response is lost behind a 502', statuses: [502] },
  { id: 102, fault: 'the response breaks off', statuses: [] },
  { id: 103, fault: 'a 500 before anything was stored', statuses: [500] },
  { id: 104, fault: 'a 429 with Retry-After', statuses: [429] },
  { id: 106, fault: 'a token that is refused once', statuses: [401] },
]

for (const { id, fault, statuses } of faults) {
  test(`${fault}: each correction is stored once`, async ({ page, context, host, node, guard }) => {
    guard.allow(statusErrors(...statuses, 599))
    guard.allow(
      /ERR_(?:FAILED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE|HTTP2|CONNECTION)/,
    )
    await enterAtDesk(page, faultClass, id)
    const corrected: { name: string; text: string; points: number }[] = []
    for (const points of [3, 12.5]) {
      const name = (await openPupilHeading(page).textContent()) ?? ''
      const text = `${name}: well done.`
      await correctionText(page).fill(text)
      await pointsField(page).fill(String(points))
      await returnNextButton(page).click()
      await expect(openPupilHeading(page)).not.toHaveText(name)
      corrected.push({ name, text, points })
    }
    await passUndoTime(page, host)
    const expectShown = async () => {
      for (const { name, points } of corrected)
        await expect(correctedLink(page, name)).toContainText(String(points))
    }
    await advanceClocksUntil(context, node, async () => {
      // The list may show it as marked while the app verifies the response.
      const counts = await Promise.all(
        corrected.map(({ name, points }) =>
          correctedLink(page, name)
            .filter({ hasText: String(points) })
            .count(),
        ),
      )
      const isStored = ({ name }: { name: string }) => readStoredCorrection(node, id, name)?.corrections === 1
      return counts.every(count => count === 1) && corrected.every(isStored)
    })
    await expectShown()
    for (const { name, ...correction } of corrected) {
      await expectStoredOnce(node, id, name, correction)
    }
    await expect(page.getByText(/waiting/)).toHaveCount(0)
    await page.reload()
    await expectShown()
  })
}

test('a reload restores a correction draft', async ({ page }) => {
  await enterAtDesk(page, 1, 1)
  const name = (await openPupilHeading(page).textContent()) ?? ''
  await correctionText(page).pressSequentially('In no. 4 you added the denominators.')
  await pointsField(page).fill('7,5')
  await expectDraftSaved(page)
  await page.reload()
  await expect(openPupilHeading(page)).toHaveText(name)
  await expect(correctionText(page)).toHaveValue('In no. 4 you added the denominators.')
  await expect(pointsField(page)).toHaveValue('7,5')
})
