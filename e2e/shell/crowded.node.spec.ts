import { expectCrowdedWeekReadable } from '../support/crowdedWeek.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

// The odd class has a crowded week.
test.use({ faults: true })

// timetable.node.spec.ts checks one desk and one phone in English.
for (const language of ['en', 'de']) {
  test(`substitutions of a crowded week can be read at every width, ${language}`, { tag: '@rest' }, async ({
    page,
  }) => {
    await enterAs(page, 'kern')
    await page.evaluate(chosen => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
    }, language)
    await expectCrowdedWeekReadable(page, [1280, 1024, 768, 360])
  })
}
