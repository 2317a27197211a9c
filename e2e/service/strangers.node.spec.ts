import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { openSchool } from '../../src/server/openDatabase.ts'
import { registerApplication } from '../../src/service/auth/applications.ts'
import {
  clickInMessages,
  messageField,
  messageLog,
  openChat,
  scrollToNewest,
  sendMessage,
} from '../support/chat.ts'
import { openDesk } from '../support/desk.ts'
import { advanceClocks, test as base } from '../support/fixtures.ts'
import { type ForeignService, startForeignService } from '../support/foreignService.ts'
import { statusErrors } from '../support/guard.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { accountButton, allowOnAuthorizePage, grid } from '../support/signInAs.ts'

type Strangers = { school: NodeHost; strange: ForeignService; app: NodeHost }

/** Another vendor's service. Two files are on another host. */
const test = base.extend<{ strangers: Strangers }>({
  strangers: async ({ startServer, guard }, use) => {
    const school = await startServer({})
    const strange = await startForeignService(school.url, /^(?:packing list\.txt|points-term-1\.csv)$/)
    const clientId = 'staffroom-before-strangers'
    const secret = randomBytes(32).toString('base64url')
    const app = await startServer({
      template: undefined,
      clock: school.clock,
      env: {
        SERVICE_URL: strange.url,
        CLIENT_ID: clientId,
        CLIENT_SECRET: secret,
      },
    })
    const redirectUrl = `${app.url}/sign-in/callback`
    const application = { clientId, name: 'Staffroom', secret, redirectUrl }
    const database = await openSchool(join(school.dataDirectory, 'staffroom.sqlite'))
    await registerApplication(database, application, bytes => new Uint8Array(randomBytes(bytes)))
    await database.destroy()
    for (const { url } of [school, app, strange]) guard.allowOrigin(url)
    // Missing endpoints (404), and content the teacher may not read (403).
    guard.allow(statusErrors(404, 403))
    await use({ school, strange, app })
    await strange.stop()
  },
})

async function enter(
  page: Page,
  { app }: Strangers,
  login: 'albrecht' | 'tanaka' = 'albrecht',
  to = '/classes/1/timetable',
) {
  await page.goto(app.url + to)
  await page.getByRole('button', { name: /^Continue/ }).click()
  await allowOnAuthorizePage(page, login)
  await expect(accountButton(page, login)).toBeVisible()
}

/** Returns the content of the file that `press` downloads. */
async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const saving = page.waitForEvent('download')
  await press()
  return readFile(await (await saving).path())
}

test.use({ baseURL: async ({ strangers }, use) => use(strangers.app.url) })

test('files open and download; links name other hosts', async ({ page, strangers }) => {
  const { strange, app } = strangers
  await enter(page, strangers)
  await page.goto('/classes/1/files/3')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('notes-for-substitutes.txt').dblclick()
  const preview = page.getByRole('complementary', { name: /notes-for-substitutes/ })
  await expect(preview.getByRole('region', { name: /notes-for-substitutes/ })).not.toBeEmpty()
  await page.getByRole('checkbox', { name: 'Select “notes-for-substitutes.txt”' }).check()
  const notes = await saved(page, () =>
    page.getByRole('button', { name: 'Download', exact: true }).first().click(),
  )
  expect(notes.length).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await row('points-term-1.csv').dblclick()
  await expect(page.getByRole('link', { name: 'Open at files.example' })).toHaveAttribute(
    'href',
    /^https:\/\/files\.example\/stored\//,
  )

  await openDesk(page, 1, 1, 14)
  const work = page.getByRole('region', { name: /^What .+ handed in$/ })
  await expect(work.locator('img, canvas, pre').first()).toBeVisible()
  const handedIn = await saved(page, () =>
    work.getByRole('button', { name: 'Download', exact: true }).first().click(),
  )
  expect(handedIn.length).toBeGreaterThan(100)

  expect(strange.calls.filter(({ call, status }) => call.includes('/content') && status !== 404)).toEqual([])
  expect(strange.calls.some(({ call, status }) => call.startsWith('GET /stored/') && status === 200)).toBe(
    true,
  )
  expect(app.calls().some(({ route, status }) => route === '/session/document' && status === 200)).toBe(true)
})

test('chat files are downloaded', async ({ page, strangers }) => {
  const { app } = strangers
  await enter(page, strangers)
  await openChat(page, 1)
  await scrollToNewest(page)
  const tile = messageLog(page)
    .getByRole('button', { name: /^Download .*museum-trip-form\.pdf/ })
    .last()
  const form = await saved(page, () => clickInMessages(page, tile))
  expect(form.subarray(0, 5).toString()).toBe('%PDF-')
  expect(app.calls().some(({ route, status }) => route === '/session/document' && status === 200)).toBe(true)
})

