import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import type { Login } from '../support/people.ts'
import { accessScreens } from '../support/screens/accessScreens.ts'
import { correctingScreens } from '../support/screens/correctingScreens.ts'
import { fileScreens } from '../support/screens/fileScreens.ts'
import { manifestScreens } from '../support/screens/manifestScreens.ts'
import { publicScreens } from '../support/screens/publicScreens.ts'
import { signedInScreens } from '../support/screens/signedInScreens.ts'
import { splitIntoParts, type Visit } from '../support/screens/visit.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ faults: true })

/** The narrowest phone, with the longer language. */
const narrow = { width: 320, height: 740 }
const phone = { width: 360, height: 740 }
const tablet = { width: 768, height: 1024 }
const desktop = { width: 1280, height: 800 }
const withoutColours = { themes: ['light'], colours: false } as const

type Part = { title: string; login?: Login; part: readonly Visit[]; refusals: number[] }

/** All screens and states in parts of a few minutes, by user. */
const parts: Part[] = [
  { title: 'signed out', part: publicScreens, refusals: [400, 404] },
  ...splitIntoParts(signedInScreens).map(({ from, part }) => ({
    ...{ title: `signed in, from “${from}” on`, part, refusals: [404] },
    login: 'kern' as const,
  })),
  // A teacher who may not see everything.
  ...splitIntoParts([...manifestScreens, ...correctingScreens, ...fileScreens, ...accessScreens]).map(
    ({ from, part }) => ({
      ...{ title: `class 8b, from “${from}” on`, part, refusals: [403] },
      login: 'albrecht' as const,
    }),
  ),
]

for (const { title, login, part, refusals } of parts) {
  test(`screens fit at every width and pass axe: ${title}`, async ({ page, guard }) => {
    test.setTimeout(400_000)
    guard.allow(statusErrors(...refusals))
    await start(page, login)
    for (const { state, go, floats } of part) {
      await test.step(state, async () => {
        await page.setViewportSize(narrow)
        await visitInLanguage('de', page, go)
        await expectFitting(page, `${state}, German, ${narrow.width} px`)
        await page.setViewportSize(tablet)
        if (floats) await go(page)
        await expectFitting(page, `${state}, German, ${tablet.width} px`)
        await page.setViewportSize(desktop)
        await visitInLanguage('en', page, go)
        await expectFitting(page, `${state}, ${desktop.width} px`)
        await expectAccessible(page, `${state}, ${desktop.width} px`)
        await page.setViewportSize(phone)
        if (floats) await go(page)
        await expectFitting(page, `${state}, ${phone.width} px`)
        await expectAccessible(page, `${state}, ${phone.width} px`, withoutColours)
      })
    }
  })
}

async function start(page: Page, login: Login | undefined): Promise<void> {
  if (login) await enterAs(page, login)
  else await page.goto('/sign-in')
}

/** Shows a screen in a language. */
async function visitInLanguage(language: 'en' | 'de', page: Page, go: Visit['go']): Promise<void> {
  await setLanguage(page, language)
  await go(page)
  await expectLanguage(page, language)
}

/** The visits accept both languages. */
const expectLanguage = (page: Page, language: 'en' | 'de') =>
  expect(page.locator('html')).toHaveAttribute('lang', language)

async function setLanguage(page: Page, language: 'en' | 'de'): Promise<void> {
  await page.evaluate(chosen => {
    localStorage.setItem('staffroom.settings', JSON.stringify({ language: chosen }))
  }, language)
}
