import { expect } from '@playwright/test'
import { advanceClocks, test } from '../support/fixtures.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { minute } from '../support/schoolClock.ts'
import { enterAs, grid, lesson, signInAs } from '../support/signInAs.ts'

/** Cancels English in today's first hour. */
const cancelEnglish = (node: NodeHost) =>
  node.withSchool(database =>
    database
      .prepare(
        `update representations
         set body = json_set(json_remove(body, '$.room'), '$.kind', 'cancelled')
         where course_id = 1 and date = '2026-11-18' and json_extract(body, '$.room') = '206'`,
      )
      .run(),
  )

test('changes since the last visit are marked once', async ({ page, context, host, node }) => {
  await enterAs(page)
  await expect(lesson(page, /^English.*New room/).first()).toBeVisible()
  await expect(page.getByText(/since/)).toHaveCount(0)
  await advanceClocks(context, host, minute)
  await page.goto('/settings/tokens')
  expect(cancelEnglish(node).changes).toBe(1)
  await advanceClocks(context, host, 30 * minute)
  await page.goto('/classes/1/timetable')
  const changedLesson = lesson(page, /^English.*Cancelled.*Changed/)
  await expect(changedLesson).toBeVisible()
  await page.getByRole('button', { name: /^1 change since Wed 09:1\d$/ }).click()
  await expect(changedLesson).toBeFocused()
  await changedLesson.press('Enter')
  await expect(page.getByRole('dialog', { name: /^English/ })).toContainText('Changed')
  await advanceClocks(context, host, minute)
  await page.goto('/settings/tokens')
  await page.goto('/classes/1/timetable')
  await expect(lesson(page, /^English.*Cancelled/).first()).toBeVisible()
  await expect(grid(page).getByText('Changed', { exact: true })).toHaveCount(0)
})

test('a past week appears as stored', async ({ page, context, host }) => {
  await enterAs(page)
  // Before the response arrives.
  await expect(lesson(page, /^French.*Cancelled/)).toBeVisible()
  await page.goto('about:blank')
  await advanceClocks(context, host, 7 * 24 * 60 * minute)
  await signInAs(page)
  await expect(page.getByRole('heading', { level: 2, name: /week 48/ })).toBeVisible()
  await page.getByRole('button', { name: 'Week before' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /week 47/ })).toBeVisible()
  await expect(page.getByText(/^Saved in this browser Wed 18 Nov 09:1\d/)).toBeVisible()
  await expect(lesson(page, /^French.*Cancelled/)).toBeVisible()
})
