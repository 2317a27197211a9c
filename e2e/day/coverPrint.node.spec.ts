import { expect, type Page } from '@playwright/test'
import { day, hour, subject } from '../../src/testing/sampleDays.ts'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

const date = '2026-11-19'
const lessonCount = 6

/** Six lessons in six classes with 40 pupils of long names, and much homework. */
async function crowd(page: Page): Promise<void> {
  const lessons = Array.from({ length: lessonCount }, (_, index) => {
    const { unit, lessons: subjects } = hour(index + 1, subject(index + 1, 'Mathematics, advanced course'))
    const time = String(index + 8).padStart(2, '0')
    return {
      ...{ course_id: index + 1, course_name: `${index + 5}b`, is_break: false, lessons: subjects },
      unit: { ...unit, start: `${time}:00`, end: `${time}:45` },
    }
  })
  await page.route('**/api/v2/me/timetable/timeline*', route =>
    route.fulfill({ json: [{ ...day(date, []), lessons }] }),
  )
  await page.route('**/api/v2/courses/*/members', route =>
    route.fulfill({
      json: Array.from({ length: 40 }, (_, index) => ({
        id: 1000 + index,
        name: `Maximilian-Alexander von Hohenstein-Wittgenstein ${index}`,
        is_teacher: false,
      })),
    }),
  )
  await page.route('**/api/v2/me/homeworks*', route =>
    route.fulfill({
      json: Array.from({ length: lessonCount * 6 }, (_, index) => ({
        id: 500 + index,
        course_id: (index % lessonCount) + 1,
        lesson_id: (index % lessonCount) + 1,
        text: `Read the chapter about the history of the town and answer all questions ${index}`,
        note: 'Write whole sentences. '.repeat(20),
        until_datetime: `${index < lessonCount * 5 ? date : '2026-11-12'} ${String((index % lessonCount) + 8).padStart(2, '0')}:00:00`,
        is_submissionable: true,
        can_edit: true,
        can_correct: true,
        documents: [],
        counts: { seen: 1, handed_in: 1, to_correct: 1, corrected: 0, of: 28 },
      })),
    }),
  )
}

/** Prints the page and returns the number of pages. */
const countPages = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

test('a crowded day fits on one printed page', async ({ page }) => {
  await crowd(page)
  await enterAs(page, 'albrecht', `/day/cover?date=${date}`)
  const tasks = page.getByRole('textbox', { name: 'Task for the class' })
  await expect(tasks).toHaveCount(lessonCount)
  await expect(page.getByText('Class list: 40 pupils')).toHaveCount(lessonCount)
  for (const task of await tasks.all())
    await task.fill(
      Array.from({ length: 12 }, (_, line) => `${line + 1}. Do task ${line} on page 40.`).join('\n'),
    )
  await expect(page.getByText(/^Only about the first 3 lines are printed/)).toHaveCount(lessonCount)
  expect(await countPages(page)).toBe(1)
  await test.step('names what is left out', async () => {
    // Width of A4 without the margins.
    await page.setViewportSize({ width: 703, height: 1032 })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('and 4 more').filter({ visible: true })).not.toHaveCount(0)
    await expect(page.getByRole('region', { name: /^13:00/ })).toBeVisible()
  })
})

test('an ordinary day fits on one printed page', async ({ page }) => {
  await enterAs(page, 'albrecht', `/day/cover?date=${date}`)
  await expect(page.getByText(/^Class list: \d+ pupils$/).first()).toBeVisible()
  expect(await countPages(page)).toBe(1)
})
