import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { createGuard } from '../support/guard.ts'
import { enterAs } from '../support/signInAs.ts'
import { createChecks, inspectPage, watch } from './checks.ts'
import { runMonkey } from './monkey.ts'
import { waitUntilIdle } from './rest.ts'

// Each test plants a fault that the monkey must report.

type Fault = {
  name: string
  run: (page: Page) => Promise<unknown>
  begin?: (page: Page) => Promise<unknown>
  expected: RegExp
}

const add = (page: Page, style: string, tag = 'div') =>
  page.evaluate(
    ([name = 'div', css = '']) => {
      const element = document.createElement(name)
      element.setAttribute('style', css)
      element.textContent = 'Planted'
      document.body.append(element)
    },
    [tag, style],
  )
const addStyle = (page: Page, css: string) =>
  page.evaluate(text => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, css)
const openAccount = async (page: Page) => {
  await page.getByRole('button', { name: /Jana Albrecht/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
const openPalette = async (page: Page) => {
  await page.getByRole('button', { name: /^Find/ }).click()
  await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused()
}
const loseFocus = (page: Page) =>
  page.evaluate(() => {
    const lose = () => {
      if (!document.querySelector('[role="dialog"]') && document.activeElement instanceof HTMLElement)
        document.activeElement.blur()
    }
    new MutationObserver(lose).observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', () => setTimeout(lose))
  })

const faults: Fault[] = [
  {
    name: 'an uncaught error',
    run: page => page.evaluate(() => void setTimeout(() => Promise.reject(new Error('planted error')))),
    expected: /uncaught: Error: planted error/,
  },
  {
    name: 'an error in the console',
    run: page => page.evaluate(() => console.error('planted line')),
    expected: /console error: planted line/,
  },
  {
    name: 'a response with status 500',
    run: page => page.evaluate(() => fetch('/planted')),
    begin: page => page.route('**/planted', route => route.fulfill({ status: 503, body: '' })),
    expected: /503 from .*\/planted/,
  },
  {
    name: 'the error screen',
    run: page =>
      page.evaluate(() => document.querySelector('main')?.prepend('This could not be loaded: planted')),
    expected: /the error screen: .*planted/,
  },
  {
    name: 'a blank main region',
    run: page => addStyle(page, 'main > * { display: none !important }'),
    expected: /the main region is blank/,
  },
  {
    name: 'a covered control',
    run: page => add(page, 'position: fixed; inset: 0 auto 50% 0; width: 12rem; z-index: 9'),
    expected: /link "Homework.*" is covered by <div style="position: fixed/,
  },
  {
    name: 'a page that scrolls sideways',
    run: page =>
      add(page, 'position: absolute; left: 0; top: 0; width: 3000px; height: 1px; overflow: hidden'),
    expected: /the page scrolls sideways: 3000 in 1280/,
  },
  {
    name: 'a menu away from its button',
    begin: page =>
      addStyle(
        page,
        '[role="menu"] { position: fixed !important; inset: 0 0 auto auto !important; transform: none !important }',
      ),
    run: openAccount,
    expected: /menu ".*" opened away from what opened it/,
  },
  {
    name: 'a menu outside the window',
    begin: page => addStyle(page, '[role="menu"] { translate: -200px 0 !important }'),
    run: openAccount,
    expected: /menu ".*" sticks out of the window/,
  },
  {
    name: 'a focus that is lost',
    async begin(page) {
      await openPalette(page)
      await loseFocus(page)
    },
    run: page => page.keyboard.press('Escape'),
    expected: /the focus is on nothing after this closed: dialog "Find"/,
  },
  {
    name: 'a dialog without the focus',
    begin: openPalette,
    run: page =>
      page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur()),
    expected: /dialog "Find" is open and the focus is on nothing/,
  },
]

test.beforeEach(({ guard }) => {
  // The guard reports them too.
  guard.allow(/planted|status of 503/)
})

for (const { name, begin, run, expected } of faults) {
  test(`the monkey finds ${name}`, { tag: '@rest' }, async ({ page, host }) => {
    const guard = createGuard()
    await guard.watch(page.context(), host.url)
    const problems: string[] = []
    await watch(page, problems)
    const check = createChecks(guard, problems, 2000)
    await enterAs(page, 'albrecht', '/classes/1/timetable')
    await begin?.(page)
    await waitUntilIdle(page, 20_000)
    const before = await inspectPage(page)
    expect(await check(page, { before, wasIdle: true, offline: false })).toEqual([])
    await run(page)
    const wasIdle = await waitUntilIdle(page, 20_000)
    expect(wasIdle).toBe(true)
    const seen: string[] = []
    await expect
      .poll(async () => {
        seen.push(...(await check(page, { before, wasIdle, offline: false })))
        return seen.join('\n')
      })
      .toMatch(expected)
  })
}

test('a focused field’s list does not count as covering', { tag: '@rest' }, async ({ page, host }) => {
  const guard = createGuard()
  await guard.watch(page.context(), host.url)
  const problems: string[] = []
  await watch(page, problems)
  await enterAs(page, 'albrecht', '/classes/1/homework?access=todo_id.1')
  await page.setViewportSize({ width: 360, height: 740 })
  const drawer = page.getByRole('dialog', { name: /^Access to/ })
  await expect(drawer.getByRole('button', { name: 'Role of Jana Albrecht: Admin' })).toBeVisible()
  await drawer.getByRole('combobox', { name: 'Add people' }).fill('12,5')
  const list = page.getByText('No one matches “12,5”')
  await expect(list).toBeVisible()
  await waitUntilIdle(page, 20_000)
  const before = await inspectPage(page)
  const check = createChecks(guard, problems)
  expect(await check(page, { before, wasIdle: true, offline: false })).toEqual([])
})

test('the monkey reports and repeats problems with seed', { tag: '@rest' }, async ({ page, host }) => {
  test.setTimeout(150_000)
  const guard = createGuard()
  await guard.watch(page.context(), host.url)
  const problems: string[] = []
  await watch(page, problems)
  await enterAs(page, 'albrecht', '/classes/1/timetable')
  const runAndCheck = () =>
    runMonkey({
      seed: 77,
      seconds: 60,
      atMost: 2,
      guard,
      problems,
      pictureOf: step => test.info().outputPath(`${step}.png`),
      visitors: [
        {
          login: 'albrecht',
          page,
          places: [
            { path: '/settings/tokens', begin: each => add(each, 'position: fixed; inset: 0; z-index: 9') },
          ],
        },
      ],
    }).then(
      () => 'nothing',
      (error: unknown) => String(error),
    )
  const first = await runAndCheck()
  expect(first).toMatch(/The monkey of the seed 77 found:\nafter step 2: /)
  expect(first).toMatch(/is covered by <div style="position: fixed/)
  const [place = '', step = ''] = first.split('Its steps:\n')[1]?.split('\n') ?? []
  expect(place).toMatch(/^ +1\. albrecht at \/settings\/tokens, \d+ × \d+$/)
  expect(step).toMatch(/^ +2\. \w+/)
  expect(await runAndCheck()).toContain(`${place}\n${step}`)
})
