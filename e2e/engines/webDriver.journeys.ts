import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { test as base } from '../support/fixtures.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { wednesday } from '../support/schoolClock.ts'
import type { App, Name, Target } from './App.ts'
import { type BrowserProject, browsers, type Session } from './browsers.ts'
import { defineJourneys } from './journeys.ts'

const root = join(import.meta.dirname, '../..')
const builtApp = join(root, 'dist/app')
const library = join(root, 'node_modules/@testing-library/dom/dist/@testing-library/dom.umd.min.js')

/** Of the library in the page. */
declare const TestingLibraryDom: typeof import('@testing-library/dom')

/** From the specification of WebDriver. */
const keys = { Enter: '\uE007', Escape: '\uE00C' }
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/**
 * Creates a copy of the built app whose first script also sets the school's time and adds Testing Library. WebDriver
 * can't add a script before those of a page, and the content security policy allows only scripts of the app's address.
 */
function createPages(directory: string): void {
  mkdirSync(directory)
  for (const name of readdirSync(builtApp)) {
    if (name !== 'start.js') symlinkSync(join(builtApp, name), join(directory, name))
  }
  const scripts = [library, join(builtApp, 'start.js')].map(path => readFileSync(path, 'utf8'))
  const setTime = `(${advanceClock})(${wednesday - Date.now()})`
  writeFileSync(join(directory, 'start.js'), [setTime, ...scripts].join('\n;'))
}

/** Runs in the page. Moves its clock by a number of ms. */
function advanceClock(ahead: number): void {
  const now = Date.now
  Date.now = () => now() + ahead
  // A proxy, because `instanceof` must also hold for the dates that the browser creates.
  window.Date = new Proxy(Date, {
    construct: (date, args) => (args.length === 0 ? new date(Date.now()) : Reflect.construct(date, args)),
  })
}

/** Runs in the page. Returns the first visible match, in the middle of the window. Inputs of files may be hidden. */
function findElement(by: Target['by'], role: string, name: Name, container?: HTMLElement) {
  if (!container) return undefined
  const { queryAllByLabelText, queryAllByRole, queryAllByText } = TestingLibraryDom
  const found =
    by === 'role'
      ? queryAllByRole(container, role, { name })
      : by === 'label'
        ? queryAllByLabelText(container, name)
        : queryAllByText(container, name)
  const first = found.find(
    element => element.matches('[type=file]') || element.checkVisibility({ visibilityProperty: true }),
  )
  first?.scrollIntoView({ block: 'center', inline: 'nearest' })
  return first
}

/** Returns the call of `findElement` as text. Firefox runs it beside the page, whose library has another RegExp. */
function toExpression({ by, role, name, within }: Target): string {
  const nameText = typeof name === 'string' ? JSON.stringify(name) : `new window.RegExp(${name})`
  return `(${findElement})('${by}', '${role}', ${nameText}, ${within ? toExpression(within) : 'document.body'})`
}

/** The app in a browser that is controlled with WebDriver. */
function createApp({ send }: Session, node: NodeHost, width: number): App {
  const evaluate = (expression: string) => send('ExecuteScript', { script: `return ${expression}`, args: [] })
  const expectResult = (expression: string) =>
    expect(async () => expect(await evaluate(expression)).toBe(true)).toPass()
  /** Repeats an action until it succeeds, e.g. because the page is loading or something covers the element. */
  const act = (target: Target, action: (id: string) => Promise<unknown>) =>
    expect(async () => {
      const element = await evaluate(toExpression(target))
      expect(element, JSON.stringify(target)).toBeInstanceOf(Object)
      await action((element as Record<string, string>)[elementKey] ?? '')
    }).toPass()
  const perform = (type: string, actions: object[]) =>
    send('PerformActions', { actions: [{ id: type, type, actions }] })
  const goto = (path: string) => send('Navigate', { url: `${node.url}${path}` })
  return {
    isNarrow: width === 360,
    goto,
    async enterAs(login, path) {
      // Cookies belong to the open page.
      await goto('/robots.txt')
      const id = node.sessions.get(login) ?? ''
      const [name, value] = createSessionCookie(node.url).write(id).split(/[=;]/)
      await send('AddCookie', { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Strict' } })
      await goto(path)
    },
    click: target => act(target, id => send('ElementClick', { id })),
    fill: (field, text) =>
      act(field, async id => {
        await send('ElementClick', { id })
        await evaluate('document.activeElement.select()')
        await send('ElementSendKeys', { id, text })
      }),
    async press(key) {
      const actions = ['keyDown', 'keyUp'].map(type => ({ type, value: keys[key] }))
      await perform('key', actions)
    },
    upload: (input, paths) => act(input, id => send('ElementSendKeys', { id, text: paths.join('\n') })),
    draw: target =>
      act(target, id => {
        const origin = { [elementKey]: id }
        const move = (x: number) => ({ type: 'pointerMove', origin, x, y: 0, duration: 50 })
        const push = (type: string) => ({ type, button: 0 })
        return perform('pointer', [move(0), push('pointerDown'), move(50), move(100), push('pointerUp')])
      }),
    expectVisible: target => act(target, async () => {}),
    expectGone: target => expectResult(`!${toExpression(target)}`),
    expectTrue: (target, check) => expectResult(`(${check})(${toExpression(target)})`),
  }
}

defineJourneys(
  base.extend<{ app: App }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures off the pattern.
    server: async ({}, use, testInfo) => {
      const pagesDirectory = testInfo.outputPath('pages')
      createPages(pagesDirectory)
      await use({ pagesDirectory })
    },
    app: async ({ node }, use, { project: { metadata } }) => {
      const { browserName, port, width, height } = metadata as BrowserProject
      const session = await browsers[browserName].openSession(port)
      const getWindow = { script: 'return [innerWidth, innerHeight, document.hasFocus()]', args: [] }
      try {
        await expect(async () => {
          await session.send('SetWindowRect', { x: 0, y: 0, width, height })
          expect(await session.send('ExecuteScript', getWindow)).toEqual([width, height, true])
        }).toPass()
        await use(createApp(session, node, width))
      } finally {
        await session.close()
      }
    },
  }),
)
