import type { Page } from '@playwright/test'
import { errors as german } from '../../src/i18n/de/errors.ts'
import { errors as english } from '../../src/i18n/en/errors.ts'
import { installFinder } from '../support/controls/findControls.ts'
import type { Guard } from '../support/guard.ts'
import { openEyes, type Seen } from './inPage.ts'
import { countRequests } from './rest.ts'

const titlesOfErrors = [english.title, german.title]
const sentencesOfOffline = [english.offline, german.offline]

/** Installs the checks in a browser. Call it before the first page is loaded. */
export async function watch(page: Page, problems: string[]): Promise<void> {
  const context = page.context()
  countRequests(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(installFinder)
  await context.addInitScript(openEyes)
  await context.addInitScript(() => {
    // Tests can't close the print dialog.
    window.print = () => undefined
  })
  context.on('response', response => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`)
  })
  context.on('page', opened => void opened.close().catch(() => undefined))
  page.on('crash', () => problems.push('the page crashed'))
  page.on('filechooser', chooser => {
    const content = { name: 'chosen.txt', mimeType: 'text/plain', buffer: Buffer.from('Chosen.') }
    // An input for folders rejects a single file.
    chooser.setFiles(content).catch(() => undefined)
  })
  page.on('download', download => void download.cancel().catch(() => undefined))
}

/** Circumstances of a step, for the checks after it. */
type Done = {
  before: Seen
  /** Whether the page was idle after the step. Layout and focus are checked on idle pages only. */
  rested: boolean
  offline: boolean
  /** Set if the page was loaded again, so that no dialog was closed. */
  anew?: true | undefined
}

/** Returns a check that lists the faults of a page after a step, as sentences. */
export function createChecks(
  guard: Guard,
  problems: readonly string[],
  maxBlankMs = 60_000,
): (page: Page, done: Done) => Promise<string[]> {
  const heard = createHearing(guard, problems)
  return async (page, { before, rested, offline, anew }) => {
    const after = await lookUntilShown(page, maxBlankMs)
    const found = [...heard(), ...(await errorScreen(page, offline))]
    if (rested) found.push(...after.problems)
    if (rested && !anew) found.push(...lostFocus(before, after))
    if (!rested && !offline && (await page.locator('main').count()) === 0)
      found.push('there is no main region')
    return found
  }
}

/** A page may be blank before its next screen is rendered. Only a page that stays blank for `maxBlankMs` is a fault. */
async function lookUntilShown(page: Page, maxBlankMs: number): Promise<Seen> {
  const until = Date.now() + maxBlankMs
  let seen = await look(page)
  while (seen.problems.includes('the main region is blank') && Date.now() < until) {
    await new Promise(resolve => setTimeout(resolve, 250))
    seen = await look(page)
  }
  return seen
}

/** Returns a function that lists the problems and console messages since its last call. */
function createHearing(guard: Guard, problems: readonly string[]): () => string[] {
  let told = 0
  let warned = 0
  return () => {
    const unexpected = guard.unexpected()
    const news = [...problems.slice(told), ...unexpected.slice(warned)]
    told = problems.length
    warned = unexpected.length
    return news
  }
}

function lostFocus(before: Seen, after: Seen): string[] {
  const isLost = after.focusLost && !before.focusLost && after.floats.length < before.floats.length
  return isLost ? [`the focus is on nothing after this closed: ${closed(before, after)}`] : []
}

const closed = (before: Seen, after: Seen) =>
  before.floats.filter(float => !after.floats.includes(float)).join(', ')

/** Inspects the page. Tries again if the page is replaced meanwhile. */
export async function look(page: Page): Promise<Seen> {
  for (;;) {
    const seen = await page.evaluate(() => window.eyes?.look()).catch(() => undefined)
    if (seen) return seen
    await page.waitForLoadState('domcontentloaded')
  }
}

/** Checks for the error screen. It is allowed offline if its message says that the browser is offline. */
async function errorScreen(page: Page, offline: boolean): Promise<string[]> {
  const said = await page
    .locator('main')
    .innerText({ timeout: 2000 })
    .catch(() => '')
  const isThere = titlesOfErrors.some(title => said.includes(title))
  if (!isThere || (offline && sentencesOfOffline.some(sentence => said.includes(sentence)))) return []
  return [`the error screen: ${said.slice(0, 300)}`]
}
