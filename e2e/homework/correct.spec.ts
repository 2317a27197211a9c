import { expect } from '@playwright/test'
import {
  correctedLink,
  correctionText,
  enterAtDesk,
  openPupilHeading,
  passUndoTime,
  pointsField,
  readStoredCorrections,
} from '../support/desk.ts'
import { test } from '../support/fixtures.ts'

test.use({ demoTime: 'wednesday' })

test('ten pupils are corrected by keyboard', { tag: '@main' }, async ({ page, host }) => {
  await enterAtDesk(page, 1, 1)
  await test.step('j, k and Back change the pupil', async () => {
    const first = (await openPupilHeading(page).textContent()) ?? ''
    await page.keyboard.press('j')
    await expect(openPupilHeading(page)).not.toHaveText(first)
    const second = (await openPupilHeading(page).textContent()) ?? ''
    await page.keyboard.press('k')
    await expect(openPupilHeading(page)).toHaveText(first)
    await page.goBack()
    await expect(openPupilHeading(page)).toHaveText(second)
  })
  await test.step('invalid points are refused at the field', async () => {
    const name = (await openPupilHeading(page).textContent()) ?? ''
    const pointsError = page.getByText('Points must be a number, 0 or more, like 12.5.')
    for (const invalid of ['-1', 'NaN', '1e3', '12,5,1', 'five']) {
      await pointsField(page).fill('')
      await expect(pointsError).toHaveCount(0)
      await pointsField(page).fill(invalid)
      await page.keyboard.press('Control+Enter')
      await expect(pointsError).toBeVisible()
      await expect(openPupilHeading(page)).toHaveText(name)
    }
    if (host.node)
      expect(readStoredCorrections(host.node, 1).every(({ corrections }) => corrections === 0)).toBe(true)
    await pointsField(page).fill('')
    // Shortcuts work outside fields only.
    await page.keyboard.press('Escape')
  })
  await test.step('ten pupils are corrected', async () => {
    const corrected: { name: string; text: string; points: number }[] = []
    for (let index = 0; index < 10; index += 1) {
      const name = (await openPupilHeading(page).textContent()) ?? ''
      const text = `Numbers 1 to ${index + 1} are right.`
      const points = index + 0.5
      await page.keyboard.press('c')
      await expect(correctionText(page)).toBeFocused()
      await page.keyboard.type(text)
      await page.keyboard.press('Escape')
      await page.keyboard.press('p')
      await expect(pointsField(page)).toBeFocused()
      await page.keyboard.type(String(points).replace('.', ','))
      await page.keyboard.press('Control+Enter')
      corrected.push({ name, text, points })
      await expect(openPupilHeading(page)).not.toHaveText(name)
      await expect(correctionText(page)).toHaveValue('')
    }
    expect(new Set(corrected.map(({ name }) => name)).size).toBe(10)
    await expect(page.getByRole('complementary', { name: 'Pupils' })).toContainText('of')
    // The list renders only the rows in view, and the marked ones are last.
    await page.setViewportSize({ width: 1280, height: 1600 })
    await passUndoTime(page, host)
    for (const { name, points } of corrected) {
      await expect(correctedLink(page, name)).toContainText(String(points))
    }
    const { node } = host
    if (!node) return
    await expect
      .poll(() =>
        readStoredCorrections(node, 1)
          .filter(({ corrections }) => corrections > 0)
          .map(({ name, teacher_correction, points, corrections }) => ({
            name,
            text: teacher_correction,
            points,
            corrections,
          }))
          .sort((a, b) => (a.points ?? 0) - (b.points ?? 0)),
      )
      .toEqual(corrected.map(each => ({ ...each, corrections: 1 })))
  })
})
