import type { Page } from '@playwright/test'
import { followTo } from '../followTo.ts'
import { takePen } from './penShot.ts'
import { type Shot, titled, waitUntilIdle } from './Shot.ts'

const sommer = 13
const desk = (homeworkId: number) => async (page: Page) => {
  await followTo(page, `/classes/1/homework/${homeworkId}/submissions/${sommer}`)
  await page.getByRole('textbox', { name: /^(?:Feedback|Korrektur)/ }).waitFor()
  await page.locator('main h2[tabindex="-1"]').waitFor()
  await waitUntilIdle(page)
}

/** IDs are those of a new seed school. */
export const homeworkShots: Shot[] = [
  { name: 'homework', login: 'albrecht', take: titled('/classes/1/homework', /^Homework$/) },
  {
    name: 'homework-german',
    login: 'albrecht',
    language: 'de',
    take: titled('/classes/1/homework', /^Hausaufgaben$/),
  },
  {
    name: 'homework-crowded',
    login: 'ruiz',
    faults: true,
    take: titled('/classes/2/homework', /^Homework$/),
  },
  { name: 'homework-empty', login: 'kern', take: titled('/classes/4/homework', /^Homework$/) },
  { name: 'homework-of-a-pupil', login: 'sommer', take: titled('/classes/1/homework', /^Homework$/) },
  {
    name: 'homework-new',
    login: 'albrecht',
    take: async page => {
      await followTo(page, '/classes/1/homework/new')
      await page.getByRole('dialog').waitFor()
      await waitUntilIdle(page)
    },
  },
  {
    name: 'homework-change',
    login: 'albrecht',
    take: async page => {
      await followTo(page, '/classes/1/homework/1/change')
      await page.getByRole('dialog').waitFor()
      await waitUntilIdle(page)
    },
  },
  { name: 'desk', login: 'albrecht', take: desk(1) },
  {
    name: 'desk-german',
    login: 'albrecht',
    language: 'de',
    take: desk(1),
  },
  {
    name: 'desk-corrected',
    login: 'albrecht',
    take: titled(`/classes/1/homework/3/submissions/${sommer}`, /Fractions/),
  },
  {
    name: 'desk-typed',
    login: 'albrecht',
    take: async page => {
      await desk(1)(page)
      await page
        .getByRole('textbox', { name: /^Feedback/ })
        .fill('Nos. 1 and 2 are right and clearly written.')
      await page.getByText(/Draft saved/).waitFor()
    },
  },
  {
    name: 'pen',
    login: 'albrecht',
    take: async page => {
      await desk(1)(page)
      await takePen(page)
    },
  },
  {
    name: 'desk-task',
    login: 'albrecht',
    take: async page => {
      await followTo(page, `/classes/1/homework/1/submissions/${sommer}?view=task`)
      await page.getByRole('region', { name: 'Task' }).waitFor()
      await waitUntilIdle(page)
    },
  },
  { name: 'overview', login: 'albrecht', take: titled('/classes/1/homework/1/overview', /Fractions/) },
  { name: 'task', login: 'sommer', take: titled('/classes/1/homework/5', /./) },
  { name: 'task-corrected', login: 'sommer', take: titled('/classes/1/homework/3', /./) },
]
