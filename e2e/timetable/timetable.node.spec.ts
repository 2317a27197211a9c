import { expect, type Page } from '@playwright/test'
import { oddCourse } from '../../src/testing/faults/oddSchool.ts'
import { expectCrowdedWeekReadable } from '../support/crowdedWeek.ts'
import { test } from '../support/fixtures.ts'
import { accountButton, enterAs, grid, lesson } from '../support/signInAs.ts'

test.use({ faults: true })

const columnHeader = (page: Page, name: RegExp) => grid(page).getByRole('columnheader', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('week view: substitutions, card, file, print, time zone', { tag: '@main' }, async ({
  page,
  context,
  host,
}) => {
  await enterAs(page)
  await test.step('days, hours, holiday and current time', async () => {
    await expect(page.getByRole('heading', { level: 2, name: /16 – 20 Nov 2026 week 47/ })).toBeVisible()
    await expect(columnHeader(page, /^Mon 16/)).toBeVisible()
    await expect(columnHeader(page, /^Wed 18.*today/)).toHaveAttribute('aria-current', 'date')
    await expect(grid(page).getByRole('cell', { name: /No school.*Staff training day/ })).toBeVisible()
    await expect(grid(page).getByRole('rowheader', { name: /^8.*15:45/ })).toBeVisible()
    // 09:12 in Berlin is in the second hour. The browser's time zone is New York.
    await expect(grid(page).getByText('09:12')).toBeVisible()
    await expect(lesson(page, /^Maths.*Now, 23 min left/)).toHaveAttribute('aria-current', 'time')
    await expect(
      grid(page)
        .getByText(/^Break, 20 min$/)
        .first(),
    ).toBeVisible()
  })
  await test.step('substitutions of every kind, with the old value', async () => {
    await expect(lesson(page, /^English.*101.*206.*New room/).first()).toBeVisible()
    await expect(lesson(page, /^Maths.*Note/).first()).toBeVisible()
    await expect(lesson(page, /^Latin.*Thoma.*Substitute/)).toBeVisible()
    await expect(lesson(page, /^Maths.*204.*B12.*New room/)).toBeVisible()
    const cancelled = lesson(page, /^Art.*Cancelled/).first()
    await expect(cancelled.getByText('Cancelled')).toBeVisible()
    await expect(cancelled.getByText('free')).toBeVisible()
    await expect(cancelled.locator('del').first()).toBeVisible()
  })
  await test.step('a lesson card returns the focus', async () => {
    const cell = lesson(page, /^Maths.*Note/).first()
    await cell.click()
    const card = page.getByRole('dialog', { name: /^Maths, Wed 18 Nov, Period 2$/ })
    await expect(card).toBeFocused()
    await expect(card).toContainText('Albrecht')
    await expect(card).toContainText('Bring set squares on Wednesdays.')
    await expect(card).toContainText('Test: bring a calculator and a ruler.')
    await expect(card).toContainText(/Next Maths: .*\d\d:\d\d/)
    await expect(cell).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
    await expect(cell).toBeFocused()
    await cell.press('Enter')
    await card.getByRole('button', { name: 'Close' }).click()
    await expect(cell).toBeFocused()
  })
  await test.step('parallel lessons show name and teacher if wide enough', async () => {
    const isVisible = async (text: string) => {
      const box = await lesson(page, /^French(?!.*Cancelled)/)
        .first()
        .getByText(text, { exact: true })
        .first()
        .boundingBox()
      return (box?.width ?? 0) > 1
    }
    const getVisibleParts = async () => ({
      name: await isVisible('French'),
      teacher: await isVisible('Moreau'),
    })
    await expect(grid(page)).toBeVisible()
    for (const [width, isWide] of [
      [1024, false],
      [1280, true],
      [1920, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(getVisibleParts, `at ${width}`).toEqual({ name: isWide, teacher: isWide })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(getVisibleParts, 'on paper').toEqual({ name: true, teacher: true })
    await page.emulateMedia({ media: null })
  })
  await test.step('prints one landscape page without controls', async () => {
    await expect(grid(page)).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/^Timetable 8b · 16 – 20 Nov 2026 · week 47$/)).toBeVisible()
    await expect(accountButton(page, 'albrecht')).toBeHidden()
    await expect(button(page, 'Week after')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Find' })).toBeHidden()
    await expect(lesson(page, /^French.*Cancelled/)).toBeVisible()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
    const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf)
    expect(Number(box?.[1])).toBeGreaterThan(Number(box?.[2]))
    const getPrintedColor = () =>
      lesson(page, /^French.*Cancelled/).evaluate(element => getComputedStyle(element).color)
    const lightColor = await getPrintedColor()
    await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'))
    expect(await getPrintedColor()).toBe(lightColor)
    await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'light'))
    await page.emulateMedia({ media: null })
  })
  await test.step('hidden breaks stay hidden', async () => {
    const breaks = page.getByRole('checkbox', { name: 'Breaks' })
    await expect(breaks).toBeChecked()
    await breaks.uncheck()
    await expect(grid(page).getByText(/^Break, 20 min$/)).toHaveCount(0)
    await page.reload()
    await expect(grid(page)).toBeVisible()
    await expect(breaks).not.toBeChecked()
    await expect(grid(page).getByText(/^Break, 20 min$/)).toHaveCount(0)
  })
  await test.step('times are those of Berlin in New York', async () => {
    expect(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(
      'America/New_York',
    )
    await expect(page.getByText('Updated 09:12', { exact: true })).toBeVisible()
    // 23:30 on Tuesday in New York is Wednesday 05:30 in Berlin.
    host.clock?.advance(-(3 * 60 + 42) * 60_000)
    await context.clock.setSystemTime(Date.parse('2026-11-18T05:30:00+01:00'))
    await page.reload()
    await expect(columnHeader(page, /^Wed 18.*today/)).toBeVisible()
  })
})

test('weeks and days change by button and URL', async ({ page }) => {
  await enterAs(page)
  await test.step('weeks', async () => {
    const before = button(page, 'Week before')
    await expect(before).toHaveAttribute('aria-disabled', 'true')
    await before.press('Enter')
    await expect(
      page.getByRole('status').filter({ hasText: 'Earlier weeks are only shown if' }),
    ).toBeVisible()
    await button(page, 'Week after').click()
    await expect(page).toHaveURL(/week=2026-W48/)
    await expect(columnHeader(page, /^Mon 23/)).toBeVisible()
    await page.reload()
    await expect(columnHeader(page, /^Mon 23/)).toBeVisible()
    for (const week of [49, 50, 51]) {
      await button(page, 'Week after').click()
      await expect(page.getByRole('heading', { level: 2, name: new RegExp(`week ${week}`) })).toBeVisible()
    }
    await expect(grid(page).getByText('School holidays').first()).toBeVisible()
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await expect(columnHeader(page, /^Wed 18.*today/)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 2, name: /week 51/ })).toBeVisible()
  })
  await test.step('days', async () => {
    await page.goto('/classes/1/timetable')
    await page.getByText('Day', { exact: true }).click()
    await expect(page).toHaveURL(/view=day/)
    const today = page.getByRole('region', { name: /^Wednesday 18 November/ })
    await expect(today).toHaveAttribute('aria-current', 'date')
    await expect(today.getByRole('button', { name: /^Maths.*23 min left/ })).toBeInViewport()
    await expect(page.getByRole('region', { name: /^Thursday 19 November/ })).toBeVisible()
    await expect(page.getByRole('region', { name: /^Friday 20 November/ })).toContainText(
      'Staff training day',
    )
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Day' })).toBeChecked()
    await expect(page).toHaveTitle(/Timetable, Wed 18 Nov/)
    await button(page, 'Day after').click()
    await expect(page.getByRole('region').first()).toHaveAccessibleName(/^Thursday 19 November/)
    await page.getByText('Week', { exact: true }).click()
    await expect(grid(page)).toBeVisible()
  })
})

