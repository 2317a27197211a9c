import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { messageField } from '../support/chat.ts'
import { accountButton, madeUpPerson } from '../support/signInAs.ts'

const project = join(import.meta.dirname, '../..')
// Pages of e2e/bench import packages that are not installed here.
const sources = [
  ...['index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'],
  ...['public', 'scripts', 'src', 'e2e/bench'],
]

// A copy of the project without dependency cache, whose files may change.
let copy: string
let server: ViteDevServer
let url: string

test.beforeEach(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'staffroom-dev-')))
  const filter = (path: string) => basename(path) !== 'node_modules'
  for (const name of sources) cpSync(join(project, name), join(copy, name), { recursive: true, filter })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'), 'junction')
  server = await createServer({
    root: copy,
    configFile: join(copy, 'vite.config.ts'),
    mode: 'demo',
    cacheDir: join(copy, '.vite'),
    logLevel: 'warn',
    server: { port: 0, fs: { allow: [copy, join(project, 'node_modules')] } },
  })
  await server.listen()
  url = server.resolvedUrls?.local[0] ?? ''
})

test.afterEach(async () => {
  await server.close()
  rmSync(copy, { recursive: true, force: true })
})

function watch(page: Page): string[] {
  const found: string[] = []
  page.on('response', response => {
    if (response.status() >= 400) found.push(`${response.status()} ${response.url()}`)
  })
  page.on('pageerror', error => found.push(error.message))
  page.on('websocket', socket => {
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"full-reload"')) found.push(String(payload))
    })
  })
  return found
}

/** Changes with each run of the dependency optimizer. */
const optimizerRun = () => server.environments.client.depsOptimizer?.metadata.browserHash

function changeText(file: string, from: string, to: string): void {
  const path = join(copy, 'src/i18n', file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

test('the development server starts uncached, and replaces texts', async ({ page }, testInfo) => {
  // The server bundles every dependency first.
  test.setTimeout(300_000)
  const found = watch(page)
  let loads = 0
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
  })
  const startedAt = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await expect(madeUpPerson(page, 'albrecht')).toBeVisible({ timeout: 200_000 })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  testInfo.annotations.push({ type: 'first page', description: `${seconds} s` })
  await server.waitForRequestsIdle()
  expect(loads).toBe(1)
  const firstRun = optimizerRun()
  expect(firstRun).toBeTruthy()

  await madeUpPerson(page, 'albrecht').click()
  await expect(accountButton(page, 'albrecht')).toBeVisible()
  for (const screen of ['Homework', 'Files', 'Chats']) {
    await page
      .getByRole('link', { name: new RegExp(`^${screen}`) })
      .first()
      .click()
    await expect(page).toHaveTitle(new RegExp(screen))
  }
  await page.locator('main').getByRole('link').first().click()
  await messageField(page).fill('A draft that is not sent')
  await server.waitForRequestsIdle()
  const loadsBefore = loads

  changeText('en/shell.ts', "timetable: 'Timetable'", "timetable: 'Week plan'")
  await expect(page.getByRole('link', { name: 'Week plan' }).first()).toBeVisible()
  changeText('de/shell.ts', "timetable: 'Stundenplan'", "timetable: 'Wochenplan'")
  changeText('en/composer.ts', "send: 'Send'", "send: 'Send it'")
  await expect(page.getByRole('button', { name: 'Send it', exact: true })).toBeVisible()
  changeText('en/composer.ts', "send: 'Send it'", "send: 'Send now'")
  await expect(page.getByRole('button', { name: 'Send now', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Week plan' }).first()).toBeVisible()
  await expect(messageField(page)).toHaveValue('A draft that is not sent')

  expect(loads).toBe(loadsBefore)
  expect(found).toEqual([])
  expect(optimizerRun()).toBe(firstRun)
})
