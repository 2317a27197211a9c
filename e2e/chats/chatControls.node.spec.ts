import { expect, type Page } from '@playwright/test'
import {
  clickInMessages,
  enterChat,
  messageField,
  messageLog,
  openChatInList,
  scrollToNewest,
  sendMessage,
  waitUntilAllSent,
} from '../support/chat.ts'
import { test } from '../support/fixtures.ts'

test.describe.configure({ timeout: 240_000 })

const messageOf = (page: Page, text: string) =>
  messageLog(page).getByRole('article').filter({ hasText: text }).last()

async function sent(page: Page, text: string) {
  await sendMessage(page, text)
  await scrollToNewest(page)
  await waitUntilAllSent(page)
  const message = messageOf(page, text)
  await message.getByText(text).hover()
  return message
}

test('chat messages: files, jump, search, attach, react, copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('opens a picture that loads during the press', async () => {
    const documents = /\/documents\//
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route(documents, async route => {
      await released
      await route.continue()
    })
    await enterChat(page, 6)
    await scrollToNewest(page)
    const picture = messageLog(page)
      .getByRole('button', { name: /^Open page 1\.jpg/ })
      .first()
    await picture.locator('svg').hover({ force: true })
    await page.mouse.down()
    release()
    await expect(picture.locator('img')).toBeVisible()
    await page.mouse.up()
    const viewer = page.getByRole('dialog')
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(viewer).toHaveCount(0)
    await page.unroute(documents)
  })

  await test.step('opens a picture and a document', async () => {
    await scrollToNewest(page)
    const viewer = page.getByRole('dialog')
    for (const name of [/^Open page 1\.jpg/, /^Open summary/]) {
      await clickInMessages(page, messageLog(page).getByRole('button', { name }).first())
      await viewer.getByRole('button', { name: 'Close' }).click()
      await expect(viewer).toHaveCount(0)
    }
  })

  await test.step('jumps to the newest message', async () => {
    await openChatInList(page, 'Class 8b')
    await scrollToNewest(page)
    await expect(messageLog(page).getByText('Maths is in B12 today, period 4.')).toBeInViewport()
    await messageLog(page).focus()
    await page.keyboard.press('Home')
    const toEnd = page.getByRole('button', { name: /^To the newest message/ })
    await toEnd.click()
    await expect(messageLog(page).getByText('Maths is in B12 today, period 4.')).toBeInViewport()
    await expect(toEnd).toHaveCount(0)
  })

  await test.step('searches and steps through matches', async () => {
    await page.getByRole('button', { name: 'Search in this chat' }).click()
    const field = page.getByRole('region').getByRole('searchbox')
    await field.fill('maths')
    const at = page
      .getByRole('status')
      .filter({ hasText: /^\d+ of \d+/ })
      .first()
    await expect(at).toContainText(/^1 of /)
    await page.getByRole('button', { name: 'Next older match' }).click()
    await expect(at).toContainText(/^2 of /)
    await page.getByRole('button', { name: 'Next newer match' }).click()
    await expect(at).toContainText(/^1 of /)
    await page.getByRole('button', { name: 'Close the search' }).click()
    await expect(field).toHaveCount(0)
  })

  await test.step('attaches and removes a file, and sends by button', async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'File', exact: true }).click()
    const file = { name: 'not this one.txt', mimeType: 'text/plain', buffer: Buffer.from('No.') }
    await (await choosing).setFiles(file)
    await page.getByRole('button', { name: 'Remove not this one.txt' }).click()
    await expect(page.getByText('not this one.txt')).toHaveCount(0)
    await messageField(page).fill('Without a file.')
    // Only the composer shows the focus ring.
    await expect(messageField(page)).toHaveCSS('box-shadow', 'none')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(messageField(page)).toHaveValue('')
    await expect(messageLog(page).getByText('Without a file.')).toBeVisible()
  })

  await test.step('reacts, and copies the text', async () => {
    const message = await sent(page, 'Bring your set squares.')
    await message.getByRole('button', { name: 'React' }).click()
    await page
      .getByRole('button', { name: /^heart/ })
      .or(page.getByRole('menuitem', { name: /^heart/ }))
      .or(page.getByRole('option', { name: /^heart/ }))
      .click()
    const reaction = message.getByRole('button', { name: /heart|❤/ })
    await expect(reaction).toBeVisible()
    await reaction.click()
    await expect(reaction).toHaveCount(0)
    await message.getByText('Bring your set squares.').hover()
    await message.getByRole('button', { name: 'Copy text' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('Bring your set squares.')
  })
})

