import { expect, type Page } from '@playwright/test'
import { faultChatMembers, faultChats } from '../src/school/faults/faults.ts'
import { allArrived, messageField, openChat, talk, toNewest } from './chat.ts'
import { goOn, openDeafTab, textToRead } from './deafTab.ts'
import { pass, test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { passUntil } from './passUntil.ts'
import { enterAs } from './signInAs.ts'

// A chat where things go otherwise than planned, each control used for what it is there for.

const pollOf = (page: Page, name: RegExp) =>
  talk(page)
    .getByRole('article')
    .filter({ has: page.getByRole('group', { name }) })

const refusal = { status: 403, json: { error: { name: 'forbidden', message: 'no', code: 403 } } }

test('who rarely writes to many is asked first, goes on writing, and sends', async ({ page, node }) => {
  node.withSchool(database =>
    database.exec('update messages set user_id = 1 where chat_id = 1 and user_id = 2'),
  )
  await enterAs(page, 'ruiz')
  await openChat(page, 1)
  await expect(talk(page).getByRole('article').first()).toBeVisible()
  await messageField(page).fill('Good morning, everybody.')
  await messageField(page).press('Enter')
  const asked = page.getByRole('group').filter({ hasText: /^You rarely write here/ })
  await asked.getByRole('button', { name: 'Keep writing' }).click()
  await expect(asked).toHaveCount(0)
  await expect(messageField(page)).toBeFocused()
  await messageField(page).press('Enter')
  await asked.getByRole('button', { name: /^Send to \d+ people$/ }).click()
  await expect(messageField(page)).toHaveValue('')
  await toNewest(page)
  await expect(talk(page).getByText('Good morning, everybody.')).toBeVisible()
})

test('somebody else’s message is kept, then deleted for everyone by who administers the chat', async ({
  page,
  context,
  host,
  guard,
}) => {
  guard.allow(statusLines(403))
  await enterAs(page)
  await openChat(page, 1)
  await toNewest(page)
  await allArrived(page)
  const others = talk(page).getByRole('article').filter({ hasText: 'Mika Sommer' }).last()
  const question = page.getByRole('dialog', { name: /^Delete .+’s message\?$/ })
  // The list moves on until its rows are measured, and a pointer that is beside its row then is moved again.
  const ask = () =>
    expect(async () => {
      await others.hover()
      await others.getByRole('button', { name: 'Delete', exact: true }).click({ timeout: 5000 })
      await expect(question).toBeVisible()
    }).toPass()
  await ask()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await page.route(/\/messages\/\d+$/, route =>
    route.request().method() === 'DELETE' ? route.fulfill(refusal) : route.continue(),
  )
  await ask()
  await question.getByRole('button', { name: /for everyone$/ }).click()
  await pass(context, host, 11_000)
  const failed = page.getByRole('list', { name: 'Deleted messages' })
  await expect(failed.getByRole('alert')).toBeVisible()
  await failed.getByRole('button', { name: 'Keep the message' }).click()
  await expect(failed).toHaveCount(0)
})

test('a vote that did not count is tried again, or left; a marked one is left as it was', async ({
  page,
  guard,
}) => {
  guard.allow(statusLines(403))
  await enterAs(page)
  await openChat(page, 1)
  await toNewest(page)
  const poll = pollOf(page, /^Which film/)
  const own = poll.getByRole('radio', { checked: true })
  await expect(own).toHaveCount(1)
  await page.route(/\/poll\/votes$/, route => route.fulfill(refusal))
  await poll.getByRole('radio', { checked: false }).first().click()
  await expect(poll.getByRole('alert')).toContainText('Your vote was not counted')
  await poll.getByRole('button', { name: 'Try again' }).click()
  await expect(poll.getByRole('alert')).toContainText('Your vote was not counted')
  await poll.getByRole('button', { name: 'Leave it' }).click()
  await expect(poll.getByRole('alert')).toHaveCount(0)
  await expect(own).toHaveCount(1)
})

test('a vote for several is changed, or left as it was', async ({ page }) => {
  await enterAs(page)
  await openChat(page, 1)
  await page.getByRole('button', { name: 'Poll', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New poll' })
  await form.getByRole('textbox', { name: 'Question' }).fill('What do we cook?')
  for (const [at, answer] of ['Soup', 'Salad'].entries())
    await form.getByRole('textbox', { name: `Answer ${at + 1}` }).fill(answer)
  await form.getByRole('checkbox', { name: /^Several choices/ }).check()
  await form.getByRole('button', { name: /^Send/ }).click()
  await expect(form).toHaveCount(0)
  await toNewest(page)
  await allArrived(page)
  const poll = pollOf(page, /^What do we cook\?/)
  const box = (name: string) => poll.getByRole('checkbox', { name: new RegExp(`^${name}`) })
  await box('Soup').click()
  await poll.getByRole('button', { name: 'Vote', exact: true }).click()
  await expect(poll.getByText(/^1 of 31 has voted/)).toBeVisible()
  /** The list moves on when its last poll grows by these buttons: a press it moved away from is made again. */
  const press = (name: string) => {
    const button = poll.getByRole('button', { name })
    return expect(async () => {
      if (await button.isVisible()) await button.click({ timeout: 5000 })
      await expect(button).toHaveCount(0, { timeout: 5000 })
    }).toPass()
  }
  await box('Salad').click()
  await expect(poll.getByRole('button', { name: 'Leave it as it was' })).toBeVisible()
  await press('Leave it as it was')
  await expect(box('Salad')).not.toBeChecked()
  await box('Salad').click()
  await expect(poll.getByRole('button', { name: 'Change my vote' })).toBeVisible()
  const answered = page.waitForResponse(/\/poll\/votes$/)
  await press('Change my vote')
  await answered
  await expect(box('Salad')).toBeChecked()
  await expect(poll.getByRole('button', { name: 'Take back my vote' })).toBeVisible()
})

test('who does not administer a chat sees who has access to it', async ({ page }) => {
  await enterAs(page, 'sommer')
  await openChat(page, 1)
  await page.getByRole('button', { name: /^(?:Chat info|Info)$/ }).click()
  await page.getByRole('link', { name: 'Who has access' }).click()
  await expect(page.getByRole('dialog', { name: /^Access to/ })).toBeVisible()
})

test('a search among chats that finds none is taken back', async ({ page }) => {
  await enterAs(page, 'albrecht', '/chats')
  const chats = page.getByRole('complementary', { name: 'Chats' }).getByRole('link')
  await expect(chats.nth(5)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('xyzzy')
  await page.getByRole('button', { name: 'Show all chats' }).click()
  await expect(chats.nth(5)).toBeVisible()
})

test('a message begun in one tab is followed in the other, and continued there', async ({
  page,
  context,
}) => {
  await enterAs(page)
  await openChat(page, 1)
  const other = await context.newPage()
  await openChat(other, 1)
  await messageField(page).pressSequentially('Half a sen')
  await expect(textToRead(other, 'Half a sen')).toBeVisible()
  await expect(messageField(other)).toHaveCount(0)
  await goOn(other).click()
  await expect(messageField(other)).toBeFocused()
  await other.keyboard.type('tence')
  await expect(messageField(other)).toHaveValue('Half a sentence')
  await expect(textToRead(page, 'Half a sentence')).toBeVisible()
  // Sent, it is nobody's: both may write again.
  await messageField(other).press('Enter')
  await expect(messageField(page)).toHaveValue('')
  await expect(messageField(other)).toHaveValue('')
})

for (const [way, left] of Object.entries({ 'Use that one': 'There', Discard: 'Here' })) {
  test(`written in two tabs, what came too late: ${way}`, async ({ page, context }) => {
    await enterAs(page)
    await openChat(page, 1)
    const other = await openDeafTab(context)
    await openChat(other, 1)
    await Promise.all([messageField(page), messageField(other)].map(field => expect(field).toBeVisible()))
    await messageField(page).fill('Here')
    await expect.poll(() => onDisk(page, 'chatDraft')).toBe(1)
    await messageField(other).fill('There')
    const act = other.getByRole('button', { name: way })
    await act.click()
    await expect(textToRead(other, 'There')).toHaveCount(0)
    if (way === 'Discard') await goOn(other).click()
    await expect(messageField(other)).toHaveValue(left)
  })
}

/** How many drafts of a kind this tab's browser has on disk. */
const onDisk = (page: Page, kind: string) =>
  page.evaluate(async kind => {
    let count = 0
    for (const { name } of await indexedDB.databases()) {
      const open = indexedDB.open(name ?? '')
      const database = await new Promise<IDBDatabase>(done => {
        open.onsuccess = () => done(open.result)
      })
      if (database.objectStoreNames.contains('drafts')) {
        const asked = database.transaction('drafts').objectStore('drafts').getAllKeys()
        const keys = await new Promise<IDBValidKey[]>(done => {
          asked.onsuccess = () => done(asked.result)
        })
        count += keys.filter(key => String(key).startsWith(`${kind} `)).length
      }
      database.close()
    }
    return count
  }, kind)

for (const [kept, button] of Object.entries({ there: /^Discard$/, here: /^Use that one$/ })) {
  test(`of a poll begun in two tabs, the one begun ${kept} is kept`, async ({ page, context }) => {
    await enterAs(page)
    const other = await openDeafTab(context)
    const question = (tab: Page) => tab.getByRole('dialog').getByRole('textbox', { name: 'Question' })
    for (const tab of [page, other]) {
      await openChat(tab, 1)
      await tab.getByRole('button', { name: 'Poll', exact: true }).click()
      await expect(question(tab)).toBeVisible()
    }
    await question(page).fill('Begun there?')
    await expect.poll(() => onDisk(page, 'pollDraft')).toBe(1)
    await question(other).fill('Begun here?')
    const dialog = other.getByRole('dialog')
    const late = textToRead(other, 'Begun here?')
    await expect(dialog.getByText(/^Written in another tab/)).toBeVisible()
    await expect(late).toBeVisible()
    await dialog.getByRole('button', { name: button }).click()
    await expect(late).toHaveCount(0)
    if (kept === 'there') await goOn(other).click()
    await expect(question(other)).toHaveValue(kept === 'there' ? 'Begun there?' : 'Begun here?')
  })
}

test.describe('at a service that goes wrong', () => {
  test.use({ faults: true })

  const chatNamed = (name: string): number => faultChats.find(fault => fault.name === name)?.id ?? 0

  test('a refused message is retried, changed, and found in the list of what needs one', async ({
    page,
    guard,
  }) => {
    guard.allow(statusLines(422))
    await enterAs(page, faultChatMembers.admin)
    await openChat(page, chatNamed('Refused'))
    await messageField(page).fill('This is refused.')
    await messageField(page).press('Enter')
    await expect(talk(page).getByText(/^Not sent/)).toBeVisible()
    const again = page.waitForResponse(answer => answer.status() === 422)
    await talk(page).getByRole('button', { name: 'Try again: This is refused.' }).click()
    await again
    await expect(talk(page).getByText(/^Not sent/)).toBeVisible()
    const needsYou = page.getByRole('button', { name: '1 needs your attention' }).filter({ visible: true })
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    await page.goto('/chats')
    await needsYou.click()
    const third = page.waitForResponse(answer => answer.status() === 422)
    await list.getByRole('button', { name: 'Send again: Message in Refused' }).click()
    await third
    await list.getByRole('link', { name: 'Open: Message in Refused' }).click()
    await expect(list).toHaveCount(0)
    await talk(page).getByRole('button', { name: 'Change: This is refused.' }).click()
    await expect(messageField(page)).toHaveValue('This is refused.')
    await expect(talk(page).getByText(/^Not sent/)).toHaveCount(0)
  })

  test('of a message whose answer got lost one says that it is there, or sends it again', async ({
    page,
    context,
    host,
    guard,
  }) => {
    guard.allow(statusLines(500, 502, 503, 504))
    await enterAs(page, faultChatMembers.admin)
    await openChat(page, chatNamed('Error'))
    await messageField(page).fill('Nobody answers.')
    await messageField(page).press('Enter')
    const retry = talk(page).getByRole('button', { name: /^(?:Try again|Send again): Nobody answers\.$/ })
    await passUntil(context, host, () => retry.isVisible())
    await retry.click()
    // On its way again, until the school's time has passed.
    await expect(retry).toHaveCount(0)
    await passUntil(context, host, () => retry.isVisible())
    await talk(page)
      .getByRole('button', { name: /^(?:Discard|It arrived): Nobody answers\.$/ })
      .click()
    await expect(retry).toHaveCount(0)
  })
})
