import { expect, type Page } from '@playwright/test'
import { goOn, openDeafTab, textToRead } from './deafTab.ts'
import { test } from './fixtures.ts'
import { offlineLines, statusLines } from './guard.ts'
import { takeSession } from './lentSessions.ts'
import { enterAs } from './signInAs.ts'

// Handing in, where something comes between.

const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') })

test('a pupil takes a photo of their work with the phone', async ({ openBrowser }) => {
  const phone = await openBrowser({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const page = await phone.newPage()
  await takeSession(phone, 'sommer')
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

test('of files that are refused with a hand-in one is sent again, and one is left out', async ({
  page,
  guard,
  node,
}) => {
  guard.allow(statusLines(413))
  let refused = 0
  await page.route('**/api/v2/documents', route => {
    if (route.request().method() !== 'POST' || refused > 1) return route.fallback()
    refused += 1
    return route.fulfill({
      status: 413,
      json: { error: { name: 'too_large', message: 'too large', code: 413 } },
    })
  })
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  await page.getByLabel('Comment').fill('Both pages')
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([textFile('page 1.txt'), textFile('page 2.txt')])
  await page.getByRole('button', { name: 'Hand in', exact: true }).click()
  const way = page.getByRole('region', { name: 'On its way' })
  await expect(way.getByText(/^Not sent/)).toHaveCount(2)
  await way.getByRole('button', { name: 'Leave out: page 1.txt' }).click()
  await way.getByRole('button', { name: 'Try again: page 2.txt' }).click()
  await expect(page.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
  const names = node.withSchool(database =>
    database.prepare("select name from documents where name like 'page _.txt'").all(),
  )
  expect(names.map(({ name }) => name)).toEqual(['page 2.txt'])
})

test('a hand-in that meets another one, from elsewhere, is asked about and handed in over it', async ({
  page,
  context,
  openBrowser,
  guard,
}) => {
  guard.allow(offlineLines)
  guard.allow(statusLines(409, 412))
  const handIn = page.getByRole('button', { name: 'Hand in', exact: true })
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  await page.getByLabel('Comment').fill('From the one device')
  await context.setOffline(true)
  await handIn.click()
  await expect(page.getByRole('button', { name: 'Back to the form' })).toBeVisible()
  const other = await (await openBrowser()).newPage()
  await enterAs(other, 'sommer', new URL(page.url()).pathname)
  await other.getByLabel('Comment').fill('From the other device')
  await other.getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(other.getByText('Handed in. Your teacher can see it now.')).toBeVisible()
  await context.setOffline(false)
  const way = page.getByRole('region', { name: 'On its way' })
  await expect(way.getByText('You handed in something else in the meantime:')).toBeVisible()
  await expect(way.getByText('From the other device')).toBeVisible()
  await way.getByRole('button', { name: 'Hand in this version' }).click()
  await expect(way).toHaveCount(0)
  await other.reload()
  await expect(other.getByText('From the one device').first()).toBeVisible()
})

test('a hand-in written in two tabs is followed, and takes the words that came too late', async ({
  page,
  context,
}) => {
  await enterAs(page, 'sommer', '/classes/1/homework')
  await page.getByRole('link', { name: /^Fractions p. 45/ }).click()
  const comment = (tab: Page) => tab.getByLabel('Comment')
  await expect(comment(page)).toBeVisible()
  const [other, deaf] = [await context.newPage(), await openDeafTab(context)]
  for (const tab of [other, deaf]) {
    await tab.goto(page.url())
    await expect(comment(tab)).toBeVisible()
  }
  await comment(page).fill('Here')
  await expect(textToRead(other, 'Here')).toBeVisible()
  await goOn(other).click()
  await expect(comment(other)).toHaveValue('Here')
  await comment(deaf).fill('There')
  await deaf.getByRole('button', { name: 'Use that one' }).click()
  await expect(comment(deaf)).toHaveValue('There')
  await expect(textToRead(deaf, 'Here')).toBeVisible()
  await deaf.getByRole('button', { name: 'Discard' }).click()
  await expect(textToRead(deaf, 'Here')).toHaveCount(0)
})
