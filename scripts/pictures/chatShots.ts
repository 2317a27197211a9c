import type { Page } from '@playwright/test'
import { faultChats, hostileChat } from '../../src/testing/faults/faults.ts'
import { followTo } from '../followTo.ts'
import { dialog, type Shot, titled, waitUntilIdle } from './Shot.ts'

/**
 * Opens a chat and waits for the message field or its replacement, the number of unread messages, and
 * optionally a text.
 */
const chat = (chatId: number, also?: RegExp) => async (page: Page) => {
  await followTo(page, `/chats/${chatId}`)
  await page.getByRole('log').waitFor()
  const writing = page.locator('main textarea')
  await writing
    .or(page.getByText(/^Only admins (?:can )?write|but not write in it/))
    .first()
    .waitFor()
  await page.locator('nav a[href^="/chats"]', { hasText: /\d/ }).filter({ visible: true }).waitFor()
  if (also) await page.getByText(also).first().waitFor()
  await waitUntilIdle(page)
}
const inChat =
  (chatId: number, button: RegExp, then: (page: Page) => Promise<void>) => async (page: Page) => {
    await chat(chatId)(page)
    await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
    await then(page)
    await waitUntilIdle(page)
  }
/** Sends two messages, of which the first is refused. */
const refused = async (page: Page) => {
  await chat(faultChats.find(({ name }) => name === 'Refused')?.id ?? 0)(page)
  const field = page.getByRole('textbox', { name: 'Message' })
  for (const text of ['Please bring your set squares.', 'And a ruler.']) {
    await field.fill(text)
    await field.press('Control+Enter')
  }
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByText('Waiting for the message above').waitFor()
}

/** IDs are those of a new seed school. */
export const chatShots: Shot[] = [
  { name: 'chat', login: 'albrecht', take: chat(1, /and \d+ more|und \d+ weitere/) },
  { name: 'chat-german', login: 'albrecht', language: 'de', take: chat(1, /and \d+ more|und \d+ weitere/) },
  { name: 'chat-of-a-pupil', login: 'sommer', take: chat(1, /and \d+ more|und \d+ weitere/) },
  { name: 'chats', login: 'albrecht', take: titled('/chats', /^Chats$/) },
  { name: 'chat-staff', login: 'albrecht', take: chat(2) },
  { name: 'chat-many-options', login: 'sommer', take: chat(4) },
  { name: 'chat-long', login: 'albrecht', faults: true, take: chat(5) },
  { name: 'chat-direct', login: 'albrecht', take: chat(6) },
  { name: 'chat-broadcast', login: 'albrecht', take: chat(8) },
  { name: 'chat-no-files', login: 'sommer', take: chat(9) },
  { name: 'chat-empty', login: 'sommer', take: chat(13) },
  { name: 'chat-hostile', login: 'weber', faults: true, take: chat(hostileChat) },
  { name: 'chat-not-sent', login: 'weber', faults: true, take: refused },
  {
    name: 'chat-new',
    login: 'albrecht',
    take: async page => {
      await followTo(page, '/chats/new')
      await page.getByRole('dialog').getByRole('textbox').waitFor()
    },
  },
  { name: 'chat-info', login: 'albrecht', take: inChat(1, /^(?:Chat )?info$/i, dialog) },
  { name: 'chat-poll', login: 'albrecht', take: inChat(1, /^Poll$/, dialog) },
]
