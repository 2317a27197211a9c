import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../../scripts/waitUntilIdle.ts'
import type { Visit } from './visit.ts'

async function drawer(page: Page) {
  await page.goto('/classes/1/homework?access=todo_id.1')
  const opened = page.getByRole('dialog', { name: /^(?:Access to|Zugriff auf) / })
  await expect(opened.getByText('Omar Ruiz', { exact: true })).toBeVisible()
  await waitUntilIdle(page)
  return opened
}

/** For `albrecht`, the only admin of homework 1. */
export const accessScreens: Visit[] = [
  {
    state: 'access, drawer',
    go: async page => {
      await drawer(page)
    },
  },
  {
    state: 'access, the last admin',
    go: async page => {
      const opened = await drawer(page)
      await opened.getByRole('button', { name: /^(?:Remove yourself|Mich selbst entfernen)$/ }).click()
      await expect(page.getByText(/^(?:If you leave,|Ohne einen anderen Admin wird) /)).toBeVisible()
    },
  },
  {
    state: 'access, by person',
    go: async page => {
      await page.goto('/classes/1/access?person=user.2')
      await expect(page.getByText(/^(?:Teacher|Lehrkraft)\. /)).toBeVisible()
      await waitUntilIdle(page)
    },
  },
  {
    state: 'access, by item',
    go: async page => {
      await page.goto('/classes/1/access?view=items&item=todo_id.1')
      await expect(
        page.getByRole('button', { name: /^(?:Role of Omar Ruiz|Rolle von Omar Ruiz): / }),
      ).toBeVisible()
      await waitUntilIdle(page)
    },
  },
]
