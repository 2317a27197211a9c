import { type BrowserContext, expect, type Page } from '@playwright/test'
import { type Host, pass } from './fixtures.ts'
import type { NodeHost } from './nodeHost.ts'

export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
/** The messages of the open chat, sent ones and those on their way. */
export const talk = (page: Page) => page.getByRole('log')

/** Opens a chat by its address and waits until one can write in it. */
export async function openChat(page: Page, chatId: number): Promise<void> {
  await page.goto(`/chats/${chatId}`)
  await expect(messageField(page)).toBeEditable()
}

/** Writes and sends with the keyboard; the field is empty at once, some milliseconds before it is stored. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text)
  await messageField(page).press('Enter')
  await expect(messageField(page)).toHaveValue('')
}

/** The texts the service holds of a chat, in the order they came. */
export const heldMessages = (node: NodeHost, chatId: number): string[] =>
  node.withSchool(database =>
    database
      .prepare('select text from messages where chat_id = ? order by id')
      .all(chatId)
      .map(({ text }) => String(text)),
  )

/** What a message says under it that is not yet at the service. */
export const onTheWay = /^(?:Not sent|Waits for|No answer yet)/

/**
 * Lets time pass for school and page until it is so; fails after some minutes of theirs. Five times as fast as real time
 * and no faster: else what a busy machine answers late counts as never answered.
 */
export async function passUntil(
  context: BrowserContext,
  host: Host,
  isSo: () => Promise<boolean>,
): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await isSo()) return true
        await pass(context, host, 2000)
        return false
      },
      { timeout: 45_000, intervals: [400] },
    )
    .toBe(true)
}
