import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { clickInMessages, enterChat, messageField, messageLog, readStoredMessages } from '../support/chat.ts'
import { expectFitting } from '../support/fitting.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { tabTo } from '../support/keyboardOnly.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { minute } from '../support/schoolClock.ts'

const sendLaterButton = (page: Page) => page.getByRole('button', { name: 'Send later', exact: true })
const sendLaterDialog = (page: Page) => page.getByRole('dialog', { name: 'Send later' })
const scheduledRow = (page: Page, text: string) =>
  messageLog(page).getByRole('list', { name: 'Send later' }).getByRole('listitem').filter({ hasText: text })

/** The lesson is at 09:12, so that the access token does not end before `time`. */
async function scheduleToday(page: Page, text: string, time: string): Promise<void> {
  await messageField(page).fill(text)
  await sendLaterButton(page).click()
  const dialog = sendLaterDialog(page)
  await dialog.getByRole('textbox', { name: 'Day' }).fill('18.11.2026')
  await dialog.getByLabel('Time').fill(time)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(scheduledRow(page, text)).toContainText(`Will be sent: Today, ${time}.`)
}

test('a teacher schedules a message by keyboard, cancels it, and the service sends it at its time', {
  tag: '@main',
}, async ({ page, context, host, node, openBrowser }) => {
  const text = 'Good luck with the test!'
  await enterChat(page, 1)
  await test.step('a suggested time is chosen by keyboard', async () => {
    await messageField(page).fill(text)
    await tabTo(page, sendLaterButton(page))
    await page.keyboard.press('Enter')
    const dialog = sendLaterDialog(page)
    await expect(dialog.getByRole('button', { name: 'Today, 18:00' })).toBeFocused()
    await expectAccessible(page, 'times for a message', { themes: ['light'] })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(sendLaterButton(page)).toBeFocused()
    await page.keyboard.press('Enter')
    // Friday is a day without school.
    await tabTo(page, dialog.getByRole('button', { name: 'Mon 23 Nov, 07:30' }))
    await page.keyboard.press('Enter')
    await expect(scheduledRow(page, text)).toContainText(
      'Will be sent: Mon 23 Nov, 07:30. Only you can see it.',
    )
    await expect(messageField(page)).toHaveValue('')
    await expect(messageField(page)).toBeFocused()
    await expect(scheduledRow(page, text)).toBeInViewport()
  })
  await test.step('a cancelled message returns to the field', async () => {
    await clickInMessages(page, page.getByRole('button', { name: `Cancel: ${text}` }))
    await expect(messageField(page)).toHaveValue(text)
    await expect(scheduledRow(page, text)).toHaveCount(0)
  })

  const pupil = await (await openBrowser()).newPage()
  await enterChat(pupil, 1, 'sommer')
  await test.step('until its time, other people do not see it', async () => {
    await scheduleToday(page, text, '09:20')
    await expect(messageField(page)).toHaveValue('')
    await pupil.reload()
    await expect(messageLog(pupil).getByRole('article').first()).toBeVisible()
    expect(readStoredMessages(node, 1)).not.toContain(text)
    await expect(messageLog(pupil)).not.toContainText(text)
  })
  await test.step('at its time, everybody sees it', async () => {
    await advanceClocks(context, host, 9 * minute)
    await expect(messageLog(page).getByRole('article').filter({ hasText: text })).toBeVisible()
    await expect(scheduledRow(page, text)).toHaveCount(0)
    await expect(messageLog(pupil).getByRole('article').filter({ hasText: text })).toBeVisible()
    expect(readStoredMessages(node, 1).filter(stored => stored === text)).toHaveLength(1)
  })
})

const setWriteAccess = (node: NodeHost, isWrite: 0 | 1) =>
  node.withSchool(database =>
    database
      .prepare(
        `update permissions set is_write = ?, is_admin = ?
         where resource_field = 'chat_id' and resource_id = 1
         and user_id = (select id from users where login = 'albrecht')`,
      )
      .run(isWrite, isWrite),
  )

