import { expect, type Page } from '@playwright/test'
import type { NodeHost } from './nodeHost.ts'
import type { Login } from './people.ts'
import { enterAs } from './signInAs.ts'

export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
/** The messages of the open chat, sent ones and those on their way. */
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

/** Opens a chat by a click in the list beside the open chat, without loading the page again. */
export async function openChatInList(page: Page, name: string): Promise<void> {
  await page
    .getByRole('complementary', { name: 'Chats' })
    .getByRole('link', { name: new RegExp(`^${name}\\b`) })
    .click()
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await expect(messageField(page)).toBeEditable()
}

/** To the end of the open chat: it opens at the first unread, and only what is near the view is drawn. */
export async function toNewest(page: Page): Promise<void> {
  await expect(talk(page).getByRole('article').first()).toBeVisible()
  await talk(page).focus()
  await page.keyboard.press('End')
  await standsStill(page)
}

/** Until the messages have not moved for some pictures: what moves is not clicked. */
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

/** Until all that was sent stands among the messages: until then rows come and go, and move what is clicked. */
export async function allArrived(page: Page): Promise<void> {
  await expect(talk(page).locator('[data-state]')).toHaveCount(0)
  await standsStill(page)
}

/** What a message says under it that is not yet at the service. */
export const onTheWay = /^(?:Not sent|Waits for|No answer yet)/