test('polls: voters, create, vote, change, withdraw', async ({ page, node }) => {
  // The second answer becomes the last, with more voters than its row names.
  node.withSchool(database =>
    database.exec(`delete from poll_options where id =
      (select max(option.id) from poll_options option join polls poll on poll.id = option.poll_id where poll.chat_id = 1)`),
  )
  await enterChat(page, 1)

  await test.step('lists all voters by full name', async () => {
    await scrollToNewest(page)
    const poll = messageLog(page).getByRole('group', { name: /^Which film/ })
    await poll
      .getByRole('button', { name: /and \d+ more$/ })
      .first()
      .click()
    const list = page.getByRole('dialog', { name: /^Who chose / })
    await expect(list.getByRole('listitem').nth(3)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
  })

  await test.step('keeps voters clear of "Take back my vote"', async () => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 })
      await scrollToNewest(page)
      const poll = messageLog(page).getByRole('article').filter({ hasText: 'Which film' })
      const voters = poll.getByRole('listitem').last().getByRole('button')
      await expect(voters).toBeVisible()
      const [names, takeBack] = [
        await voters.boundingBox(),
        await poll.getByRole('button', { name: 'Take back my vote' }).boundingBox(),
      ]
      if (!names || !takeBack) throw new Error('The poll is no longer rendered.')
      const covered = names.y + names.height - takeBack.y
      expect(covered, `at ${width}: overlap of the button and the names, in px`).toBeLessThanOrEqual(0)
      expect(names.height, `at ${width}`).toBeGreaterThanOrEqual(24)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('cancels a new poll', async () => {
    for (const button of ['Cancel', 'Close']) {
      await page.getByRole('button', { name: 'Poll', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: button }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  const poll = messageLog(page)
    .getByRole('article')
    .filter({ has: page.getByRole('group', { name: /^What do we cook\?/ }) })
  const box = (name: string) => poll.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  /** The list may scroll while the last poll changes its height, so a missed click is repeated. */
  const press = (name: string) => {
    const button = poll.getByRole('button', { name })
    return expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 3000 })
      await expect(button).toHaveCount(0, { timeout: 3000 })
    }).toPass()
  }

  await test.step('creates an anonymous poll with several choices', async () => {
    await page.getByRole('button', { name: 'Poll', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New poll' })
    await form.getByRole('textbox', { name: 'Question' }).fill('What do we cook?')
    await form.getByRole('textbox', { name: 'Answer 1' }).fill('Soup')
    await form.getByRole('textbox', { name: 'Answer 2' }).fill('Salad')
    await form.getByRole('button', { name: 'Add an answer' }).click()
    await form.getByRole('textbox', { name: 'Answer 3' }).fill('Cake')
    await form.getByRole('button', { name: 'Add an answer' }).click()
    await form.getByRole('textbox', { name: 'Answer 4' }).fill('Nothing')
    await form.getByRole('button', { name: /^Remove: Nothing/ }).click()
    await expect(form.getByRole('textbox', { name: 'Answer 4' })).toHaveCount(0)
    await form.getByRole('button', { name: 'Move up: Cake' }).click()
    await expect(form.getByRole('textbox', { name: 'Answer 2' })).toHaveValue('Cake')
    await form.getByRole('button', { name: 'Move down: Soup' }).click()
    await expect(form.getByRole('textbox', { name: 'Answer 1' })).toHaveValue('Cake')
    await form.getByRole('checkbox', { name: /^Several choices/ }).check()
    await form.getByRole('checkbox', { name: /^Anonymous/ }).check()
    await form.getByRole('button', { name: /^Send/ }).click()
    await expect(form).toHaveCount(0)
    await scrollToNewest(page)
    await waitUntilAllSent(page)
    await expect(poll.getByRole('checkbox')).toHaveCount(3)
  })

  await test.step('votes, and changes the vote', async () => {
    await box('Cake').click()
    await box('Soup').click()
    await poll.getByRole('button', { name: 'Vote', exact: true }).click()
    await expect(poll.getByText(/^1 of 31 has voted/)).toBeVisible()
    await box('Salad').click()
    await expect(poll.getByRole('button', { name: 'Leave it as it was' })).toBeVisible()
    await press('Leave it as it was')
    await expect(box('Salad')).not.toBeChecked()
    await box('Salad').click()
    await expect(poll.getByRole('button', { name: 'Change my vote' })).toBeVisible()
    const response = page.waitForResponse(/\/poll\/votes$/)
    await press('Change my vote')
    await response
    await expect(box('Salad')).toBeChecked()
    await expect(poll.getByRole('button', { name: 'Take back my vote' })).toBeVisible()
  })

  await test.step('withdraws the vote', async () => {
    await expect(poll.getByText(/^1 of 31 has voted/)).toBeVisible()
    await press('Take back my vote')
    await expect(poll.getByText(/^1 of 31 has voted/)).toHaveCount(0)
  })
})

test('chat info, chat list and new chat', async ({ page }) => {
  const info = page.getByRole('button', { name: /^(?:Chat info|Info)$/ })
  await enterChat(page, 1)

  await test.step('narrow chat info: download, close', async () => {
    await page.setViewportSize({ width: 900, height: 800 })
    await info.click()
    const facts = page.getByRole('dialog', { name: /^About/ })
    const saved = page.waitForEvent('download')
    await facts
      .getByRole('button', { name: /^Download / })
      .first()
      .click()
    await saved
    await facts.getByRole('button', { name: 'Close' }).click()
    await expect(facts).toHaveCount(0)
  })

  await test.step('"All chats" on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await expect(messageLog(page)).toBeVisible()
    await page.getByRole('link', { name: 'All chats' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('clears a search without match', async () => {
    const chats = page.getByRole('complementary', { name: 'Chats' }).getByRole('link')
    await expect(chats.nth(5)).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search chats' }).fill('xyzzy')
    await page.getByRole('button', { name: 'Show all chats' }).click()
    await expect(chats.nth(5)).toBeVisible()
  })

  await test.step('wide chat info: search, picture, access', async () => {
    await openChatInList(page, 'Class 8b')
    await info.click()
    const people = page.getByRole('list', { name: 'People' })
    await expect(people.getByRole('listitem').first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search people' }).fill('ruiz')
    await expect(people.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: /^Show pike\.jpg/ }).click()
    const viewer = page.getByRole('dialog').last()
    await expect(viewer.getByRole('img', { name: /pike\.jpg/ })).toBeVisible()
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('img', { name: /pike\.jpg/ })).toHaveCount(0)
    await page.getByRole('link', { name: /^Add or change people/ }).click()
    const access = page.getByRole('dialog', { name: /^Access to/ })
    await expect(access).toBeVisible()
    await access.getByRole('button', { name: 'Close' }).click()
    await expect(access).toHaveCount(0)
  })

  const form = page.getByRole('dialog', { name: 'New chat' })
  const newChat = page.getByRole('banner').getByRole('link', { name: 'New chat' })

  await test.step('cancels a new chat', async () => {
    for (const button of ['Cancel', 'Close']) {
      await newChat.click()
      await form.getByRole('button', { name: button }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  await test.step('creates a broadcast without files', async () => {
    await newChat.click()
    await form.getByRole('textbox', { name: 'Name' }).fill('Fire drill')
    await form.getByRole('checkbox', { name: /^Only admins (?:can )?write/ }).check()
    await form.getByRole('checkbox', { name: /^Files allowed/ }).uncheck()
    await form.getByRole('button', { name: 'Create chat' }).click()
    await expect(form).toHaveCount(0)
    await expect(
      page
        .getByRole('heading', { level: 1, name: 'Fire drill' })
        .or(page.getByRole('heading', { level: 2, name: 'Fire drill' }))
        .first(),
    ).toBeVisible()
    await expect(messageField(page)).toBeEditable()
    await info.click()
    await expect(page.getByText('Only admins', { exact: true })).toBeVisible()
    await expect(page.getByText('Not allowed', { exact: true })).toBeVisible()
  })
})
