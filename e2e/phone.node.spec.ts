import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expectFitting } from './fitting.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { accessScreens } from './screens/accessScreens.ts'
import { correctingScreens } from './screens/correctingScreens.ts'
import { fileScreens } from './screens/fileScreens.ts'
import { publicScreens } from './screens/publicScreens.ts'
import { signedInScreens } from './screens/signedInScreens.ts'
import { inParts, type Visit } from './screens/visit.ts'
import { enterAs } from './signInAs.ts'

test.use({ faults: true })

// The longer words on the narrowest phone that is still about; English at 360 is walked in accessibility.node.spec.ts.
const width = 320
const phone = { width, height: 740 }
const tablet = { width: 768, height: 1024 }
const desk = { width: 1280, height: 800 }
const words = { themes: ['light'], colours: false } as const

async function speakGerman(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('staffroom.settings', JSON.stringify({ language: 'de' }))
  })
}

async function walk(page: Page, screens: readonly Visit[]): Promise<void> {
  for (const { state, go, floats } of screens) {
    await test.step(state, async () => {
      await page.setViewportSize(phone)
      await go(page)
      await expectFitting(page, `${state}, German, ${width}`)
      await expectAccessible(page, `${state}, German, ${width}`, words)
      await page.setViewportSize(tablet)
      if (floats) await go(page)
      await expectFitting(page, `${state}, German, on a tablet`)
      await page.setViewportSize(desk)
      if (floats) await go(page)
      await expectAccessible(page, `${state}, German, on a desk`, words)
    })
  }
}

const nothing = `in German nothing scrolls sideways on a phone ${width} wide, and axe finds nothing`

for (const { from, part } of inParts([...signedInScreens, ...publicScreens])) {
  test(`${nothing}, from “${from}” on`, async ({ page, guard }) => {
    test.setTimeout(300_000)
    guard.allow(statusLines(400, 404))
    await enterAs(page, 'kern')
    await speakGerman(page)
    await walk(page, part)
  })
}

for (const { from, part } of inParts([...correctingScreens, ...fileScreens, ...accessScreens])) {
  test(`${nothing} of correcting, files and access, from “${from}” on`, async ({ page, guard }) => {
    test.setTimeout(300_000)
    guard.allow(statusLines(403))
    await enterAs(page, 'albrecht')
    await speakGerman(page)
    await walk(page, part)
  })
}
