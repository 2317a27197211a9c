import { expect, type Page } from '@playwright/test'

export const newHomeworkForm = (page: Page) => page.getByRole('dialog', { name: 'New homework' })

/** Sets Maths homework for the next lesson, from any screen. */
export async function setHomework(page: Page, task: string): Promise<void> {
  const form = newHomeworkForm(page)
  await page.getByRole('link', { name: 'Homework' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible()
  await page
    .getByRole('link', { name: 'New homework' })
    .or(page.getByRole('button', { name: 'New homework' }))
    .first()
    .click()
  await form.getByLabel('Subject').selectOption({ label: 'Maths' })
  await form.getByLabel('Task').fill(task)
  const next = form.getByRole('button', { name: /^Next Maths lesson: / })
  await next.click()
  await expect(next).toHaveAttribute('aria-pressed', 'true')
  await form.getByLabel('Can be handed in').check()
  await form.getByLabel('Maximum points').fill('7,5')
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('link', { name: task, exact: true })).toBeVisible()
}