test('a file is uploaded although uploads are not announced', async ({ page, strangers }) => {
  const { strange } = strangers
  await enter(page, strangers, 'albrecht', '/classes/1/files/3')
  await page
    .locator('main input[type="file"]')
    .first()
    .setInputFiles({ name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('3/4') })
  await expect(page.getByText('1 of 1 uploaded')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'scan.txt' })).toBeVisible()
  const uploads = strange.writes.filter(({ call }) => call === 'POST /api/v2/documents')
  expect(uploads).toHaveLength(1)
  expect(String(uploads[0]?.body)).not.toContain('file.0')
})

test('a pupil hands in although submissions are hidden', async ({ page, strangers }) => {
  const { strange, school } = strangers
  await enter(page, strangers, 'tanaka', '/classes/1/homework/7')
  await expect(page.getByText('does not show here what you handed in before')).toBeVisible()
  await page.getByLabel('Comment').fill('Number 4 was hard.')
  await page.getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText(/^Handed in /).first()).toBeVisible()
  expect(
    school.withSchool(database =>
      database
        .prepare("select comment from submissions where todo_id = 7 and comment = 'Number 4 was hard.'")
        .all(),
    ),
  ).toHaveLength(1)
  expect(strange.writes.filter(({ call }) => call === 'POST /api/v2/todos/7/submissions')).toHaveLength(1)
})

test('requests have documented fields only', async ({ page, strangers }) => {
  const { strange } = strangers
  await enter(page, strangers, 'albrecht', '/classes/1/homework/new?subject=1')
  const form = page.getByRole('dialog', { name: 'New homework' })
  await form.getByLabel('Task').fill('Fractions p. 50')
  await form.getByRole('button', { name: /^Next .+ lesson: / }).click()
  await expect(form.getByRole('checkbox', { name: 'Can be handed in' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Set homework' }).click()
  await expect(form).toHaveCount(0)
  await openChat(page, 1)
  await sendMessage(page, 'Who brings the scales?')
  await page
    .locator('main input[type="file"]')
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Monday') })
  await expect(page.getByText('plan.txt')).toBeVisible()
  await messageField(page).press('Enter')
  const bodies = () =>
    strange.writes
      .filter(({ call }) => /homeworks$|messages$/.test(call))
      .map(({ body }) => Object.keys(Object(body)).sort())
  await expect
    .poll(bodies)
    .toEqual([['lesson_id', 'note', 'text', 'until_datetime'], ['text'], ['text', 'with_files']])
  expect(String(strange.writes.find(({ call }) => call.endsWith('/documents'))?.body)).not.toContain(
    'message_key',
  )
})

test('screens do not depend on the order of lists', async ({ page, strangers }) => {
  test.setTimeout(240_000)
  const { strange } = strangers
  // High enough for all rows: the number of rendered rows may differ between visits.
  await page.setViewportSize({ width: 1280, height: 6000 })
  await enter(page, strangers)
  const screens = [
    'timetable',
    'timetable?view=day',
    'homework',
    'files/3',
    'subjects/1',
    'homework/1/submissions',
  ]
  const main = page.getByRole('main')
  const addresses = [...screens.map(screen => `/classes/1/${screen}`), '/chats/1', '/chats/2']
  const open = async (to: string) => {
    await page.goto(to)
    if (to.startsWith('/chats/')) await expect(messageLog(page).getByRole('article').first()).toBeVisible()
  }
  /** Returns the text of a complete screen. Counts may load after their rows. */
  const wordsOf = async (to: string) => {
    await open(to)
    let last = ''
    await expect
      .poll(
        async () => {
          await waitUntilIdle(page)
          const now = await main.innerText()
          const isWhole = now === last && now !== '' && !/^Loading/m.test(now)
          last = now
          return isWhole
        },
        { intervals: [700] },
      )
      .toBe(true)
    // Current time and minutes left differ between visits.
    return last.replaceAll(/\b09:[12]\d\b|\d+ min left/g, 'now')
  }
  const before: string[] = []
  for (const to of addresses) before.push(await wordsOf(to))
  strange.shufflesLists = true
  for (const [index, to] of addresses.entries()) expect(await wordsOf(to), to).toBe(before[index])
})

test('missing endpoints are requested once', async ({ page, context, strangers }) => {
  const { strange, school } = strangers
  await enter(page, strangers)
  await expect(grid(page)).toBeVisible()
  const walk = async () => {
    for (const name of ['Homework', 'Files', 'Chats', 'Timetable']) {
      await page
        .getByRole('navigation')
        .first()
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible()
      await waitUntilIdle(page)
    }
  }
  await walk()
  const missing = () => strange.calls.filter(({ status }) => status === 404).map(({ call }) => call)
  const before = missing()
  expect([...new Set(before)]).toEqual(before)
  for (let minutes = 0; minutes < 3; minutes += 1) {
    for (let seconds = 0; seconds < 60; seconds += 10) await advanceClocks(context, school, 10_000)
    await walk()
  }
  expect(missing()).toEqual(before)
})
