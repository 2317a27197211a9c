import { expect } from '@playwright/test'
import { oddCourse } from '../../../src/testing/faults/oddSchool.ts'
import { expectHeading, type Visit } from './visit.ts'

export const timetable =
  (path: string): Visit['go'] =>
  async page => {
    await page.goto(path)
    await expect(page.locator('[data-lesson]').first()).toBeVisible()
  }

/** For `kern`. */
export const timetableScreens: Visit[] = [
  { state: 'timetable, week, ten hours', go: timetable(`/classes/${oddCourse}/timetable?view=week`) },
  { state: 'timetable, day', go: timetable('/classes/3/timetable?view=day') },
  { state: 'timetable, day, ten hours', go: timetable(`/classes/${oddCourse}/timetable?view=day`) },
  {
    state: 'timetable, card',
    go: async page => {
      await timetable(`/classes/${oddCourse}/timetable`)(page)
      await page.locator('[data-lesson]').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    state: 'timetable, empty',
    go: async page => {
      await page.goto('/classes/4/timetable')
      await expectHeading(page, 2, /^(?:No timetable|Noch kein Stundenplan)/)
    },
  },
  {
    state: 'timetable, failed',
    go: async page => {
      await page.goto('/classes/9004/timetable')
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    },
  },
  {
    state: 'timetable, broken rows',
    go: async page => {
      await page.goto('/classes/9051/timetable')
      await expect(page.getByText(/^5 (?:entries|Einträge)/)).toBeVisible()
    },
  },
]
