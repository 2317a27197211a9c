import type { Page } from '@playwright/test'
import { errors as german } from '../../src/i18n/de/errors.ts'
import { errors as english } from '../../src/i18n/en/errors.ts'
import type { Guard } from '../support/guard.ts'
import { installFinder } from './findControls.ts'
import { openEyes, type Seen } from './inPage.ts'
import { countRequests } from './rest.ts'

const titlesOfErrors = [english.title, german.title]
const sentencesOfOffline = [english.offline, german.offline]

/** Call it before the first page is loaded. */
export async function watch(page: Page, problems: string[]): Promise<void> {
  const context = page.context()
  countRequests(context)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addInitScript(installFinder)
  await context.addInitScript(openEyes)
  await context.addInitScript(() => {
    // Tests can't close the print dialog.
    window.print = () => {
      document.documentElement.dataset.printed = 'yes'
    }
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

type Done = {
  before: Seen
  /** Whether the page was idle. Layout and focus are checked only then. */
  wasIdle: boolean
  offline: boolean
  /** Whether the page was loaded again, so that no dialog was closed. */
  isPageReplaced?: true | undefined
}

/** The check returns the problems of a page after a step, as sentences. */
export function createChecks(
  guard: Guard,
  problems: readonly string[],
  maxBlankMs = 60_000,
): (page: Page, done: Done) => Promise<string[]> {
  const takeReports = createReportReader(guard, problems)
  return async (page, { before, wasIdle, offline, isPageReplaced }) => {
    const after = await inspectWhenRendered(page, maxBlankMs)
    const faultsOfStep = [...takeReports(), ...(await errorScreen(page, offline))]
    if (wasIdle) faultsOfStep.push(...after.problems)
    if (wasIdle && !isPageReplaced) faultsOfStep.push(...lostFocus(before, after))
    if (!wasIdle && !offline && (await page.locator('main').count()) === 0)
      faultsOfStep.push('there is no main region')
    return faultsOfStep
  }
}

/** A page may be blank for a moment before its next screen is rendered. */
async function inspectWhenRendered(page: Page, maxBlankMs: number): Promise<Seen> {
  const until = Date.now() + maxBlankMs
  let state = await inspectPage(page)
  while (state.problems.includes('the main region is blank') && Date.now() < until) {
    await new Promise(resolve => setTimeout(resolve, 250))
    state = await inspectPage(page)
  }
  return state
}

/** Returns the problems and console messages since the last call. */
export function createReportReader(guard: Guard, problems: readonly string[]): () => string[] {
  let reportedCount = 0
  let reportedMessageCount = 0
  return () => {
    const unexpected = guard.unexpected()
    const newProblems = [...problems.slice(reportedCount), ...unexpected.slice(reportedMessageCount)]
    reportedCount = problems.length
    reportedMessageCount = unexpected.length
    return newProblems
  }
}

function lostFocus(before: Seen, after: Seen): string[] {
  const isLost = after.focusLost && !before.focusLost && after.floats.length < before.floats.length
  return isLost ? [`the focus is on nothing after this closed: ${closed(before, after)}`] : []
}

const closed = (before: Seen, after: Seen) =>
  before.floats.filter(float => !after.floats.includes(float)).join(', ')

/** Retries if the page is replaced meanwhile. */
export async function inspectPage(page: Page): Promise<Seen> {
  for (;;) {
    const state = await page.evaluate(() => window.eyes?.inspect()).catch(() => undefined)
    if (state) return state
    await page.waitForLoadState('domcontentloaded')
  }
}

/** The error screen is allowed offline if its message says so. */
export async function errorScreen(page: Page, offline: boolean): Promise<string[]> {
  const text = await page
    .locator('main')
    .innerText({ timeout: 2000 })
    .catch(() => '')
  const isErrorScreen = titlesOfErrors.some(title => text.includes(title))
  if (!isErrorScreen || (offline && sentencesOfOffline.some(sentence => text.includes(sentence)))) return []
  return [`the error screen: ${text.slice(0, 300)}`]
}
