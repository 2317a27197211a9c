import { expect, type Page } from '@playwright/test'
import { allArrived, messageField, openChat, sendMessage, talk, toNewest } from './chat.ts'
import { test } from './fixtures.ts'
import { enterAs } from './signInAs.ts'

// What one can do in a chat, each control used for what it is there for.

const messageOf = (page: Page, text: string) =>
  talk(page).getByRole('article').filter({ hasText: text }).last()

async function sent(page: Page, text: string) {
  await sendMessage(page, text)
  await toNewest(page)
  await allArrived(page)
  const message = messageOf(page, text)
  await message.getByText(text).hover()
  return message
}

test('a message is reacted to, the reaction taken back, and its text copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page)
  await openChat(page, 1)
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
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Bring your set squares.')
})

test('who voted for the last answer is asked beside the way to take a vote back, at any width', async ({
  page,
  node,
}) => {
  // The answer in the middle becomes the last, so that it has more voters than are named.
  node.withSchool(database =>
    database.exec(`delete from poll_options where id =
      (select max(option.id) from poll_options option join polls poll on poll.id = option.poll_id where poll.chat_id = 1)`),
  )
  await enterAs(page)
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await openChat(page, 1)
    await toNewest(page)
    const poll = talk(page).getByRole('article').filter({ hasText: 'Which film' })
    const voters = poll.getByRole('listitem').last().getByRole('button')
    await expect(voters).toBeVisible()
    const [names, takeBack] = [
      await voters.boundingBox(),
      await poll.getByRole('button', { name: 'Take back my vote' }).boundingBox(),
    ]
    if (!names || !takeBack) throw new Error('The poll went away.')
    const covered = names.y + names.height - takeBack.y
    expect(covered, `at ${width}: the way back over the names`).toBeLessThanOrEqual(0)
    expect(names.height, `at ${width}`).toBeGreaterThanOrEqual(24)
  }
})

test('the send button sends, a file chosen by its button is taken out again', async ({ page }) => {
  await enterAs(page)
  await openChat(page, 1)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'File', exact: true }).click()
  const file = { name: 'not this one.txt', mimeType: 'text/plain', buffer: Buffer.from('No.') }
  await (await choosing).setFiles(file)
  await page.getByRole('button', { name: 'Remove not this one.txt' }).click()
  await expect(page.getByText('not this one.txt')).toHaveCount(0)
  await messageField(page).fill('Without a file.')
  // The ring is round the whole composer, once.
  await expect(messageField(page)).toHaveCSS('box-shadow', 'none')
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(messageField(page)).toHaveValue('')
  await expect(talk(page).getByText('Without a file.')).toBeVisible()
})

test('from far up one comes to the newest message by a click', async ({ page }) => {
  await enterAs(page)
  await openChat(page, 1)
  await toNewest(page)
  await expect(talk(page).getByText('Maths is in B12 today, period 4.')).toBeInViewport()
  await talk(page).focus()
  await page.keyboard.press('Home')
  const toEnd = page.getByRole('button', { name: /^To the newest message/ })
  await toEnd.click()
  await expect(talk(page).getByText('Maths is in B12 today, period 4.')).toBeInViewport()
  await expect(toEnd).toHaveCount(0)
})

test('the chat is searched, and what is found is gone through', async ({ page }) => {
  await enterAs(page)
  await openChat(page, 1)
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

test('a poll: answers are added, moved and taken out, it is anonymous with several choices, and a vote taken back', async ({
  page,
}) => {
  await enterAs(page)
  await openChat(page, 1)
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
  const poll = talk(page)
    .getByRole('article')
    .filter({ has: page.getByRole('group', { name: /^What do we cook\?/ }) })
  await toNewest(page)
  await allArrived(page)
  await expect(poll.getByRole('checkbox')).toHaveCount(3)
  await poll.getByRole('checkbox', { name: /^Cake/ }).click()
  await poll.getByRole('checkbox', { name: /^Soup/ }).click()
  await poll.getByRole('button', { name: 'Vote', exact: true }).click()
  await expect(poll.getByText(/^1 of 31 has voted/)).toBeVisible()
  await poll.getByRole('button', { name: 'Take back my vote' }).click()
  await expect(poll.getByText(/^1 of 31 has voted/)).toHaveCount(0)
})

test('a poll or a chat that is not made after all leaves nothing', async ({ page }) => {
  await enterAs(page)
  await openChat(page, 1)
  for (const way of ['Cancel', 'Close']) {
    await page.getByRole('button', { name: 'Poll', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: way }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const way of ['Cancel', 'Close']) {
    await page.getByRole('banner').getByRole('link', { name: 'New chat' }).click()
    await page.getByRole('dialog', { name: 'New chat' }).getByRole('button', { name: way }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('in a new chat only administrators write, and files are not allowed', async ({ page }) => {
  await enterAs(page, 'albrecht', '/chats/new')
  const form = page.getByRole('dialog', { name: 'New chat' })
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
  await page.getByRole('button', { name: /^(?:Chat info|Info)$/ }).click()
  await expect(page.getByText('Only admins', { exact: true })).toBeVisible()
  await expect(page.getByText('Not allowed', { exact: true })).toBeVisible()
})

test('the facts of a chat: people are searched, files shown, and who may what is a click away', async ({
  page,
}) => {
  await enterAs(page)
  await openChat(page, 1)
  await page.getByRole('button', { name: /^(?:Chat info|Info)$/ }).click()
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
  await expect(page.getByRole('dialog', { name: /^Access to/ })).toBeVisible()
})

test('a picture and a document of a message are opened', async ({ page }) => {
  await enterAs(page)
  await openChat(page, 6)
  await toNewest(page)
  const viewer = page.getByRole('dialog')
  for (const name of [/^Open page 1\.jpg/, /^Open summary/]) {
    await talk(page).getByRole('button', { name }).first().click()
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(viewer).toHaveCount(0)
  }
})

test('a picture that arrives while it is pressed is opened', async ({ page }) => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  await page.route(/\/documents\//, async route => {
    await arrived
    await route.continue()
  })
  await enterAs(page)
  await openChat(page, 6)
  await toNewest(page)
  const picture = talk(page)
    .getByRole('button', { name: /^Open page 1\.jpg/ })
    .first()
  // On what stands there until the picture is here.
  await picture.locator('svg').hover({ force: true })
  await page.mouse.down()
  arrive()
  await expect(picture.locator('img')).toBeVisible()
  await page.mouse.up()
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: 'Close' }).click()
  await expect(viewer).toHaveCount(0)
})

test('everybody who chose an answer is listed by whole name', async ({ page }) => {
  await enterAs(page)
  await openChat(page, 1)
  await toNewest(page)
  const poll = talk(page).getByRole('group', { name: /^Which film/ })
  await poll
    .getByRole('button', { name: /and \d+ more$/ })
    .first()
    .click()
  const list = page.getByRole('dialog', { name: /^Who chose / })
  await expect(list.getByRole('listitem').nth(3)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
})
