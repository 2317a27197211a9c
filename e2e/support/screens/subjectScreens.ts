import { expect } from '@playwright/test'
import { waitUntilIdle } from '../../../scripts/waitUntilIdle.ts'
import { firstOddSubject, oddCourse } from '../../../src/testing/faults/oddSchool.ts'
import { expectHeading, type Visit } from './visit.ts'

/** For `kern`. */
export const subjectScreens: Visit[] = [
  {
    state: 'subject, long names',
    go: async page => {
      await page.goto(`/classes/${oddCourse}/subjects/${firstOddSubject}`)
      await expectHeading(page, 2, /^(?:Next lessons|Nächste Stunden)$/)
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      await waitUntilIdle(page)
    },
  },
  {
    state: 'subject, not there',
    go: async page => {
      await page.goto('/classes/3/subjects/999999')
      await expectHeading(page, 2, /^(?:This subject can’t be found|Dieses Fach gibt es nicht)$/)
    },
  },
]
