import { expect } from '@playwright/test'
import { faultChatMembers, faultChats } from '../../src/testing/faults/faults.ts'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import {
  enterChat,
  messageField,
  messageLog,
  openChat,
  readStoredMessages,
  scrollToNewest,
  sendMessage,
  waitUntilAllSent,
} from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { offlineErrors, statusErrors } from '../support/guard.ts'

test.use({ faults: true })

const chatNamed = (name: string): number => {
  const id = faultChats.find(fault => fault.name === name)?.id
  if (id === undefined) throw new Error(`there is no chat ${name}`)
  return id
}

test('queued messages survive a reload, and are sent once', { tag: '@main' }, async ({
  page,
  context,
  host,
  node,
  guard,
}) => {
  guard.allow(offlineErrors)
  await enterChat(page, 1)
  await test.step('a held Enter sends once', async () => {
    const before = readStoredMessages(node, 1)
    await messageField(page).fill('Once.')
    for (let repeat = 0; repeat < 8; repeat += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(messageField(page)).toHaveValue('')
    // Messages are sent in order, so a duplicate would be stored before this one.
    await sendMessage(page, 'After it.')
    await expect.poll(() => readStoredMessages(node, 1)).toContain('After it.')
    expect(readStoredMessages(node, 1)).toEqual([...before, 'Once.', 'After it.'])
    await waitUntilAllSent(page)
  })
  const before = readStoredMessages(node, 1)
  await context.setOffline(true)
  const texts = ['On the train.', 'Back at noon.', 'B12 as planned.']
  for (const text of texts) await sendMessage(page, text)
  for (const text of texts) await expect(messageLog(page).getByText(text, { exact: true })).toBeVisible()
  expect(readStoredMessages(node, 1)).toEqual(before)
  await context.setOffline(false)
  await page.reload()
  await advanceClocksUntil(context, host, async () => readStoredMessages(node, 1).length > before.length + 2)
  expect(readStoredMessages(node, 1)).toEqual([...before, ...texts])
  await scrollToNewest(page)
  await expect(messageLog(page).getByText('B12 as planned.', { exact: true })).toHaveCount(1)
})

test('a page killed while sending sends once', async ({ page, context, host, node, guard }) => {
  guard.allow(statusErrors(502, 503, 504))
  const id = chatNamed('Slow')
  await enterChat(page, id, faultChatMembers.admin)
  const before = readStoredMessages(node, id)
  await sendMessage(page, 'Answered too late for this page.')
  await sendMessage(page, 'This one waited.')
  // The field is empty some ms before the message is in the delivery.
  await expect(messageLog(page).getByText('This one waited.', { exact: true })).toBeVisible()
  await expect.poll(() => readStoredMessages(node, id).length).toBe(before.length + 1)
  // A crash of the renderer fires no pagehide or unload event.
  const killed = page.waitForEvent('crash')
  page.goto('chrome://crash').catch(() => undefined)
  await killed
  await page.close()
  const again = await context.newPage()
  await again.goto(`/chats/${id}`)
  await expect(messageField(again)).toBeEditable()
  await advanceClocksUntil(context, host, async () => readStoredMessages(node, id).length > before.length + 1)
  expect(readStoredMessages(node, id)).toEqual([
    ...before,
    'Answered too late for this page.',
    'This one waited.',
  ])
})

test('two tabs send each message once', async ({ page, context, node }) => {
  await enterChat(page, 1)
  const other = await context.newPage()
  await openChat(other, 1)
  const before = readStoredMessages(node, 1)
  await messageField(page).fill('From the first tab.')
  await messageField(page).press('Enter')
  await expect(messageLog(other).getByText('From the first tab.', { exact: true })).toHaveCount(1)
  await expect(messageField(other)).toHaveValue('')
  await messageField(other).fill('From the second tab.')
  await messageField(other).press('Enter')
  await expect
    .poll(() => readStoredMessages(node, 1))
    .toEqual([...before, 'From the first tab.', 'From the second tab.'])
  for (const tab of [page, other]) {
    await expect(messageLog(tab).getByText('From the first tab.', { exact: true })).toHaveCount(1)
    await expect(messageLog(tab).getByText('From the second tab.', { exact: true })).toHaveCount(1)
  }
})

test('a refused message blocks the next until discarded', async ({ page, node, guard }) => {
  guard.allow(statusErrors(422))
  const id = chatNamed('Refused')
  await enterChat(page, id, faultChatMembers.admin)
  const before = readStoredMessages(node, id)
  await sendMessage(page, 'This is refused.')
  await expect(messageLog(page).getByText(/^Not sent/)).toBeVisible()
  await sendMessage(page, 'And this waits.')
  await expect(messageLog(page).getByText('Waiting to be sent.')).toBeVisible()
  await page.reload()
  await expect(messageLog(page).getByText('Waiting to be sent.')).toBeVisible()
  await messageLog(page)
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click()
  await expect(messageLog(page).getByText('This is refused.')).toHaveCount(0)
  // The next message is sent, and refused too.
  await expect(messageLog(page).getByText(/^Not sent/)).toBeVisible()
  expect(readStoredMessages(node, id)).toEqual(before)
})
