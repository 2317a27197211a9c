import { type ElementHandle, expect, type Page } from '@playwright/test'
import { withElement } from '../monkey/actions.ts'
import { createReportReader, errorScreen } from '../monkey/checks.ts'
import { waitUntilIdle } from '../monkey/rest.ts'
import type { Guard } from '../support/guard.ts'
import { password } from '../support/people.ts'
import type { Found, State } from './inPage.ts'

type WalkOptions = {
  page: Page
  guard: Guard
  /** Collected by `watch`. */
  problems: string[]
  /** Opens the state of the screen in which the walk starts. */
  open: () => Promise<unknown>
  ignores: (key: string) => boolean
  record: WalkRecord
}

/** Keys of controls, and sentences about faults. */
export type WalkRecord = {
  /** Includes those that disappeared and could not be made visible again. */
  used: Set<string>
  unreached: string[]
  faults: string[]
}

/** In ms. */
const maxIdleWait = 20_000
const maxEffectWait = 5000
/** A control that is covered for longer counts as covered. */
const patience = 15_000

/** Of controls after which the screen is opened again. */
const lastRank = 5
/** The first two are read-only texts. The others already have their effect: the text is copied, and the file fits. */
const withoutEffect = /"(?:Address of the calendar|The new token|Copied|Fit)"/

/**
 * Uses every control of a screen once, and those that appear meanwhile. To reach a control that is no longer visible,
 * opens the screen again and uses the controls that made it visible.
 */
export async function walk({ page, guard, problems, open, ignores, record }: WalkOptions): Promise<void> {
  const { used, unreached, faults } = record
  const takeReports = createReportReader(guard, problems)
  const countEvents = startCounting(page)
  /** Keys of the visible controls so far, each with the control that made it visible. */
  const known = new Map<string, string | undefined>()
  let screen = ''
  let look = await reopen()

  for (let key = next(); key !== undefined; key = next()) {
    const isReached = find(key) !== undefined || (await reach(key))
    used.add(key)
    if (isReached) await clickAndCheck(key)
    else unreached.push(key)
    if (key.includes('"Sign out')) return
    if (pathname() !== screen || rank(key) === lastRank) look = await reopen()
  }

  function pathname(): string {
    return new URL(page.url()).pathname
  }
  /** Controls outside an open dialog or menu are not used. */
  function find(key: string): Found | undefined {
    const isFloatOpen = look.seen.floats.length > 0
    return look.controls.find(each => each.key === key && (each.isInFloat || !isFloatOpen))
  }
  function next(): string | undefined {
    const cost = (key: string) => rank(key) + (find(key) ? 0 : 1.5)
    return [...known.keys()].filter(key => !used.has(key)).sort((a, b) => cost(a) - cost(b))[0]
  }
  async function reopen() {
    await open()
    await waitUntilIdle(page, maxIdleWait)
    screen = pathname()
    return inspect()
  }
  async function inspect(cause?: string) {
    const found = await lookAt(page)
    for (const { key } of found.controls) if (!known.has(key) && !ignores(key)) known.set(key, cause)
    return found
  }
  async function reach(key: string): Promise<boolean> {
    look = await reopen()
    const path: string[] = []
    for (let cause = known.get(key); cause !== undefined; cause = known.get(cause)) path.unshift(cause)
    for (const cause of path) {
      const control = await findOrUncover(cause)
      if (!control) return false
      await use(page, control)
      await waitUntilIdle(page, maxIdleWait)
      look = await lookAt(page)
    }
    return (await findOrUncover(key)) !== undefined
  }
  /** The screen may open with a dialog or menu. */
  async function findOrUncover(key: string): Promise<Found | undefined> {
    if (look.seen.floats.length > 0 && !find(key)) {
      await page.keyboard.press('Escape')
      await waitUntilIdle(page, maxIdleWait)
      look = await lookAt(page)
    }
    return find(key)
  }
  async function clickAndCheck(key: string, isRetry = false): Promise<void> {
    if (!key.startsWith('listbox') && look.seen.floats.some(float => float.startsWith('listbox'))) {
      // The suggestions of a field may cover the control.
      await page.keyboard.press('Tab')
      await waitUntilIdle(page, maxIdleWait)
      look = await lookAt(page)
    }
    const control = find(key)
    if (!control) return
    const report = (text: string) => void faults.push(`${key}: ${text}`)
    const countBefore = countEvents()
    let stateBefore = ''
    const isUsed = await use(page, control, async element => {
      await element.evaluate(each => {
        if (window.walker) window.walker.used = each
      })
      // Not before, because the pointer may show more controls.
      stateBefore = (await describe(page)).content
    }).catch((error: unknown) => report(String(error).split('\n')[0] ?? ''))
    await waitUntilIdle(page, maxIdleWait)
    const hasEffect = async () => {
      const { content, isFocusElsewhere } = await describe(page)
      // A click on a control without an effect moves the focus to the control.
      return countEvents() !== countBefore || content !== stateBefore || isFocusElsewhere
    }
    if (isUsed && !control.isPressed && !withoutEffect.test(key))
      await expect
        .poll(hasEffect, { timeout: maxEffectWait })
        .toBe(true)
        .catch(() => report('it has no effect'))
    for (const text of [...takeReports(), ...(await errorScreen(page, false))]) report(text)
    if (pathname() !== screen || rank(key) === lastRank) return
    look = await inspect(key)
    if (isUsed !== false || !find(key)) return
    // The control may have been rendered again in the meantime.
    if (isRetry) report('it can’t be clicked')
    else await clickAndCheck(key, true)
  }
}

