import { expect, type Page } from '@playwright/test'
import type { NodeHost } from './nodeHost.ts'
import type { Login } from './people.ts'
import { enterAs } from './signInAs.ts'

export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
/** Messages of the open chat, including those that are not sent yet. */
export const talk = (page: Page) => page.getByRole('log')

/** Loads a chat by its URL and waits until the message field is editable. */
export async function openChat(page: Page, chatId: number): Promise<void> {
  await page.goto(`/chats/${chatId}`)
  // A service worker, a school and a tab may start at the same time.
  await expect(messageField(page)).toBeEditable()
}

/** Signs in directly at a chat and waits until the message field is editable. */
export async function enterChat(page: Page, chatId: number, login: Login = 'albrecht'): Promise<void> {
  await enterAs(page, login, `/chats/${chatId}`)
  await expect(messageField(page)).toBeEditable()
}

/** Opens a chat by a click in the list next to the open chat, without loading the page again. */
export async function openChatInList(page: Page, name: string): Promise<void> {
  await page
    .getByRole('complementary', { name: 'Chats' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) })
    .click()
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await expect(messageField(page)).toBeEditable()
}

/**
 * Scrolls to the end of the open chat, which opens at the first unread message. Only messages near the visible area are
 * rendered.
 */
export async function toNewest(page: Page): Promise<void> {
  await expect(talk(page).getByRole('article').first()).toBeVisible()
  await talk(page).focus()
  await page.keyboard.press('End')
  await standsStill(page)
}

/** Waits until the messages have not moved for 12 frames, so that the next click hits its target. */
async function standsStill(page: Page): Promise<void> {
  await talk(page).evaluate(
    list =>
      new Promise<void>(still => {
        let place = ''
        let since = 0
        const look = () => {
          const now = `${list.scrollTop} ${list.scrollHeight} ${list.clientHeight}`
          since = now === place ? since + 1 : 0
          place = now
          if (since >= 12) still()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** Sends a message with the keyboard. The field is cleared some milliseconds before the message is stored. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text)
  await messageField(page).press('Enter')
  await expect(messageField(page)).toHaveValue('')
}

/** Returns the stored texts of a chat, ordered by message ID. */
export const heldMessages = (node: NodeHost, chatId: number): string[] =>
  node.withSchool(database =>
    database
      .prepare('select text from messages where chat_id = ? order by id')
      .all(chatId)
      .map(({ text }) => String(text)),
  )

/**
 * Waits until all messages are sent and no longer move. Until then rows are added and removed, so clicks could miss.
 */
export async function allArrived(page: Page): Promise<void> {
  await expect(talk(page).locator('[data-state]')).toHaveCount(0)
  await standsStill(page)
}

/** Status line of a message that is not sent yet. */
export const onTheWay = /^(?:Not sent|Waits for|No answer yet)/
