import { expect } from '@playwright/test'
import { waitUntilIdle } from '../../../scripts/waitUntilIdle.ts'
import { expectHeading, type Visit } from './visit.ts'

const openChat =
  (path: string): Visit['go'] =>
  async page => {
    await page.goto(path)
    await expect(page.getByRole('log')).toBeVisible()
    await expect(page.getByRole('textbox', { name: /^(?:Message|Nachricht)$/ })).toBeVisible()
    await waitUntilIdle(page)
  }
const teachers8b = '/chats/2'

/** For a member of the chat of the teachers of 8b. */
export const chatScreens: Visit[] = [
  {
    state: 'chats, nothing found',
    go: async page => {
      await page.goto('/chats?find=xyzzy')
      await expectHeading(page, 2, /“xyzzy”|„xyzzy“/)
    },
  },
  {
    state: 'chat, searched',
    go: async page => {
      await openChat(teachers8b)(page)
      await page.getByRole('button', { name: /^(?:Search in this chat|In diesem Chat suchen)$/ }).click()
      await expect(page.getByRole('region').getByRole('searchbox')).toBeFocused()
      await page.keyboard.type('german')
      await expect(page.getByRole('status').filter({ hasText: /^1 (?:of|von) / })).toBeAttached()
    },
  },
  {
    state: 'chat info',
    go: async page => {
      await openChat(teachers8b)(page)
      await page.getByRole('button', { name: /^(?:Chat info|Chat-Info)$/ }).click()
      const people = page.getByRole('list', { name: /^(?:People|Personen)$/ })
      await expect(people.getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    state: 'chat, not there',
    go: async page => {
      await page.goto('/chats/999999')
      await expectHeading(page, 2, /^(?:This chat can’t be found|Diesen Chat gibt es hier nicht)$/)
    },
  },
]
