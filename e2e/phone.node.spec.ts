import type { Page } from '@playwright/test'
import { expectFitting } from './fitting.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { accessScreens } from './screens/accessScreens.ts'
import { correctingScreens } from './screens/correctingScreens.ts'
import { fileScreens } from './screens/fileScreens.ts'
import { publicScreens } from './screens/publicScreens.ts'
import { signedInScreens } from './screens/signedInScreens.ts'
import type { Visit } from './screens/visit.ts'
import { enterAs } from './signInAs.ts'

// The longer words on the narrowest phone that is still about; English at 360 is walked in accessibility.node.spec.ts.
const width = 320

async function speakGerman(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('staffroom.settings', JSON.stringify({ language: 'de' }))
  })
  await page.setViewportSize({ width, height: 740 })
}

async function walk(page: Page, screens: readonly Visit[]): Promise<void> {
  for (const { state, go } of screens) {
    await test.step(state, async () => {
      await go(page)
      await expectFitting(page, `${state}, German, ${width}`)
    })
  }
}

test(`nothing scrolls sideways on a phone ${width} wide, in German`, async ({ page, guard }) => {
  test.setTimeout(360_000)
  guard.allow(statusLines(400, 404))
  await enterAs(page, 'kern')
  await speakGerman(page)
  await walk(page, [...signedInScreens, ...publicScreens])
})

test(`nothing of correcting, files and access scrolls sideways on a phone ${width} wide, in German`, async ({
  page,
  guard,
}) => {
  test.setTimeout(360_000)
  guard.allow(statusLines(403))
  await enterAs(page, 'albrecht')
  await speakGerman(page)
  await walk(page, [...correctingScreens, ...fileScreens, ...accessScreens])
})
