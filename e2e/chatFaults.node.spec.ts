import { expect } from '@playwright/test'
import { faultChatMembers, faultChats } from '../src/school/faults/faults.ts'
import { heldMessages, openChat, sendMessage, talk } from './chat.ts'
import { test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { passUntil } from './passUntil.ts'
import { enterAs } from './signInAs.ts'

test.use({ faults: true })

test.use({ demoTime: 'wednesday' })

// What never succeeds, or only after a wait, has tests of its own.
const kinds = ['lostFirst', 'brokenFirst', 'failsFirst', 'busyFirst', 'busyBareFirst']

for (const kind of kinds) {
  const faults = faultChats.filter(fault => fault.kind === kind)
  test(`${kind}: three messages queued arrive once each, in order`, async ({
    page,
    context,
    node,
    guard,
  }) => {
    test.setTimeout(180_000)
    guard.allow(statusLines(401, 429, 500, 502, 599))
    guard.allow(
      /ERR_(?:FAILED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE|HTTP2|CONNECTION)/,
    )
    await enterAs(page, faultChatMembers.admin)
    for (const { id, name } of faults) {
      await test.step(name, async () => {
        await openChat(page, id)
        // The same text twice: only its place tells the two apart.
        const texts = ['First of three.', 'And again.', 'And again.', 'The last.']
        const before = heldMessages(node, id)
        for (const text of texts) await sendMessage(page, text)
        // Stored, so that it is not in the field again after a reload.
        await expect(talk(page).getByText('The last.', { exact: true })).toHaveCount(1)
        await passUntil(context, node, () => heldMessages(node, id).length >= before.length + texts.length)
        expect(heldMessages(node, id)).toEqual([...before, ...texts])
        // What a page shows that asks anew.
        await page.reload()
        // One whose answer was still awaited is read back first.
        await passUntil(context, node, async () => {
          const shown = talk(page).getByText('The last.', { exact: true })
          return (await shown.count()) === 1
        })
        await expect(talk(page).getByText('First of three.', { exact: true })).toHaveCount(1)
        await expect(talk(page).getByText('And again.', { exact: true })).toHaveCount(2)
      })
    }
  })
}
