import { expect, type Page } from '@playwright/test'
import { followTo } from '../../scripts/followTo.ts'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { translatePage } from '../../src/testing/translatePage.ts'
import { messageField, messageLog, sendMessage } from '../support/chat.ts'
import { correctionText, openPupilHeading, pointsField, returnNextButton } from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { enterAs, grid, lesson } from '../support/signInAs.ts'

// Browsers translate by replacing texts in the document, without React.

/** Replaces each text by itself, so that the page must read the same. */
async function translate(page: Page, how: 'replaces' | 'wraps'): Promise<void> {
  await page.evaluate(`(${translatePage})(document, '${how}')`)
  await expect(page.locator('main font').first()).toBeAttached()
}

/** Steps of a user without a page load. */
const steps: [string, (page: Page) => Promise<void>][] = [
  ['the next week', page => page.getByRole('button', { name: 'Week after' }).click()],
  ['this week again', page => page.getByRole('button', { name: 'Week before' }).click()],
  ['the day view', page => page.getByText('Day', { exact: true }).click()],
  ['the next day', page => page.getByRole('button', { name: 'Day after' }).click()],
  ['the homework', page => followTo(page, '/classes/1/homework')],
  ['filtered homework', page => page.getByRole('searchbox').fill('frac')],
  ['all homework', page => page.getByRole('searchbox').fill('')],
  ['past homework', page => page.getByRole('button', { name: /^Past/ }).click()],
  ['the desk', page => followTo(page, '/classes/1/homework/1/submissions')],
  ['the next pupil', page => page.getByRole('button', { name: 'Next pupil' }).click()],
  ['the task', page => page.getByText('Task', { exact: true }).click()],
  ['the overview', page => page.getByText('Overview', { exact: true }).click()],
  ['the files', page => followTo(page, '/classes/1/files')],
  ['a folder', page => followTo(page, '/classes/1/files/3')],
  ['a chat', page => followTo(page, '/chats/1')],
  ['another chat', page => followTo(page, '/chats/2')],
  ['the access', page => followTo(page, '/classes/1/access')],
  ['the access of a person', page => page.getByRole('link', { name: /Omar Ruiz/ }).click()],
  ['a subject', page => followTo(page, '/classes/1/subjects/1')],
]

/** Texts after each step. */
async function walk(page: Page): Promise<string[]> {
  const texts: string[] = []
  for (const [name, take] of steps) {
    await test.step(name, () => take(page))
    texts.push(`${name}: ${await textOf(page)}`)
  }
  return texts
}

/** The text once it no longer changes. */
async function textOf(page: Page): Promise<string> {
  let last = ''
  await expect
    .poll(
      async () => {
        await waitUntilIdle(page)
        const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
        const isWhole = text === last && text.length > 30
        last = text
        return isWhole
      },
      { intervals: [700] },
    )
    .toBe(true)
  // The current time, and the minutes left of the lesson.
  return last.replaceAll(/\b09:[12]\d\b|\d+ min left/g, 'now')
}

test('screens show the same texts while being translated', async ({ page }) => {
  test.setTimeout(400_000)
  // Opening chats changes the unread numbers.
  await enterAs(page, 'albrecht', '/chats/2')
  await textOf(page)
  const start = async () => {
    await page.goto('/classes/1/timetable')
    await expect(grid(page)).toBeVisible()
    // The week shows numbers to mark as soon as they have loaded.
    await expect(page.getByRole('link', { name: /^Homework \d+ to mark in 8b$/ })).toBeVisible()
  }
  await start()
  await walk(page)
  await start()
  const plain = await walk(page)
  await start()
  await translate(page, 'replaces')
  const translated = await walk(page)
  for (const [index, text] of translated.entries()) expect(text).toBe(plain[index])
})

for (const how of ['replaces', 'wraps'] as const) {
  test(`messages and corrections are sent while the browser ${how} texts`, async ({ page }) => {
    await enterAs(page, 'albrecht', '/chats/1')
    await expect(messageField(page)).toBeEditable()
    await translate(page, how)
    await sendMessage(page, 'Who brings the scales?')
    await expect(messageLog(page).getByText('Who brings the scales?')).toBeVisible()
    await followTo(page, '/classes/1/homework/1/submissions')
    const first = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill('Well done.')
    await pointsField(page).fill('8')
    await returnNextButton(page).click()
    await expect(openPupilHeading(page)).not.toHaveText(first)
    await followTo(page, '/classes/1/timetable')
    await expect(lesson(page, /^Maths/).first()).toBeVisible()
  })
}
