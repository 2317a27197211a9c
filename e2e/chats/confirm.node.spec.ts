import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { clickInMessages, enterChat, messageField, messageLog, waitUntilAllSent } from '../support/chat.ts'
import { expectFitting } from '../support/fitting.ts'
import { test } from '../support/fixtures.ts'

const card = (page: Page) => messageLog(page).getByRole('region', { name: 'Please confirm' })
const askButton = (page: Page) => page.getByRole('button', { name: 'Please confirm', exact: true })

test('a teacher asks a class for confirmation, reminds the others and exports the list', {
  tag: '@main',
}, async ({ page, openBrowser }) => {
  await enterChat(page, 1)
  await messageField(page).fill('School ends at 11:30 on Friday, and there is no lunch.')
  await askButton(page).click()
  await expect(askButton(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(messageField(page)).toBeFocused()
  await expectAccessible(page, 'a message that asks for confirmation')
  await page.keyboard.press('Enter')
  await waitUntilAllSent(page)
  await expect(askButton(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(card(page)).toContainText(/^Please confirm.*0 of (\d+) have read and understood/)
  const all = Number(/0 of (\d+)/.exec((await card(page).textContent()) ?? '')?.[1])

  const pupil = await (await openBrowser()).newPage()
  await test.step('a pupil confirms on a phone', async () => {
    await enterChat(pupil, 1, 'sommer')
    await pupil.setViewportSize({ width: 360, height: 740 })
    const confirm = card(pupil).getByRole('button', { name: 'Read and understood' })
    await expect(confirm).toBeVisible()
    await expectFitting(pupil, 'a request for confirmation on a phone')
    await expectAccessible(pupil, 'a request for confirmation on a phone')
    await confirm.focus()
    await pupil.keyboard.press('Enter')
    await expect(card(pupil)).toContainText(/You confirmed this on \w+ \d\d:\d\d\./)
    await expectAccessible(pupil, 'a confirmed message')
  })
  await test.step('a confirmation is withdrawn only after a question', async () => {
    await clickInMessages(pupil, card(pupil).getByRole('button', { name: 'Withdraw' }))
    const question = pupil.getByRole('dialog', { name: 'Withdraw your confirmation?' })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toHaveCount(0)
    await expect(card(pupil)).toContainText('You confirmed this')
  })
  await test.step('the teacher sees who has confirmed and who has not', async () => {
    await expect(card(page)).toContainText(`1 of ${all} have read and understood`)
    await expect(card(page)).toContainText(`Not confirmed: ${all - 1}`)
    await clickInMessages(page, card(page).getByRole('button', { name: /^1 of/ }))
    const confirmed = page.getByRole('list', { name: 'Confirmed: 1' })
    await expect(confirmed).toContainText(/^Mika Sommer \w+ \d\d:\d\d$/)
    await page.keyboard.press('Escape')
    await expect(confirmed).toHaveCount(0)
    await expectAccessible(page, 'the result of a request for confirmation')
  })
  await test.step('the list is exported', async () => {
    const download = page.waitForEvent('download')
    await clickInMessages(page, card(page).getByRole('button', { name: 'Export list' }))
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^School ends.*confirmations\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(all + 1)
    expect(lines.at(-1)).toMatch(/^"Mika Sommer","yes","[\d: -]+"$/)
  })
  await test.step('a reminder is prepared for the others, and not sent', async () => {
    await clickInMessages(page, card(page).getByRole('button', { name: `Remind these ${all - 1}` }))
    const form = page.getByRole('dialog', { name: 'New message' })
    await expect(form.getByRole('textbox', { name: 'Text of the message' })).toHaveValue(
      /press “Read and understood”: School ends/,
    )
    await expect(
      form.getByText(`Each of these ${all - 1} gets this in their own chat with you.`),
    ).toBeVisible()
    await expect(form).not.toContainText('Mika Sommer')
  })
})
