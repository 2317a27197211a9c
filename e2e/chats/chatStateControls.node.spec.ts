import { expect, type Page } from '@playwright/test'
import { faultChatMembers, faultChats } from '../../src/testing/faults/faults.ts'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import {
  enterChat,
  messageField,
  messageLog,
  openChat,
  openChatInList,
  scrollToNewest,
  waitUntilAllSent,
} from '../support/chat.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { continueHereButton, openIsolatedTab, readOnlyText } from '../support/isolatedTab.ts'

// Controls that appear only after errors, after conflicts or for other roles.

const refusal = { status: 403, json: { error: { name: 'forbidden', message: 'no', code: 403 } } }

test('members: confirmation for many people, access', async ({ page, node }) => {
  node.withSchool(database =>
    database.exec('update messages set user_id = 1 where chat_id = 1 and user_id = 2'),
  )
  await enterChat(page, 1, 'ruiz')

  await test.step('confirms messages of a user who rarely writes', async () => {
    await expect(messageLog(page).getByRole('article').first()).toBeVisible()
    await messageField(page).fill('Good morning, everybody.')
    await messageField(page).press('Enter')
    const question = page.getByRole('group').filter({ hasText: /^You rarely write here/ })
    await question.getByRole('button', { name: 'Keep writing' }).click()
    await expect(question).toHaveCount(0)
    await expect(messageField(page)).toBeFocused()
    await messageField(page).press('Enter')
    await question.getByRole('button', { name: /^Send to \d+ people$/ }).click()
    await expect(messageField(page)).toHaveValue('')
    await scrollToNewest(page)
    await expect(messageLog(page).getByText('Good morning, everybody.')).toBeVisible()
  })

  await test.step('shows who has access', async () => {
    await page.getByRole('button', { name: /^(?:Chat info|Info)$/ }).click()
    await page.getByRole('link', { name: 'Who has access' }).click()
    await expect(page.getByRole('dialog', { name: /^Access to/ })).toBeVisible()
  })
})

test('refused votes and deletions', async ({ page, context, host, guard }) => {
  guard.allow(statusErrors(403))
  await enterChat(page, 1)
  await scrollToNewest(page)
  await waitUntilAllSent(page)

  await test.step('a refused vote is retried and discarded', async () => {
    const votes = /\/poll\/votes$/
    const poll = messageLog(page)
      .getByRole('article')
      .filter({ has: page.getByRole('group', { name: /^Which film/ }) })
    const own = poll.getByRole('radio', { checked: true })
    await expect(own).toHaveCount(1)
    await page.route(votes, route => route.fulfill(refusal))
    await poll.getByRole('radio', { checked: false }).first().click()
    await expect(poll.getByRole('alert')).toContainText('Your vote was not counted')
    await poll.getByRole('button', { name: 'Try again' }).click()
    await expect(poll.getByRole('alert')).toContainText('Your vote was not counted')
    await poll.getByRole('button', { name: 'Leave it' }).click()
    await expect(poll.getByRole('alert')).toHaveCount(0)
    await expect(own).toHaveCount(1)
    await page.unroute(votes)
  })

  await test.step('an admin cancels a deletion, and discards a refused one', async () => {
    const otherMessage = messageLog(page).getByRole('article').filter({ hasText: 'Mika Sommer' }).last()
    const question = page.getByRole('dialog', { name: /^Delete .+’s message\?$/ })
    // The list scrolls until its rows are measured, so repeat the move if it missed.
    const openQuestion = () =>
      expect(async () => {
        await otherMessage.hover()
        await otherMessage.getByRole('button', { name: 'Delete', exact: true }).click({ timeout: 5000 })
        await expect(question).toBeVisible()
      }).toPass()
    await openQuestion()
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toHaveCount(0)
    await page.route(/\/messages\/\d+$/, route =>
      route.request().method() === 'DELETE' ? route.fulfill(refusal) : route.continue(),
    )
    await openQuestion()
    await question.getByRole('button', { name: /for everyone$/ }).click()
    await advanceClocks(context, host, 11_000)
    const failed = page.getByRole('list', { name: 'Deleted messages' })
    await expect(failed.getByRole('alert')).toBeVisible()
    await failed.getByRole('button', { name: 'Keep the message' }).click()
    await expect(failed).toHaveCount(0)
  })
})

test('message drafts in two tabs', async ({ page, context }) => {
  test.setTimeout(240_000)
  await enterChat(page, 1)

  await test.step('the other tab continues the draft', async () => {
    const other = await context.newPage()
    await openChat(other, 1)
    await messageField(page).pressSequentially('Half a sen')
    await expect(readOnlyText(other, 'Half a sen')).toBeVisible()
    await expect(messageField(other)).toHaveCount(0)
    await continueHereButton(other).click()
    await expect(messageField(other)).toBeFocused()
    await other.keyboard.type('tence')
    await expect(messageField(other)).toHaveValue('Half a sentence')
    await expect(readOnlyText(page, 'Half a sentence')).toBeVisible()
    await messageField(other).press('Enter')
    await expect(messageField(page)).toHaveValue('')
    await expect(messageField(other)).toHaveValue('')
    await other.close()
  })

  // A draft belongs to its chat.
  const other = await openIsolatedTab(context)
  await openChat(other, 5)
  for (const { button, chat, id, expected } of [
    { button: 'Restore', chat: 'Maths department', id: 5, expected: 'There' },
    { button: 'Discard', chat: 'Lena Weber', id: 6, expected: 'Here' },
  ]) {
    await test.step(`resolves a conflict by “${button}”`, async () => {
      await openChatInList(page, chat)
      await openChatInList(other, chat)
      await Promise.all([messageField(page), messageField(other)].map(field => expect(field).toBeVisible()))
      await messageField(page).fill('Here')
      await expect.poll(() => isStored(page, `chatDraft ${id}`)).toBe(true)
      await messageField(other).fill('There')
      await other.getByRole('button', { name: button }).click()
      await expect(readOnlyText(other, 'There')).toHaveCount(0)
      if (button === 'Discard') await continueHereButton(other).click()
      await expect(messageField(other)).toHaveValue(expected)
    })
  }
})

