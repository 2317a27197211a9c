import { expect } from '@playwright/test'
import { waitUntilIdle } from '../../../scripts/waitUntilIdle.ts'
import { expectHeading, type Visit } from './visit.ts'

export const homeworkList =
  (courseId: number): Visit['go'] =>
  async page => {
    await page.goto(`/classes/${courseId}/homework`)
    await expectHeading(page, 1, /^(?:Homework|Hausaufgaben)$/)
    await waitUntilIdle(page)
  }

/** German homework of 6c, all corrected. */
const corrected = '/classes/3/homework/17'

/** For the user `kern`, a teacher without submissions to correct. */
export const homeworkScreens: Visit[] = [
  { state: 'homework', go: homeworkList(3) },
  { state: 'homework, long texts', go: homeworkList(2) },
  { state: 'homework, empty', go: homeworkList(4) },
  {
    state: 'homework, nothing found',
    go: async page => {
      await page.goto('/classes/3/homework?find=xyzzy')
      await expectHeading(page, 2, /./)
    },
  },
  {
    state: 'task',
    go: async page => {
      await page.goto(corrected)
      await expectHeading(page, 2, /Story: the lost key/)
      await waitUntilIdle(page)
    },
  },
  {
    state: 'desk',
    go: async page => {
      await page.goto(`${corrected}/submissions`)
      await expectHeading(page, 1, /Story: the lost key/)
      await waitUntilIdle(page)
    },
  },
  {
    state: 'desk, overview',
    go: async page => {
      await page.goto(`${corrected}/overview`)
      await expectHeading(page, 1, /Story: the lost key/)
      await expect(page.getByRole('button', { name: /CSV/ })).toBeVisible()
      await waitUntilIdle(page)
    },
  },
  {
    state: 'no such homework',
    go: async page => {
      await page.goto('/classes/3/homework/999999')
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    },
  },
]
