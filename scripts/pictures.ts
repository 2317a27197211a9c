import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { pageHeader } from '../src/contract/session.ts'
import { faultChats, hostileChat } from '../src/service/faultChats.ts'
import { seedPassword } from '../src/service/seed/people.ts'
import { browserArguments, ensureBrowser } from './browser.ts'

/**
 * `npm run pictures`: takes every screen of the running demo, light and dark, on a desk and on a phone, into `pictures/`
 * for looking at, and those the README shows into `docs/pictures/`. It is always Wednesday, 18 November 2026, 09:12.
 */
const now = '2026-11-18T09:12:00+01:00'
const sizes = { 1280: { width: 1280, height: 800 }, 360: { width: 360, height: 740 } } as const
const inReadme = new Set([
  ...['timetable-light-1280', 'timetable-dark-1280', 'timetable-day-light-360'],
  ...['desk-light-1280', 'homework-light-1280', 'chat-light-1280'],
])

type Shot = {
  name: string
  login: string | undefined
  take: (page: Page) => Promise<void>
  language?: string
}

const heading = (page: Page, name: RegExp) => page.getByRole('heading', { name }).first().waitFor()
const timetable = async (page: Page) => {
  await page.locator('[data-lesson]').first().waitFor()
  await page.waitForLoadState('networkidle')
}
const open = (path: string) => async (page: Page) => {
  await page.goto(path)
  await timetable(page)
}

const settled = (page: Page) => page.waitForLoadState('networkidle')
/** A page whose first heading says this, with all that it asks for. */
const titled = (path: string, title: RegExp) => async (page: Page) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await settled(page)
}
/** The pupil of look/desk. */
const sommer = 13
/** The desk of a homework at this pupil, with what they handed in drawn. */
const desk = (homeworkId: number) => async (page: Page) => {
  await page.goto(`/classes/1/homework/${homeworkId}/submissions/${sommer}`)
  await page.getByRole('textbox', { name: /^(?:Correction|Korrektur)/ }).waitFor()
  await page.locator('main h2[tabindex="-1"]').waitFor()
  await settled(page)
}

/** The screens of homework: ids are those of a new seed school, homework 1 is the one of look/desk. */
const homework: Shot[] = [
  { name: 'homework', login: 'albrecht', take: titled('/classes/1/homework', /^Homework$/) },
  {
    name: 'homework-german',
    login: 'albrecht',
    language: 'de',
    take: titled('/classes/1/homework', /^Hausaufgaben$/),
  },
  { name: 'homework-crowded', login: 'ruiz', take: titled('/classes/2/homework', /^Homework$/) },
  { name: 'homework-empty', login: 'kern', take: titled('/classes/4/homework', /^Homework$/) },
  { name: 'homework-of-a-pupil', login: 'sommer', take: titled('/classes/1/homework', /^Homework$/) },
  {
    name: 'homework-new',
    login: 'albrecht',
    take: async page => {
      await page.goto('/classes/1/homework/new')
      await page.getByRole('dialog').waitFor()
      await settled(page)
    },
  },
  {
    name: 'homework-change',
    login: 'albrecht',
    take: async page => {
      await page.goto('/classes/1/homework/1/change')
      await page.getByRole('dialog').waitFor()
      await settled(page)
    },
  },
  { name: 'desk', login: 'albrecht', take: desk(1) },
  {
    name: 'desk-german',
    login: 'albrecht',
    language: 'de',
    take: desk(1),
  },
  {
    name: 'desk-corrected',
    login: 'albrecht',
    take: titled(`/classes/1/homework/3/submissions/${sommer}`, /Fractions/),
  },
  {
    name: 'desk-typed',
    login: 'albrecht',
    take: async page => {
      await desk(1)(page)
      await page
        .getByRole('textbox', { name: /^Correction/ })
        .fill('Nos. 1 and 2 are right and clearly written.')
      await page.getByText(/Draft saved/).waitFor()
    },
  },
  { name: 'overview', login: 'albrecht', take: titled('/classes/1/homework/1/overview', /Fractions/) },
  { name: 'task', login: 'sommer', take: titled('/classes/1/homework/5', /./) },
  { name: 'task-corrected', login: 'sommer', take: titled('/classes/1/homework/3', /./) },
]

/** A chat with all that comes a moment later: where one writes or why not, what is unread, and `also`. */
const chat = (chatId: number, also?: RegExp) => async (page: Page) => {
  await page.goto(`/chats/${chatId}`)
  await page.getByRole('log').waitFor()
  const writing = page.locator('main textarea')
  await writing
    .or(page.getByText(/^Only administrators write|but not write in it/))
    .first()
    .waitFor()
  await page.locator('nav a[href^="/chats"]', { hasText: /\d/ }).filter({ visible: true }).waitFor()
  if (also) await page.getByText(also).first().waitFor()
  await settled(page)
}
/** Something opened from a chat by a button. */
const inChat =
  (chatId: number, button: RegExp, then: (page: Page) => Promise<void>) => async (page: Page) => {
    await chat(chatId)(page)
    await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
    await then(page)
    await settled(page)
  }