test('poll drafts in two tabs: resolve conflicts', async ({ page, context }) => {
  test.setTimeout(240_000)
  await enterChat(page, 1)
  const other = await openIsolatedTab(context)
  await openChat(other, 1)
  const question = (tab: Page) => tab.getByRole('dialog').getByRole('textbox', { name: 'Question' })

  for (const { button, chat, id, expected } of [
    { button: 'Discard', chat: 'Class 8b', id: 1, expected: 'Begun there?' },
    { button: 'Restore', chat: 'Maths department', id: 5, expected: 'Begun here?' },
  ]) {
    await test.step(`resolves a conflict by “${button}”`, async () => {
      for (const tab of [page, other]) {
        await openChatInList(tab, chat)
        await tab.getByRole('button', { name: 'Poll', exact: true }).click()
        await expect(question(tab)).toBeVisible()
      }
      await question(page).fill('Begun there?')
      await expect.poll(() => isStored(page, `pollDraft ${id}`)).toBe(true)
      await question(other).fill('Begun here?')
      const dialog = other.getByRole('dialog')
      const late = readOnlyText(other, 'Begun here?')
      await expect(dialog.getByText(/^An earlier version, written/)).toBeVisible()
      await expect(late).toBeVisible()
      await dialog.getByRole('button', { name: button, exact: true }).click()
      await expect(late).toHaveCount(0)
      if (button === 'Discard') await continueHereButton(other).click()
      await expect(question(other)).toHaveValue(expected)
      for (const tab of [page, other]) {
        await tab.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
        await expect(tab.getByRole('dialog')).toHaveCount(0)
      }
    })
  }
})

/** Returns whether this browser has stored the draft. */
const isStored = (page: Page, key: string) =>
  page.evaluate(async key => {
    let isFound = false
    for (const { name } of await indexedDB.databases()) {
      const open = indexedDB.open(name ?? '')
      const database = await new Promise<IDBDatabase>(resolve => {
        open.onsuccess = () => resolve(open.result)
      })
      if (database.objectStoreNames.contains('drafts')) {
        const request = database.transaction('drafts').objectStore('drafts').getAllKeys()
        const keys = await new Promise<IDBValidKey[]>(resolve => {
          request.onsuccess = () => resolve(request.result)
        })
        isFound ||= keys.includes(key)
      }
      database.close()
    }
    return isFound
  }, key)

test.describe('with a faulty service', () => {
  test.use({ faults: true })

  const chatNamed = (name: string): number => faultChats.find(fault => fault.name === name)?.id ?? 0

  test('a refused message is retried, listed, and changed', async ({ page, guard }) => {
    guard.allow(statusErrors(422))
    await enterChat(page, chatNamed('Refused'), faultChatMembers.admin)
    await messageField(page).fill('This is refused.')
    await messageField(page).press('Enter')
    await expect(messageLog(page).getByText(/^Not sent/)).toBeVisible()
    const again = page.waitForResponse(response => response.status() === 422)
    await messageLog(page).getByRole('button', { name: 'Try again: This is refused.' }).click()
    await again
    await expect(messageLog(page).getByText(/^Not sent/)).toBeVisible()
    const needsYou = page.getByRole('button', { name: '1 needs your attention' }).filter({ visible: true })
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    await page.goto('/chats')
    await needsYou.click()
    const third = page.waitForResponse(response => response.status() === 422)
    await list.getByRole('button', { name: 'Send again: Message in Refused' }).click()
    await third
    await list.getByRole('link', { name: 'Open: Message in Refused' }).click()
    await expect(list).toHaveCount(0)
    await messageLog(page).getByRole('button', { name: 'Change: This is refused.' }).click()
    await expect(messageField(page)).toHaveValue('This is refused.')
    await expect(messageLog(page).getByText(/^Not sent/)).toHaveCount(0)
  })

  test('a message without response is resent, or marked as arrived', async ({
    page,
    context,
    host,
    guard,
  }) => {
    guard.allow(statusErrors(500, 502, 503, 504))
    await enterChat(page, chatNamed('Error'), faultChatMembers.admin)
    await messageField(page).fill('Nobody answers.')
    await messageField(page).press('Enter')
    const retry = messageLog(page).getByRole('button', {
      name: /^(?:Try again|Send again): Nobody answers\.$/,
    })
    await advanceClocksUntil(context, host, () => retry.isVisible())
    await retry.click()
    // In flight again until the timeout.
    await expect(retry).toHaveCount(0)
    await advanceClocksUntil(context, host, () => retry.isVisible())
    await messageLog(page)
      .getByRole('button', { name: /^(?:Discard|It arrived): Nobody answers\.$/ })
      .click()
    await expect(retry).toHaveCount(0)
  })
})
