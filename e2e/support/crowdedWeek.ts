import { expect, type Page } from '@playwright/test'
import { oddCourse } from '../../src/testing/faults/oddSchool.ts'

/** Fails if a substitution is cut off or overflows its cell at one of these widths, in px. */
export async function expectCrowdedWeekReadable(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/classes/${oddCourse}/timetable?view=week`)
    await expect(page.locator('[data-lesson]').first()).toBeVisible()
    expect(await page.evaluate(unreadable), `at ${width}`).toEqual([])
  }
}

/** Runs in the page. */
function unreadable(): string[] {
  const found: string[] = []
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true })
  }
  const isCut = (part: Element) => {
    const words = document.createRange()
    words.selectNodeContents(part)
    const { right, bottom } = words.getBoundingClientRect()
    for (let around: Element | null = part; around; around = around.parentElement) {
      const box = around.getBoundingClientRect()
      const hides = around.matches('[data-lesson]') || getComputedStyle(around).overflowX !== 'visible'
      if (hides && (right > box.right + 1 || bottom > box.bottom + 2)) return true
      if (around.matches('[data-lesson]')) return false
    }
    return false
  }
  let changed = 0
  const lessons = [...document.querySelectorAll<HTMLElement>('[data-lesson]')]
  for (const lesson of lessons) {
    const name = `${lesson.dataset.lesson} ${lesson.textContent?.trim().slice(0, 30)}`
    const cell = lesson.closest('td')?.getBoundingClientRect()
    const box = lesson.getBoundingClientRect()
    if (cell && (box.bottom > cell.bottom + 1 || box.right > cell.right + 1))
      found.push(`${name}: out of its cell`)
    if (lesson.scrollHeight > lesson.clientHeight + 1) found.push(`${name}: higher than its cell`)
    if (!lesson.querySelector('ins, del')) continue
    changed += 1
    const news = [...lesson.querySelectorAll('ins, [data-changed] span')].filter(isSeen)
    for (const part of news) if (isCut(part)) found.push(`${name}: “${part.textContent}” is cut`)
    if (news.length === 0) found.push(`${name}: no visible change`)
  }
  if (changed < 5) found.push('too few substitutions')
  return found
}