const dialog = (page: Page) => page.getByRole('dialog').waitFor()
/** Two messages of which the first is refused. */
const refused = async (page: Page) => {
  await chat(faultChats.find(({ name }) => name === 'Refused')?.id ?? 0)(page)
  const field = page.getByRole('textbox', { name: 'Message' })
  for (const text of ['Please bring your set squares.', 'And a ruler.']) {
    await field.fill(text)
    await field.press('Control+Enter')
  }
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.getByText('Waits for the message above').waitFor()
}

/** The screens of chats: ids are those of a new seed school, chat 1 is the one of look/chat. */
const chats: Shot[] = [
  { name: 'chat', login: 'albrecht', take: chat(1, /Aiko, Emil/) },
  { name: 'chat-german', login: 'albrecht', language: 'de', take: chat(1, /Aiko, Emil/) },
  { name: 'chat-of-a-pupil', login: 'sommer', take: chat(1, /Aiko, Emil/) },
  { name: 'chats', login: 'albrecht', take: titled('/chats', /^Chats$/) },
  { name: 'chat-staff', login: 'albrecht', take: chat(2) },
  { name: 'chat-many-options', login: 'sommer', take: chat(4) },
  { name: 'chat-long', login: 'albrecht', take: chat(5) },
  { name: 'chat-direct', login: 'albrecht', take: chat(6) },
  { name: 'chat-broadcast', login: 'albrecht', take: chat(8) },
  { name: 'chat-no-files', login: 'sommer', take: chat(9) },
  { name: 'chat-empty', login: 'sommer', take: chat(13) },
  { name: 'chat-hostile', login: 'weber', take: chat(hostileChat) },
  { name: 'chat-not-sent', login: 'weber', take: refused },
  {
    name: 'chat-new',
    login: 'albrecht',
    take: async page => page.goto('/chats/new').then(() => dialog(page)),
  },
  { name: 'chat-info', login: 'albrecht', take: inChat(1, /^(?:Chat )?info$/i, dialog) },
  { name: 'chat-poll', login: 'albrecht', take: inChat(1, /^Poll$/, dialog) },
]

const shots: Shot[] = [
  {
    name: 'signin',
    login: undefined,
    take: async page => {
      await page.goto('/sign-in')
      await heading(page, /Sign in with/)
    },
  },
  ...(['declined', 'expired', 'mismatch'] as const).map(notice => ({
    name: `signin-${notice}`,
    login: undefined,
    take: async (page: Page) => {
      await page.goto(`/sign-in?notice=${notice}`)
      await heading(page, /Sign in with/)
    },
  })),
  {
    name: 'authorize',
    login: undefined,
    take: async page => {
      await page.goto('/sign-in')
      await page.getByText(/^Continue to/).click()
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
  { name: 'timetable-crowded', login: 'ruiz', take: open('/classes/2/timetable') },
  {
    name: 'timetable-empty',
    login: 'kern',
    take: async page => {
      await page.goto('/classes/4/timetable')
      await page.getByRole('button', { name: 'Look again' }).waitFor()
    },
  },
  {
    name: 'timetable-error',
    login: 'albrecht',
    take: async page => {
      await page.goto('/classes/9001/timetable')
      await page.getByRole('button', { name: 'Try again' }).waitFor()
    },
  },
  { name: 'timetable-partly-readable', login: 'albrecht', take: open('/classes/9051/timetable') },
  ...homework,
  ...chats,
  {
    name: 'palette',
    login: 'albrecht',
    take: async page => {
      await open('/classes/1/timetable')(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'tokens',
    login: 'albrecht',
    take: async page => {
      await page.goto('/settings/tokens')
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
      await heading(page, /no such page/)
    },
  },
]

const wanted = process.argv.slice(2)
mkdirSync('pictures', { recursive: true })
mkdirSync('docs/pictures', { recursive: true })
const demo = await serveDemo()
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments })
try {
  for (const theme of ['light', 'dark'] as const) {
    for (const [width, viewport] of Object.entries(sizes)) {
      for (const shot of shots) {
        const name = `${shot.name}-${theme}-${width}`
        if (wanted.length > 0 && !wanted.some(text => name.includes(text))) continue
        const context = await browser.newContext({
          baseURL: demo.address,
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
}

/** A tab in which it is `now`. Without SharedWorker the school runs in the page, so that it has the page's clock too. */
async function newPage(context: BrowserContext): Promise<Page> {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  return page
}

/** The language of the page is not known here, so fields and buttons are found by what they are. */
async function signIn(page: Page, login: string) {
  await page.goto('/sign-in')
  await page.locator('main a[href], main button').filter({ hasText: 'localhost' }).first().click()
  await page.locator('input[autocomplete="username"]').fill(login)
  await page.locator('input[autocomplete="current-password"]').fill(seedPassword)
  await page.locator('button[type="submit"]').first().click()
  await page.waitForURL(/\/classes\//)
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
