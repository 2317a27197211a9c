import { test } from './fixtures.ts'
import { expectFitting } from './fitting.ts'
import { statusLines } from './guard.ts'
import { publicScreens, signedInScreens } from './screens.ts'
import { signInAs } from './signInAs.ts'

test.use({ demoTime: 'wednesday' })

const speak = { English: 'en', German: 'de' } as const

for (const [name, language] of Object.entries(speak)) {
  for (const width of [360, 320]) {
    test(`nothing scrolls sideways on a phone ${width} wide, in ${name}`, async ({ page, guard }) => {
      test.setTimeout(120_000)
      guard.allow(statusLines(400, 404))
      await signInAs(page, 'kern')
      await page.evaluate(chosen => {
        localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
      }, language)
      await page.setViewportSize({ width, height: 740 })
      for (const { state, go } of [...signedInScreens, ...publicScreens]) {
        await test.step(state, async () => {
          await go(page)
          await expectFitting(page, `${state}, ${name}, ${width}`)
        })
      }
    })
  }
}
