import { expect } from '@playwright/test'
import { faultChatMembers, faultChats } from '../../src/testing/faults/faults.ts'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import { messageLog, openChat, readStoredMessages, sendMessage } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'

test.use({ faults: true })

test.use({ demoTime: 'wednesday' })

// queuedMessages.node.spec.ts kills a sending page; the delivery tests cover every fault.
const kinds = ['lostFirst', 'brokenFirst', 'failsFirst', 'busyFirst', 'busyBareFirst']

for (const kind of kinds) {
  const faults = faultChats.filter(fault => fault.kind === kind)
  test(`${kind}: three queued messages arrive once, in order`, async ({ page, context, node, guard }) => {
    test.setTimeout(180_000)
    guard.allow(statusErrors(401, 429, 500, 502, 599))
    guard.allow(
      /ERR_(?:FAILED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE|HTTP2|CONNECTION)/,
    )
    await enterAs(page, faultChatMembers.admin)
    for (const { id, name } of faults) {
      await test.step(name, async () => {
        await openChat(page, id)
        // Equal texts are distinguished by order only.
        const texts = ['First of three.', 'And again.', 'And again.', 'The last.']
        const before = readStoredMessages(node, id)
        for (const text of texts) await sendMessage(page, text)
        // Wait until it is stored: a reload would restore it as a draft.
        await expect(messageLog(page).getByText('The last.', { exact: true })).toHaveCount(1)
        await advanceClocksUntil(
          context,
          node,
          () => readStoredMessages(node, id).length >= before.length + texts.length,
        )
        expect(readStoredMessages(node, id)).toEqual([...before, ...texts])
        await page.reload()
        // The app verifies unanswered messages before it shows them as sent.
        await advanceClocksUntil(context, node, async () => {
          const shown = messageLog(page).getByText('The last.', { exact: true })
          return (await shown.count()) === 1
        })
        await expect(messageLog(page).getByText('First of three.', { exact: true })).toHaveCount(1)
        await expect(messageLog(page).getByText('And again.', { exact: true })).toHaveCount(2)
      })
    }
  })
}
