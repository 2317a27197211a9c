import { expect } from '@playwright/test'
import { correctedLink, correctionText, heldAt, openDesk, pointsField, pupilOpen } from './desk.ts'
import { test } from './fixtures.ts'
import { enterAs } from './signInAs.ts'

test.use({ demoTime: 'wednesday' })

// No mouse: nothing here clicks.
test('ten pupils are corrected by keyboard alone', async ({ page, host }) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  const corrected: { name: string; text: string; points: number }[] = []
  for (let turn = 0; turn < 10; turn += 1) {
    const name = (await pupilOpen(page).textContent()) ?? ''
    const text = `Numbers 1 to ${turn + 1} are right.`
    const points = turn + 0.5
    await page.keyboard.press('c')
    await expect(correctionText(page)).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await expect(pointsField(page)).toBeFocused()
    await page.keyboard.type(String(points).replace('.', ','))
    await page.keyboard.press('Control+Enter')
    corrected.push({ name, text, points })
    await expect(pupilOpen(page)).not.toHaveText(name)
    await expect(correctionText(page)).toHaveValue('')
  }
  expect(new Set(corrected.map(({ name }) => name)).size).toBe(10)
  await expect(page.getByRole('complementary', { name: 'Pupils' })).toContainText('of')
  for (const { name, points } of corrected) {
    await expect(correctedLink(page, name)).toContainText(String(points))
  }
  const { node } = host
  if (!node) return
  await expect
    .poll(() =>
      heldAt(node, 1)
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

test('pupils are gone through and found by keys', { tag: '@node' }, async ({ page }) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  const first = (await pupilOpen(page).textContent()) ?? ''
  await page.keyboard.press('j')
  await expect(pupilOpen(page)).not.toHaveText(first)
  const second = (await pupilOpen(page).textContent()) ?? ''
  await page.keyboard.press('k')
  await expect(pupilOpen(page)).toHaveText(first)
  await page.goBack()
  await expect(pupilOpen(page)).toHaveText(second)
})

test('the points are refused beside the field, and nothing is sent', { tag: '@node' }, async ({
  page,
  host,
}) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  const name = (await pupilOpen(page).textContent()) ?? ''
  const refused = page.getByText('Points must be a number, 0 or more, like 12.5.')
  for (const wrong of ['-1', 'NaN', '1e3', '12,5,1', 'five']) {
    // Nothing is said of what is none yet: the sentence is about this one.
    await pointsField(page).fill('')
    await expect(refused).toHaveCount(0)
    await pointsField(page).fill(wrong)
    await page.keyboard.press('Control+Enter')
    await expect(refused).toBeVisible()
    await expect(pupilOpen(page)).toHaveText(name)
  }
  if (host.node) expect(heldAt(host.node, 1).every(({ corrections }) => corrections === 0)).toBe(true)
})
