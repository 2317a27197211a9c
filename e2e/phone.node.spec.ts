import { expectFitting } from './fitting.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { correctingScreens, publicScreens, signedInScreens } from './screens.ts'
import { signInAs } from './signInAs.ts'

const speak = { English: 'en', German: 'de' } as const

const phones = [
  ['English', 360],
  // The longer words on the narrowest phone that is still about.
  ['German', 320],
] as const

for (const [name, width] of phones) {
  test(`nothing scrolls sideways on a phone ${width} wide, in ${name}`, async ({ page, guard }) => {
    test.setTimeout(360_000)
    guard.allow(statusLines(400, 404))
    await signInAs(page, 'kern')
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, speak[name])
    await page.setViewportSize({ width, height: 740 })
    for (const { state, go } of [...signedInScreens, ...publicScreens]) {
      await test.step(state, async () => {
        await go(page)
        await expectFitting(page, `${state}, ${name}, ${width}`)
      })
    }
  })

  test(`nothing of correcting scrolls sideways on a phone ${width} wide, in ${name}`, async ({ page }) => {
    test.setTimeout(360_000)
    await signInAs(page, 'albrecht')
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, speak[name])
    await page.setViewportSize({ width, height: 740 })
    for (const { state, go } of correctingScreens) {
      await test.step(state, async () => {
        await go(page)
        await expectFitting(page, `${state}, ${name}, ${width}`)
      })
    }
  })
}
