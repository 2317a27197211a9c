import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { correctionText, enterAtDesk, openPupilHeading } from '../support/desk.ts'
import { test } from '../support/fixtures.ts'

const sentences = ['Well explained, every step is there.', 'Please write down how you got there.']

const phrasesButton = (page: Page) => page.getByRole('button', { name: /^Phrases/ })
const phrases = (page: Page) => page.getByRole('dialog', { name: 'Phrases' })
const findPhrase = (page: Page) => page.getByRole('combobox', { name: 'Find a phrase' })

/** Returns a correction per sentence, which adds it to Phrases. */
async function returnSentences(page: Page): Promise<void> {
  for (const sentence of sentences) {
    const name = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill(sentence)
    await correctionText(page).press('Control+Enter')
    await expect(openPupilHeading(page)).not.toHaveText(name)
    await expect(correctionText(page)).toHaveValue('')
  }
}

test('phrases are chosen by typing and by pointer', async ({ page }) => {
  await enterAtDesk(page, 1, 1)
  await returnSentences(page)

  await phrasesButton(page).click()
  await findPhrase(page).pressSequentially('please write')
  const [first = '', second = ''] = sentences
  await expect(phrases(page).getByRole('option')).toHaveText([new RegExp(`^${second}`)])
  await page.keyboard.press('Enter')
  await expect(correctionText(page)).toHaveValue(new RegExp(`^${second}`))
  await expect(correctionText(page)).toBeFocused()

  await phrasesButton(page).click()
  const other = phrases(page).getByRole('option', { name: first })
  await other.hover()
  await expect(other).toHaveAttribute('aria-selected', 'true')
  await other.click()
  await expect(correctionText(page)).toHaveValue(new RegExp(`${second} ${first}`))

  await phrasesButton(page).click()
  await expect(findPhrase(page)).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('Escape')
  await expect(phrases(page)).toHaveCount(0)
  await expect(phrasesButton(page)).toBeFocused()
})

test('a phrase is deleted by key and by pointer, and stays deleted', async ({ page }) => {
  await enterAtDesk(page, 1, 1)
  await returnSentences(page)
  const [first = '', second = ''] = sentences
  const option = (text: string) => phrases(page).getByRole('option', { name: text })

  await phrasesButton(page).click()
  await expect(findPhrase(page)).toBeFocused()
  await findPhrase(page).fill('please write')
  await expect(option(second)).toHaveAttribute('aria-selected', 'true')
  await expect(option(first)).toHaveCount(0)
  await findPhrase(page).press('Shift+Delete')
  await expect(option(second)).toHaveCount(0)
  await expect(phrases(page).getByText(`Deleted: ${second}`)).toBeVisible()
  await expectAccessible(page, 'a deleted phrase')
  await phrases(page).getByRole('button', { name: 'Undo' }).click()
  await expect(option(second)).toBeVisible()
  await expect(findPhrase(page)).toBeFocused()

  await findPhrase(page).fill('')
  await option(first).getByTitle('Delete this phrase').click()
  await expect(option(first)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(phrases(page)).toHaveCount(0)
  // The sentence is still part of the feedback that the reloaded list has.
  await page.reload()
  await phrasesButton(page).click()
  await expect(option(second)).toBeVisible()
  await expect(option(first)).toHaveCount(0)
})
