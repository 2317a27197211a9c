import { expect } from '@playwright/test'
import {
  enterChat,
  messageField,
  messageLog,
  scrollToNewest,
  sendMessage,
  waitUntilAllSent,
} from '../support/chat.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { expectVisibleFocus, tabTo } from '../support/keyboardOnly.ts'
import { enterAs, grid } from '../support/signInAs.ts'

test.use({ demoTime: 'wednesday' })

test('messages are read and answered by mouse and keyboard', { tag: '@main' }, async ({ page }) => {
  await enterAs(page)
  await test.step('by mouse', async () => {
    const rail = page.getByRole('navigation').first()
    const chats = rail.getByRole('link', { name: /^Chats/ })
    await expect(chats).toContainText('14')
    await chats.click()
    await page
      .getByRole('link', { name: /^Teachers 8b/ })
      .filter({ visible: true })
      .click()
    await expect(page.getByRole('heading', { level: 2, name: 'Teachers 8b' })).toBeVisible()
    await expect(messageLog(page).getByText(/^New since/)).toBeVisible()
    await expect(messageLog(page).getByText('I take German on Thursday.')).toBeVisible()
    // A message is read once its end was on screen. In a low window the last message is below the fold.
    await messageLog(page).focus()
    await page.keyboard.press('End')
    await expect(chats).toContainText('7')
    await sendMessage(page, 'Thank you, Peter.\nI tell the class.')
    await expect(messageLog(page).getByText('Thank you, Peter.')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Teachers 8b/ })).toContainText('You: Thank you, Peter.')
    await messageField(page).fill('Half a sent')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('heading', { level: 2, name: 'Teachers 8b' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 2, name: 'Class 8b' })).toBeVisible()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(messageField(page)).toHaveValue('Half a sent')
    await messageField(page).fill('')
    // Leaving deletes the empty draft. Otherwise a page load could restore it.
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('heading', { level: 2, name: 'Class 8b' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Teachers 8b/ })).not.toContainText('Draft:')
  })
  await test.step('by keyboard', async () => {
    await page.goto('/classes/1/timetable')
    await expect(grid(page)).toBeVisible()
    await tabTo(
      page,
      page
        .getByRole('navigation')
        .first()
        .getByRole('link', { name: /^Chats/ }),
    )
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('searchbox', { name: 'Search chats' }))
    await page.keyboard.type('Teachers 8b')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Teachers 8b' })).toBeVisible()
    await tabTo(page, messageField(page))
    await page.keyboard.type('First line')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second line')
    await page.keyboard.press('Enter')
    await expect(messageLog(page).getByText(/^First line\s+second line$/)).toBeVisible()
    await waitUntilAllSent(page)
    // Files, polls and messages are tab stops without a focus trap.
    await tabTo(page, page.getByRole('button', { name: 'Poll', exact: true }))
    await expectVisibleFocus(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await tabTo(page, messageLog(page), 'Shift+Tab')
    await page.keyboard.press('ArrowUp')
    await expect(messageLog(page).locator(':focus')).toContainText('second line')
  })
})

test('poll, file, and deletion with undo', { tag: '@main' }, async ({ page, context, host }) => {
  await enterChat(page, 1)
  const poll = messageLog(page)
    .getByRole('article')
    .filter({ has: page.getByRole('group', { name: /^Which day for the test\?/ }) })

  await test.step('a poll', async () => {
    await page.getByRole('button', { name: 'Poll', exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Question' }).fill('Which day for the test?')
    await form.getByRole('textbox', { name: 'Answer 1' }).fill('Tuesday')
    await form.getByRole('textbox', { name: 'Answer 2' }).fill('Thursday')
    await form.getByRole('button', { name: /^Send/ }).click()
    await expect(form).toHaveCount(0)
    await expect(poll).toBeVisible()
    await waitUntilAllSent(page)
    for (const day of ['Tuesday', 'Thursday']) {
      // The vote appears before it is stored, so await the response before the reload.
      const response = page.waitForResponse(/\/poll\/votes$/)
      await poll.getByRole('radio', { name: new RegExp(`^${day}`) }).click()
      await expect(poll.getByRole('radio', { name: new RegExp(`^${day}`) })).toBeChecked()
      await expect(poll.getByText(/^1 of 31 has voted/)).toBeVisible()
      await response
      // Its layout is final once the vote was counted.
      await expect(page.getByText(new RegExp(`^Your vote was counted\\..*${day}`))).toBeAttached()
    }
  })
  await test.step('a file', async () => {
    await page
      .locator('main input[type="file"]')
      .setInputFiles({ name: 'set squares.txt', mimeType: 'text/plain', buffer: Buffer.from('45 degrees') })
    await expect(page.getByText('set squares.txt')).toBeVisible()
    await sendMessage(page, 'Here is the list.')
    await expect(messageLog(page).getByText('Here is the list.')).toBeVisible()
    // Only an uploaded file can be downloaded.
    const toDownload = messageLog(page).getByRole('button', { name: /^Download set squares\.txt/ })
    await expect(toDownload).toBeVisible()
    await page.reload()
    await scrollToNewest(page)
    await expect(toDownload).toBeVisible()
    await expect(poll.getByRole('radio', { name: /^Thursday/ })).toBeChecked()
    const download = page.waitForEvent('download')
    await toDownload.click()
    expect((await download).suggestedFilename()).toBe('set squares.txt')
  })
  // The demo and the Node host share the code of the undo period.
  if (!host.node) return
  await test.step('a deletion and its undo', async () => {
    await sendMessage(page, 'To be deleted.')
    await sendMessage(page, 'To be kept.')
    await expect(messageLog(page).getByText('To be kept.')).toBeVisible()
    await waitUntilAllSent(page)
    const undo = page.getByRole('button', { name: /^Undo/ })
    for (const [before, text] of ['To be deleted.', 'To be kept.'].entries()) {
      const row = messageLog(page).getByRole('article').filter({ hasText: text }).last()
      await row.getByText(text).hover()
      await row.getByRole('button', { name: 'Delete' }).click()
      // The rows below move up.
      await expect(undo).toHaveCount(before + 1)
      await waitUntilAllSent(page)
    }
    await undo.last().click()
    await expect(undo).toHaveCount(1)
    // The button disappears before the response.
    const deleted = page.waitForResponse(response => response.request().method() === 'DELETE')
    await advanceClocks(context, host, 11_000)
    await expect(undo).toHaveCount(0)
    await deleted
    await page.reload()
    await scrollToNewest(page)
    await expect(messageLog(page).getByText('To be kept.')).toBeVisible()
    await expect(messageLog(page).getByText('To be deleted.')).toHaveCount(0)
  })
})
