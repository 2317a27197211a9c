import { expect, type Locator, type Page } from '@playwright/test'
import type { NodeHost } from './nodeHost.ts'
import type { Login } from './people.ts'
import { enterAs } from './signInAs.ts'

export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
/** Includes unsent messages. */
export const messageLog = (page: Page) => page.getByRole('log')

export async function openChat(page: Page, chatId: number): Promise<void> {
  await page.goto(`/chats/${chatId}`)
  // A service worker, a school and a tab may start at the same time.
  await expect(messageField(page)).toBeEditable()
}

export async function enterChat(page: Page, chatId: number, login: Login = 'albrecht'): Promise<void> {
  await enterAs(page, login, `/chats/${chatId}`)
  await expect(messageField(page)).toBeEditable()
}

/** A chat opens at the first unread message, and renders only messages near the visible area. */
export async function scrollToNewest(page: Page): Promise<void> {
  await expect(messageLog(page).getByRole('article').first()).toBeVisible()
  await messageLog(page).focus()
  await page.keyboard.press('End')
  await waitUntilListIsStill(page)
}

/** Waits until no message has moved for 12 frames, so that the next click hits its target. */
export async function waitUntilListIsStill(page: Page): Promise<void> {
  await messageLog(page).evaluate(
    list =>
      new Promise<void>(resolve => {
        let previous = ''
        let since = 0
        const check = () => {
          const position = `${list.scrollTop} ${list.scrollHeight} ${list.clientHeight}`
          since = position === previous ? since + 1 : 0
          previous = position
          if (since >= 12) resolve()
          else requestAnimationFrame(check)
        }
        check()
      }),
  )
}

/** Scrolls first: while the list scrolls, its rows receive no clicks. */
export async function clickInMessages(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  await waitUntilListIsStill(page)
  await target.click()
}

/** Sends with the keyboard. The field is cleared some ms before the message is stored. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text)
  await messageField(page).press('Enter')
  await expect(messageField(page)).toHaveValue('')
}

/** By message ID. */
export const readStoredMessages = (node: NodeHost, chatId: number): string[] =>
  node.withSchool(database =>
    database
      .prepare('select text from messages where chat_id = ? order by id')
      .all(chatId)
      .map(({ text }) => String(text)),
  )

/** Until then clicks could miss, because rows are added and removed. */
export async function waitUntilAllSent(page: Page): Promise<void> {
  await expect(messageLog(page).locator('[data-state]')).toHaveCount(0)
  await waitUntilListIsStill(page)
}
