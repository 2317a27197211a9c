import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { lesson, madeUpPerson } from '../support/signInAs.ts'

// The sweeps of the Node host check every screen. This file checks the sign-in page and the bar above every screen,
// which only the demo has. The browser has no SharedWorker, so the school runs in the page.
test.use({ demoTime: 'wednesday' })

const bar = (page: Page) => page.getByRole('complementary', { name: 'Demo' })

test('the bar of the demo fits on a phone, is accessible and resets', async ({ page, guard }) => {
  // Requests that were sent just before the reset are refused after it.
  guard.allow(statusErrors(401))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await expect(madeUpPerson(page, 'albrecht')).toHaveAccessibleName(/ to mark$/)
  expect(await page.evaluate(() => 'SharedWorker' in window)).toBe(false)
  await expectFitting(page, 'sign-in')
  await expectAccessible(page, 'sign-in')
  await madeUpPerson(page, 'albrecht').click()
  await expect(lesson(page, /./).first()).toBeVisible()
  await expectFitting(page, 'timetable')
  await expectAccessible(page, 'timetable')
  await bar(page).getByRole('button', { name: 'reset', exact: true }).click()
  await expect(madeUpPerson(page, 'albrecht')).toBeVisible()
})

test('the bar of the demo fits on a desk and is accessible', { tag: '@rest' }, async ({ page }) => {
  await page.goto('/sign-in')
  await expect(madeUpPerson(page, 'albrecht')).toHaveAccessibleName(/ to mark$/)
  await expectFitting(page, 'sign-in')
  await expectAccessible(page, 'sign-in')
  await madeUpPerson(page, 'albrecht').click()
  await expect(lesson(page, /./).first()).toBeVisible()
  await expectFitting(page, 'timetable')
  await expectAccessible(page, 'timetable')
})
