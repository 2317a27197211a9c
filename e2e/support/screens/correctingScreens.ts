import { expect } from '@playwright/test'
import { waitUntilIdle } from '../../../scripts/waitUntilIdle.ts'
import { homeworkList } from './homeworkScreens.ts'
import type { Visit } from './visit.ts'

const desk =
  (pupil: number): Visit['go'] =>
  async page => {
    await page.goto(`/classes/1/homework/1/submissions/${pupil}`)
    await expect(page.getByRole('textbox', { name: /^(?:Feedback|Korrektur)/ })).toBeVisible()
    await waitUntilIdle(page)
  }

/** For the user `albrecht`, a teacher with submissions of 8b to correct. */
export const correctingScreens: Visit[] = [
  {
    state: 'homework, the menu of a row',
    floats: true,
    go: async page => {
      await homeworkList(1)(page)
      await page
        .getByRole('button', { name: /^(?:More for “|Mehr zu „)/ })
        .first()
        .click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
    },
  },
  { state: 'desk, the next pupil', go: desk(14) },
  {
    state: 'desk, phrases',
    floats: true,
    go: async page => {
      await desk(13)(page)
      await page.getByRole('button', { name: /^(?:Phrases|Textbausteine)/ }).click()
      await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeVisible()
    },
  },
  {
    state: 'desk, a draft',
    go: async page => {
      await desk(13)(page)
      await page.getByRole('textbox', { name: /^(?:Feedback|Korrektur)/ }).fill('Well done.')
      await expect(page.getByText(/^(?:Draft saved|Entwurf gespeichert)/)).toBeVisible()
    },
  },
  {
    state: 'desk, the pen',
    go: async page => {
      await desk(13)(page)
      const open = page.getByRole('button', { name: /^(?:Mark this page|Auf der Seite korrigieren)$/ })
      const pen = page.getByRole('toolbar').getByRole('button', { name: /^(?:Pen|Stift)$/ })
      await open.or(pen).click()
      await expect(pen).toHaveAttribute('aria-pressed', 'true')
      await waitUntilIdle(page)
    },
  },
  {
    state: 'desk, the task',
    go: async page => {
      await page.goto('/classes/1/homework/1/submissions/13?view=task')
      await expect(page.getByRole('region', { name: /^(?:Task|Aufgabe)$/ })).toBeVisible()
      await page
        .getByRole('button', { name: /^\S+\.pdf/ })
        .first()
        .click()
      await waitUntilIdle(page)
    },
  },
  {
    state: 'sign out with a draft',
    go: async page => {
      await desk(13)(page)
      await page.getByRole('textbox', { name: /^(?:Feedback|Korrektur)/ }).fill('Well done!')
      await expect(page.getByText(/^(?:Draft saved|Entwurf gespeichert)/)).toBeVisible()
      await page
        .getByRole('button', { name: /Jana Albrecht|^More$|^Mehr$/ })
        .filter({ visible: true })
        .first()
        .click()
      await page.getByRole('menuitem', { name: /^(?:Sign out|Abmelden)$/ }).click()
      await expect(page.getByRole('dialog', { name: /^(?:Sign out and|Abmelden und)/ })).toBeVisible()
    },
  },
]
