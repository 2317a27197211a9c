import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { lesson, madeUpPerson } from '../support/signInAs.ts'

// everyScreen.node.spec.ts checks all screens; only the demo has this bar. The school runs in the page.
test.use({ demoTime: 'wednesday' })

const bar = (page: Page) => page.getByRole('complementary', { name: 'Demo' })

test('the demo bar on a phone fits, is accessible, resets', async ({ page, guard }) => {
  // Requests sent just before the reset are refused.
  guard.allow(statusErrors(401))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await expect(madeUpPerson(page, 'albrecht')).toHaveAccessibleName(/ to mark$/)
  expect(await page.evaluate(() => 'SharedWorker' in window)).toBe(false)
  await expectFitting(page, 'sign-in')
  await expectAccessible(page, 'sign-in')
  await madeUpPerson(page, 'albrecht').click()
  await expect(lesson(page, /./).first()).toBeVisible()
  await expectFitting(page, 'day')
  await expectAccessible(page, 'day')
  await bar(page).getByRole('button', { name: 'reset', exact: true }).click()
  await expect(madeUpPerson(page, 'albrecht')).toBeVisible()
})

test('the demo bar on a desktop fits and is accessible', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(madeUpPerson(page, 'albrecht')).toHaveAccessibleName(/ to mark$/)
  await expectFitting(page, 'sign-in')
  await expectAccessible(page, 'sign-in')
  await madeUpPerson(page, 'albrecht').click()
  await expect(lesson(page, /./).first()).toBeVisible()
  await expectFitting(page, 'timetable')
  await expectAccessible(page, 'timetable')
})
