import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { offlineErrors, statusErrors } from '../support/guard.ts'
import { continueHereButton, openIsolatedTab, readOnlyText } from '../support/isolatedTab.ts'
import { addSessionCookie } from '../support/sessions.ts'
import { enterAs } from '../support/signInAs.ts'

const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') })

test('pupil’s homework: files, seen, refused files', async ({ page, guard, node }) => {
  test.setTimeout(240_000)
  node.withSchool(database => database.exec('delete from submissions where todo_id = 7 and user_id = 13'))
  await enterAs(page, 'sommer', '/classes/1/homework/1')
  const openTask = async (name: RegExp) => {
    await page.getByRole('banner').getByRole('link', { name: 'Homework' }).click()
    await page.getByRole('link', { name }).click()
  }

  await test.step('attachments and submission are viewed', async () => {
    const which = page.getByRole('group', { name: 'Which files' })
    await which.getByRole('button', { name: /^Handed in/ }).click()
    await expect(page.getByRole('img', { name: /page1/ })).toBeVisible()
    await which.getByRole('button', { name: /^Attachments/ }).click()
    await expect(page.getByRole('region', { name: /^worksheet/ })).toBeVisible()
    await page.getByRole('button', { name: /^page2/ }).click()
    await expect(page.getByRole('img', { name: /page2/ })).toBeVisible()
    await which.getByRole('button', { name: /^Attachments/ }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).first().click()
    expect((await saved).suggestedFilename()).toBe('worksheet.pdf')
    await page.getByRole('button', { name: 'Hand in again' }).click()
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('I did 1 to 4, 5 was unclear.')
    await page.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(page.getByRole('button', { name: 'Hand in again' })).toBeVisible()
  })

  await test.step('homework stays seen after a reload', async () => {
    await openTask(/^Fractions p. 45/)
    await page.getByRole('button', { name: 'I have seen it' }).click()
    await expect(page.getByText('Your teacher can see that you have seen it.')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Seen /)).toBeVisible()
    await expect(page.getByRole('button', { name: 'I have seen it' })).toHaveCount(0)
  })

  await test.step('refused files are left out or resent', async () => {
    guard.allowOnly(statusErrors(413))
    let refused = 0
    await page.route('**/api/v2/documents', route => {
      if (route.request().method() !== 'POST' || refused > 1) return route.fallback()
      refused += 1
      return route.fulfill({
        status: 413,
        json: { error: { name: 'too_large', message: 'too large', code: 413 } },
      })
    })
    await openTask(/^Write-up of the pendulum/)
    await page.getByLabel('Comment').fill('Both pages')
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles([textFile('page 1.txt'), textFile('page 2.txt')])
    await page.getByRole('button', { name: 'Hand in', exact: true }).click()
    const queued = page.getByRole('region', { name: 'On its way' })
    await expect(queued.getByText(/^Not sent/)).toHaveCount(2)
    await queued.getByRole('button', { name: 'Leave out: page 1.txt' }).click()
    await queued.getByRole('button', { name: 'Try again: page 2.txt' }).click()
    await expect(page.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
    const names = node.withSchool(database =>
      database.prepare("select name from documents where name like 'page _.txt'").all(),
    )
    expect(names.map(({ name }) => name)).toEqual(['page 2.txt'])
  })
})

test('hand-in offline, and conflict with another device', async ({ page, context, openBrowser, guard }) => {
  test.setTimeout(240_000)
  await enterAs(page, 'sommer', '/classes/1/homework')

  await test.step('a file is removed; a queued hand-in is withdrawn', async () => {
    guard.allowOnly(offlineErrors)
    await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
    const form = page.getByRole('form', { name: 'Hand in' })
    const choosing = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'choose', exact: true }).click()
    await (await choosing).setFiles([textFile('page 1.txt'), textFile('not this.txt')])
    await form.getByRole('button', { name: 'Remove not this.txt' }).click()
    await expect(form.getByText('not this.txt')).toHaveCount(0)
    const handIn = form.getByRole('button', { name: 'Hand in', exact: true })
    const position = await handIn.boundingBox()
    await form.getByLabel('Comment').fill('Number 4 was hard.')
    await expect(form.getByText(/^Draft saved/)).toBeVisible()
    // The layout may move while the draft is saved.
    expect(await handIn.boundingBox()).toEqual(position)
    await context.setOffline(true)
    await handIn.click()
    const waiting = page.getByRole('region', { name: 'On its way' })
    await expect(
      waiting.getByText('Waiting for a connection. It will be sent automatically.').first(),
    ).toBeVisible()
    await waiting.getByRole('button', { name: 'Back to the form' }).click()
    await expect(form.getByLabel('Comment')).toHaveValue('Number 4 was hard.')
    await expect(form.getByText('page 1.txt')).toBeVisible()
    await context.setOffline(false)
    await form.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(page.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
  })

  await test.step('a conflicting hand-in is replaced on request', async () => {
    guard.allowOnly(offlineErrors, statusErrors(409, 412))
    const handIn = page.getByRole('button', { name: 'Hand in', exact: true })
    await page.getByRole('banner').getByRole('link', { name: 'Homework' }).click()
    await page.getByRole('link', { name: /^Write-up of the pendulum/ }).click()
    await page.getByLabel('Comment').fill('From the one device')
    await context.setOffline(true)
    await handIn.click()
    await expect(page.getByRole('button', { name: 'Back to the form' })).toBeVisible()
    const other = await (await openBrowser()).newPage()
    await enterAs(other, 'sommer', new URL(page.url()).pathname)
    await other.getByLabel('Comment').fill('From the other device')
    await expect(other.getByText(/^Draft saved/)).toBeVisible()
    await other.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(other.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
    await context.setOffline(false)
    const queued = page.getByRole('region', { name: 'On its way' })
    await expect(queued.getByText(/^You handed in something else in the meantime/)).toBeVisible()
    await expect(queued.getByText('From the other device')).toBeVisible()
    await queued.getByRole('button', { name: 'Hand in my version' }).click()
    await expect(queued).toHaveCount(0)
    await other.reload()
    await expect(other.getByText('From the one device').first()).toBeVisible()
  })
})

test('hand-in on a phone: photo, files', async ({ openBrowser }) => {
  const phone = await openBrowser({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const page = await phone.newPage()
  await addSessionCookie(phone, 'sommer')
  await page.goto('/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await (await chooser).setFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await expect(page.getByText('page.png').first()).toBeVisible()
  const another = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await another).setFiles(textFile('page 1.txt'))
  await expect(page.getByText('page 1.txt').first()).toBeVisible()
})

test('hand-in draft in two tabs', async ({ page, context }) => {
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  const comment = (tab: Page) => tab.getByLabel('Comment')
  await expect(comment(page)).toBeVisible()
  const [other, isolated] = [await context.newPage(), await openIsolatedTab(context)]
  for (const tab of [other, isolated]) {
    await tab.goto(page.url())
    await expect(comment(tab)).toBeVisible()
  }
  await comment(page).fill('Here')
  await expect(readOnlyText(other, 'Here')).toBeVisible()
  await continueHereButton(other).click()
  await expect(comment(other)).toHaveValue('Here')
  await comment(isolated).fill('There')
  await isolated.getByRole('button', { name: 'Restore' }).click()
  await expect(comment(isolated)).toHaveValue('There')
  await expect(readOnlyText(isolated, 'Here')).toBeVisible()
  await isolated.getByRole('button', { name: 'Discard' }).click()
  await expect(readOnlyText(isolated, 'Here')).toHaveCount(0)
})