test('a teacher without write access sees why messages were not sent, also on a phone', async ({
  page,
  context,
  host,
  node,
}) => {
  await enterChat(page, 1)
  for (const text of ['First text', 'Second text', 'Third text', 'Fourth text'])
    await scheduleToday(page, text, '09:20')
  await expectAccessible(page, 'scheduled messages')
  await test.step('a message can be sent before its time', async () => {
    await clickInMessages(page, page.getByRole('button', { name: 'Send now: Fourth text' }))
    await expect(messageLog(page).getByRole('article').filter({ hasText: 'Fourth text' })).toBeVisible()
    await expect(scheduledRow(page, 'Fourth text')).toHaveCount(0)
  })
  setWriteAccess(node, 0)
  await advanceClocks(context, host, 9 * minute)
  await expect(scheduledRow(page, 'First text')).toContainText(
    'Not sent (Today, 09:20): you could not write in this chat.',
  )
  expect(readStoredMessages(node, 1)).not.toContain('First text')
  await test.step('in the chat it can be removed', async () => {
    await page.reload()
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(scheduledRow(page, 'Third text')).toBeVisible()
    await expectFitting(page, 'a message that was not sent on a phone')
    await expectAccessible(page, 'a message that was not sent')
    await clickInMessages(page, page.getByRole('button', { name: 'Remove: First text' }))
    await expect(scheduledRow(page, 'First text')).toHaveCount(0)
  })
  await test.step('with write access it can be changed', async () => {
    setWriteAccess(node, 1)
    await page.reload()
    await expect(messageField(page)).toBeEditable()
    await clickInMessages(page, page.getByRole('button', { name: 'Change: Second text' }))
    await expect(messageField(page)).toHaveValue('Second text')
    await expect(scheduledRow(page, 'Second text')).toHaveCount(0)
  })
  await test.step('the list of chats shows the reason, too', async () => {
    await page.goto('/chats')
    const list = page.getByRole('complementary', { name: 'Chats' })
    await expect(list).toContainText('Your message was not sent: you could not write in the chat “Class 8b”.')
    await expectFitting(page, 'the reason above the chats')
    await expectAccessible(page, 'the reason above the chats')
    await list.getByRole('button', { name: 'Remove' }).click()
    await expect(list).not.toContainText('Your message was not sent')
  })
})

test('the times fit on a phone in German, and a request for confirmation can’t be sent later', async ({
  page,
}) => {
  await enterChat(page, 1)
  await page.evaluate(() => localStorage.setItem('staffroom.settings', JSON.stringify({ language: 'de' })))
  await page.reload()
  const field = page.getByRole('textbox', { name: 'Nachricht', exact: true })
  await expect(field).toBeEditable()
  await field.fill('Bitte lesen')
  const open = page.getByRole('button', { name: 'Später senden' })
  for (const width of [1280, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(open).toBeVisible()
    await expectFitting(page, `the message field in German, ${width} px`)
  }
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Später senden' })
  await expect(dialog.getByRole('button', { name: 'Mo 23. Nov., 07:30 Uhr' })).toBeVisible()
  await expectFitting(page, 'times in German on a phone')
  await expectAccessible(page, 'times in German on a phone')
  await dialog.getByRole('button', { name: 'Kalender öffnen' }).click()
  await expectFitting(page, 'the calendar in German on a phone')
  await dialog.getByRole('button', { name: 'Nächster Monat' }).click()
  await dialog.getByRole('button', { name: 'Voriger Monat' }).click()
  await dialog.getByRole('button', { name: /^20\. November 2026, kein Unterricht$/ }).click()
  await expect(dialog).toContainText('An diesem Tag ist kein Unterricht.')
  await dialog.getByRole('textbox', { name: 'Tag' }).fill('17.11.2026')
  await dialog.getByRole('button', { name: 'Vormerken' }).click()
  await expect(dialog).toContainText('Diese Zeit ist schon vorbei.')
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Bitte bestätigen', exact: true }).click()
  await open.hover()
  await expect(page.getByRole('tooltip')).toContainText(
    'Eine Bitte um Bestätigung kann nicht später gesendet werden.',
  )
})
