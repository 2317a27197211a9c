import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { correctionText, enterAtDesk, openPupilHeading } from '../support/desk.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { accountButton } from '../support/signInAs.ts'

const sentence = 'Please write down how you got there.'
const inAccount = 'Saved in your school account.'

const phrases = (page: Page) => page.getByRole('dialog', { name: 'Phrases' })
async function openPhrases(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Phrases/ }).click()
  await expect(phrases(page)).toBeVisible()
}
const schemeDialog = (page: Page) => page.getByRole('dialog', { name: 'Points scheme' })
const firstLine = (page: Page) => page.getByRole('textbox', { name: /^1a: points, at most/ })

/** Everything that the service has stored under names that begin with `name`. */
const readStored = (node: NodeHost, name: string): string =>
  node.withSchool(database =>
    database
      .prepare('select value from user_settings where name like ? order by name')
      .all(`${name}%`)
      .map(({ value }) => String(value))
      .join('\n'),
  )

test('phrases, points schemes and preferences follow the teacher to another device', async ({
  page,
  node,
  openBrowser,
}) => {
  const context = await openBrowser()
  const other = await context.newPage()
  await enterAtDesk(page, 1, 1, 13)
  await enterAtDesk(other, 1, 1, 14)

  await test.step('a phrase', async () => {
    const name = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill(sentence)
    await correctionText(page).press('Control+Enter')
    await expect(openPupilHeading(page)).not.toHaveText(name)
    await expect.poll(() => readStored(node, 'staffroom.phrases')).toContain(sentence)
    await openPhrases(other)
    await expect(phrases(other).getByRole('option', { name: new RegExp(`^${sentence}`) })).toBeVisible()
    await expect(phrases(other).getByText(inAccount)).toBeVisible()
    await expectAccessible(other, 'phrases with their place')
    await other.keyboard.press('Escape')
  })

  await test.step('a points scheme, while the other device shows the same homework', async () => {
    await other.getByRole('button', { name: 'Points scheme' }).click()
    await schemeDialog(other).getByRole('textbox', { name: 'Lines' }).fill('1a 2\n1b 3')
    await other.keyboard.press('Control+Enter')
    await expect(schemeDialog(other)).toHaveCount(0)
    await expect(firstLine(page)).toBeVisible()
    await page.getByRole('button', { name: 'Change the scheme' }).click()
    await expect(schemeDialog(page).getByText(inAccount)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a preference', async () => {
    await accountButton(page, 'albrecht').click()
    await expect(page.getByText(inAccount)).toBeVisible()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await other.setViewportSize({ width: 360, height: 740 })
    await openPhrases(other)
    await expect(phrases(other).getByText(inAccount)).toBeVisible()
    await expectFitting(other, 'phrases with their place')
  })
})

test.describe('a service without settings', () => {
  test.use({ server: { documentedOnly: true } })

  test('the app says that settings stay on the device', async ({ page, node, guard }) => {
    guard.allow(statusErrors(404))
    await enterAtDesk(page, 1, 1, 13)
    await correctionText(page).fill(sentence)
    await correctionText(page).press('Control+Enter')
    // The next pupil.
    await expect(page).not.toHaveURL(/submissions\/13$/)
    await openPhrases(page)
    await expect(phrases(page).getByRole('option', { name: new RegExp(`^${sentence}`) })).toBeVisible()
    await expect(phrases(page).getByText(/^Saved on this device only:/)).toBeVisible()
    await page.keyboard.press('Escape')
    await accountButton(page, 'albrecht').click()
    await expect(page.getByText(/^Saved on this device only:/)).toBeVisible()
    expect(readStored(node, '')).toBe('')
  })
})
