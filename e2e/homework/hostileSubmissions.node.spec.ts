import { expect } from '@playwright/test'
import { hostileHomework } from '../../src/testing/faults/faults.ts'
import { hostileFiles, hostileRenderings } from '../../src/testing/faults/hostile.ts'
import { enterAtDesk, faultClass, openPupilHeading } from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { didHostileTextRun } from '../support/guard.ts'

test.use({ faults: true })

// A trace requests pictures that could not be decoded, which the policy reports.
test.use({ demoTime: 'wednesday', trace: 'off' })

// The guard fails on a dialog, a request to another origin, a policy violation and a console error. In `npm test`,
// hostileChat.node.spec.ts shows hostile renderings and viewer.node.spec.ts opens hostile files.
for (const [kind, id, names, files] of [
  ['renderings', hostileHomework.renderings, hostileRenderings.map(({ trick }) => trick), 0],
  ['files', hostileHomework.files, hostileFiles.map(({ trick }) => trick), 1],
] as const) {
  test(`${names.length} hostile ${kind} are harmless`, async ({ page }) => {
    test.setTimeout(180_000)
    await enterAtDesk(page, faultClass, id)
    const visitedNames = new Set<string>()
    for (let index = 0; index < names.length; index += 1) {
      const name = (await openPupilHeading(page).textContent()) ?? ''
      await test.step(`${index + 1}: ${name}`, async () => {
        visitedNames.add(name)
        const work = page.getByRole('region', { name: /^What .+ handed in$/ })
        await expect(work.getByRole('navigation', { name: 'Files' }).getByRole('button')).toHaveCount(files)
        await expect(work.getByText(/^Loading/)).toHaveCount(0)
        const forbiddenElements =
          'script, iframe, object, embed, form, base, meta, link, math, [onerror], [onload], [style*="url("]'
        await expect(work.locator(forbiddenElements)).toHaveCount(0)
        await expect(work.locator('a[href^="javascript:" i], a[href^="data:" i]')).toHaveCount(0)
        expect(await didHostileTextRun(page)).toBe(false)
      })
      if (index + 1 < names.length) {
        await page.keyboard.press('Escape')
        await page.keyboard.press('j')
        await expect(openPupilHeading(page)).not.toHaveText(name)
      }
    }
    expect(visitedNames.size).toBe(names.length)
  })
}