test('a crowded and an empty timetable', async ({ page }) => {
  await enterAs(page, 'kern')
  await test.step('ten hours and long names', async () => {
    await page.goto(`/classes/${oddCourse}/timetable`)
    await expect(
      lesson(page, /^Advanced mathematics: analysis, analytic geometry and stochastics/).first(),
    ).toBeVisible()
    await expect(grid(page).getByRole('rowheader', { name: /^10.*16:40/ })).toBeVisible()
    await expect(grid(page).getByText('Assembly in the Aula after period 4.')).toBeVisible()
    await expect(grid(page).getByText(/Canteen closed/)).toBeVisible()
    await expect(grid(page).getByText(/Museum, back by 13:00/)).toBeVisible()
    await expect(grid(page).getByText('42', { exact: true })).toBeVisible()
  })
  await test.step('unknown substitutions are text, below the week on phones', async () => {
    const remarks = grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Also on this day' }) })
    await expect(remarks.getByText('Assembly in the Aula after period 4.')).toBeVisible()
    await expect(remarks.getByText(/Canteen closed/)).toBeVisible()
    await expect(remarks.getByText(/Museum, back by 13:00/)).toBeVisible()
    await expect(remarks.getByText('42', { exact: true })).toBeVisible()
    // On a phone, remarks are below the week, and days without school inside it.
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(remarks.getByText(/Canteen closed/)).toBeHidden()
    await expect(
      page.getByRole('list', { name: 'Also on this day' }).getByText(/Canteen closed/),
    ).toBeVisible()
    await expect(grid(page).getByText('No school')).toBeVisible()
  })
  await test.step('the week fits a desktop and a phone', () => expectCrowdedWeekReadable(page, [1280, 360]))
  await test.step('a class without a timetable', async () => {
    await page.goto('/classes/4/timetable')
    await expect(page.getByRole('heading', { name: 'No timetable for Drama group yet' })).toBeVisible()
    const timelineRequest = page.waitForRequest(/\/timetable\/timeline/)
    await page.getByRole('button', { name: 'Check again' }).click()
    await timelineRequest
    await expect(page.getByRole('heading', { name: 'No timetable for Drama group yet' })).toBeVisible()
  })
})
