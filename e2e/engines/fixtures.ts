import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { type NodeHost, startNodeHost } from '../support/nodeHost.ts'
import { type Login, nameOf } from '../support/people.ts'
import { createSchoolClock, type SchoolClock, wednesday } from '../support/schoolClock.ts'
import { type AppPage, createAppPage } from './AppPage.ts'
import type { Browser } from './browsers/Browser.ts'
import { engines, getSkipReason } from './engines.ts'
import { readShared } from './globalSetup.ts'
import { createPages } from './pages.ts'
import { button, byRole, type Target } from './targets.ts'

export type EngineOptions = {
  engine: keyof typeof engines
  width: 1280 | 360
  scheme: 'light' | 'dark'
}

type Fixtures = {
  skipIfMissing: undefined
  node: NodeHost
  app: AppPage
  /** Opens a path with the session of a user. */
  enterAs: (login: Login, path: string) => Promise<void>
}

type WorkerFixtures = EngineOptions & {
  /** Temporary folder of the browser, its downloads and the pages. */
  directory: string
  browserProcess: Browser
  /** Shared by the school and the pages, so it can't be advanced. */
  clock: SchoolClock
  shared: ReturnType<typeof readShared>
  pagesDirectory: string
}

/** Like `e2e/support/fixtures.ts`, for a browser that Playwright can't control. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  width: [1280, { option: true, scope: 'worker' }],
  scheme: ['light', { option: true, scope: 'worker' }],
  directory: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
    async ({}, use) => {
      const directory = mkdtempSync(join(tmpdir(), 'staffroom-engines-'))
      mkdirSync(join(directory, 'downloads'))
      await use(directory)
      rmSync(directory, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  browserProcess: [
    async ({ engine, scheme, directory }, use) => {
      const downloads = join(directory, 'downloads')
      const browser = await engines[engine].start({ isDark: scheme === 'dark', directory, downloads })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  clock: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => use(createSchoolClock(wednesday)),
    { scope: 'worker' },
  ],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => use(readShared()),
    { scope: 'worker' },
  ],
  pagesDirectory: [
    async ({ directory, clock, shared }, use) => {
      const pages = join(directory, 'pages')
      createPages(pages, shared.pageTools, clock.now() - Date.now())
      await use(pages)
    },
    { scope: 'worker' },
  ],

  skipIfMissing: [
    async ({ engine }, use, testInfo) => {
      const reason = getSkipReason(engines[engine])
      testInfo.skip(reason !== undefined, reason)
      await use(undefined)
    },
    { auto: true },
  ],

  node: async ({ shared, clock, pagesDirectory }, use) => {
    const node = await startNodeHost({ template: shared.template, clock, pagesDirectory })
    await use(node)
    await node.stop()
  },

  app: async ({ browserProcess, node, directory, width, scheme }, use, testInfo) => {
    const isNarrow = width === 360
    const window = await browserProcess.openWindow({ width, height: isNarrow ? 740 : 800 })
    const app = createAppPage({ window, url: node.url, downloads: join(directory, 'downloads'), isNarrow })
    await app.open('/robots.txt')
    const isDark = await app.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    expect(isDark, 'dark').toBe(scheme === 'dark')
    await use(app)
    writeFileSync(testInfo.outputPath('end.png'), await app.screenshot())
    const problems = await app.readProblems()
    await app.close()
    expect(problems, 'nothing unexpected in the browser').toEqual([])
  },

  enterAs: async ({ app, node }, use) => {
    await use(async (login, path) => {
      const id = node.sessions.get(login) ?? ''
      const [name = '', value = ''] = createSessionCookie(node.url).write(id).split(/[=;]/)
      await app.setCookie(name, value)
      await app.open(path)
      await app.expectVisible(byRole('navigation'))
    })
  },
})

/** Opens the menu with the account. On phones it also has the actions of the screen. */
export const getAccountButton = ({ isNarrow }: AppPage, login: Login): Target =>
  isNarrow ? button('More', byRole('banner')) : button(new RegExp(`^(?!Role).*${nameOf(login)}`))
