import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { pageHeader } from '../src/contract/session.ts'
import { seedPassword } from '../src/school/people.ts'
import { browserArguments, ensureBrowser } from './browser.ts'
import { followTo } from './followTo.ts'
import { chatShots } from './pictures/chatShots.ts'
import { serveFaults } from './pictures/faultyHost.ts'
import { fileShots } from './pictures/fileShots.ts'
import { homeworkShots } from './pictures/homeworkShots.ts'
import { heading, open, type Shot } from './pictures/Shot.ts'
import { watchRequests } from './waitUntilIdle.ts'

/**
 * `npm run pictures`: takes screenshots of the demo, and of faults with a Node host, light and dark, on a
 * desktop and on a phone. Writes those of the README to docs/pictures. Arguments select by name.
 */
const now = '2026-11-18T09:12:00+01:00'
const sizes = { 1280: { width: 1280, height: 800 }, 360: { width: 360, height: 740 } } as const
const inReadme = new Set([
  ...['timetable-light-1280', 'pen-light-1280', 'chat-light-1280', 'timetable-day-light-360'],
])

const shots: Shot[] = [
  {
    name: 'signin-demo',
    login: undefined,
    take: async page => {
      await page.goto('/sign-in')
      await page
        .getByText(/to mark$/)
        .first()
        .waitFor()
    },
  },
  ...(['declined', 'expired', 'mismatch'] as const).map(notice => ({
    name: `signin-${notice}`,
    login: undefined,
    take: async (page: Page) => {
      await page.goto(`/sign-in?notice=${notice}`)
      await page
        .getByText(/to mark$/)
        .first()
        .waitFor()
    },
  })),
  {
    name: 'authorize',
    login: undefined,
    take: async page => {
      await page.goto('/sign-in')
      await page.getByText('Sign in with a password').click()
      await page.getByLabel('Login name').waitFor()
    },
  },
  { name: 'timetable', login: 'albrecht', take: open('/classes/1/timetable') },
  {
    name: 'timetable-card',
    login: 'albrecht',
    take: async page => {
      await open('/classes/1/timetable')(page)
      await page
        .getByRole('button', { name: /instead of 204/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'timetable-day', login: 'albrecht', take: open('/classes/1/timetable?view=day') },
  { name: 'timetable-german', login: 'albrecht', language: 'de', take: open('/classes/1/timetable') },
  { name: 'timetable-crowded', login: 'ruiz', faults: true, take: open('/classes/2/timetable') },
  {
    name: 'timetable-empty',
    login: 'kern',
    take: async page => {
      await followTo(page, '/classes/4/timetable')
      await page.getByRole('button', { name: 'Check again' }).waitFor()
    },
  },
  {
    name: 'timetable-error',
    login: 'albrecht',
    faults: true,
    take: async page => {
      await followTo(page, '/classes/9001/timetable')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  {
    name: 'timetable-partly-readable',
    login: 'albrecht',
    faults: true,
    take: open('/classes/9051/timetable'),
  },
  ...homeworkShots,
  ...chatShots,
  ...fileShots,
  {
    name: 'palette',
    login: 'albrecht',
    take: async page => {
      await open('/classes/1/timetable')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('option').first().waitFor()
    },
  },
  {
    name: 'tokens',
    login: 'albrecht',
    take: async page => {
      await followTo(page, '/settings/tokens')
      await heading(page, /Personal access tokens/)
    },
  },
  {
    name: 'shortcuts',
    login: 'albrecht',
    take: async page => {
      await open('/classes/1/timetable')(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'offline',
    login: 'albrecht',
    take: async page => {
      await open('/classes/1/timetable')(page)
      await page.context().setOffline(true)
      await page
        .getByText(/offline/i)
        .filter({ visible: true })
        .first()
        .waitFor()
    },
  },
  {
    name: 'session-ended',
    login: 'albrecht',
    take: async page => {
      await open('/classes/1/timetable')(page)
      await page.evaluate(
        header => fetch('/session', { method: 'DELETE', headers: { [header]: '1' } }),
        pageHeader,
      )
      await page.getByRole('button', { name: 'Week after' }).click()
      await page.getByRole('button', { name: 'Week after' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'not-found',
    login: 'albrecht',
    take: async page => {
      await page.goto('/nowhere')
      await heading(page, /page doesn’t exist/)
    },
  },
]

const selectedNames = process.argv.slice(2)
mkdirSync('pictures', { recursive: true })
mkdirSync('docs/pictures', { recursive: true })
const demo = await serveDemo()
let faulty: ReturnType<typeof serveFaults> | undefined
const hostOf = (shot: Shot) => {
  if (!shot.faults) return demo
  faulty ??= serveFaults(Date.parse(now))
  return faulty
}
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments })
try {
  for (const theme of ['light', 'dark'] as const) {
    for (const [width, viewport] of Object.entries(sizes)) {
      for (const shot of shots) {
        const name = `${shot.name}-${theme}-${width}`
        if (selectedNames.length > 0 && !selectedNames.some(text => name.includes(text))) continue
        const context = await browser.newContext({
          baseURL: (await hostOf(shot)).address,
          viewport,
          colorScheme: theme,
          locale: shot.language ?? 'en-GB',
          timezoneId: 'Europe/Berlin',
        })
        try {
          const page = await newPage(context)
          if (shot.login) await signIn(page, shot.login)
          await shot.take(page)
          const folder = inReadme.has(name) ? 'docs/pictures' : 'pictures'
          await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
          console.log(`${folder}/${name}.png`)
        } finally {
          await context.close()
        }
      }
    }
  }
} finally {
  await browser.close()
  demo.stop()
  await (await faulty)?.stop()
}

/**
 * Fixes the page's clock at `now`. Without SharedWorker the school runs in the page and uses this clock, too.
 */
async function newPage(context: BrowserContext): Promise<Page> {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
  watchRequests(context)
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  return page
}

/** Finds fields and buttons without their texts, because the page may be in either language. */
async function signIn(page: Page, login: string) {
  await page.goto('/sign-in')
  // Opens the password form. The buttons of the people are in a list, so they do not match.
  await page.locator('main > button').first().click()
  await page.locator('input[autocomplete="username"]').fill(login)
  await page.locator('input[autocomplete="current-password"]').fill(seedPassword)
  await page.locator('button[type="submit"]').first().click()
  // Teachers start with My day, pupils with the timetable.
  await page.waitForURL(/\/(?:day|classes\/)/)
}

function serveDemo(): Promise<{ address: string; stop: () => void }> {
  const server = spawn(process.execPath, ['scripts/serveDemo.ts'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    createInterface(server.stdout).on('line', line => {
      const [address] = /http:\S+/.exec(line) ?? []
      if (address) resolve({ address, stop: () => server.kill() })
    })
    server.on('exit', code => reject(new Error(`The demo's file server ended with ${code}.`)))
  })
}