/** Lower ranks are used first, because higher ones can make other controls unreachable. */
function rank(key: string): number {
  if (/"(?:Sign out|Use another account)/.test(key)) return lastRank
  if (/"(?:Delete|Remove|Revoke|Leave now|Discard|Hand over|Stop being|Start again)/.test(key)) return 4
  if (/"(?:Cancel|Close|Done|OK|Stay|Keep|Leave it|Continue without)/.test(key)) return 1
  return /(?:textbox|field|select|combobox|checkbox|switch|radio) "/.test(key) ? 0 : 0.5
}

/** Returns false if the control can't be clicked, e.g. because it disappeared. */
async function use(
  page: Page,
  { at, field, key }: Found,
  prepare: (element: ElementHandle<Element>) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const options = { timeout: patience }
  let isUsed = false
  await withElement({ page }, { at }, async element => {
    // Some buttons appear while the pointer is over their message.
    await (await element.$('xpath=ancestor::article[1]'))?.hover(options)
    await element.hover(options)
    await prepare(element)
    if (field === undefined) await element.click(options)
    else if (field === 'select') {
      const select = element as ElementHandle<HTMLSelectElement>
      const index = await select.evaluate(({ options, selectedIndex }) =>
        [...options].findIndex((option, at) => at !== selectedIndex && !option.disabled),
      )
      // There may be only one option.
      if (index >= 0) await select.selectOption({ index }, options)
    } else {
      const [first, second] = textsFor(field, key)
      await element.fill((await element.inputValue()) === first ? second : first, options)
    }
    isUsed = true
  })
  return isUsed
}

/** Two texts, because one may already be in the field. */
function textsFor(field: string, key: string): [string, string] {
  if (field === 'password') return [password, 'wrong']
  if (field === 'time') return ['08:00', '09:00']
  if (field === 'search') return ['xyzzy', '']
  if (key.includes('"Login name')) return ['albrecht', 'ruiz']
  return key.includes('combobox') ? ['a', 'e'] : ['12', '13']
}

export async function lookAt(page: Page) {
  for (;;) {
    const look = await page.evaluate(() => window.walker?.look()).catch(() => undefined)
    if (look) return look
    await page.waitForLoadState('domcontentloaded')
  }
}

/** The content is empty while another page is loaded. */
async function describe(page: Page): Promise<State> {
  const state = await page.evaluate(() => window.walker?.describe()).catch(() => undefined)
  return state ?? { content: '', isFocusElsewhere: false }
}

/** Counts effects that are not visible on the page. */
function startCounting(page: Page): () => number {
  let count = 0
  const increase = () => {
    count += 1
  }
  page.on('download', increase)
  page.on('filechooser', increase)
  page.on('popup', increase)
  page.on('request', request => request.method() !== 'GET' && increase())
  return () => count
}
