import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { BrowserWindow, Key } from './browsers/Browser.ts'
import type { Aim, Look } from './inPage/finder.ts'
import type { PageTools } from './inPage/pageTools.ts'
import { describeTarget, type Target } from './targets.ts'

/** The app in a window of any engine. Each action waits until a user could do it. */
export type AppPage = {
  /** Whether the window is as narrow as a phone. */
  isNarrow: boolean
  open: (path: string) => Promise<void>
  setCookie: (name: string, value: string) => Promise<void>
  click: (target: Target) => Promise<void>
  /** Drags the first target onto the second. */
  drag: (from: Target, to: Target) => Promise<void>
  fill: (field: Target, text: string) => Promise<void>
  choose: (select: Target, option: string) => Promise<void>
  press: (key: Key) => Promise<void>
  addFiles: (input: Target, paths: readonly string[]) => Promise<void>
  expectVisible: (target: Target) => Promise<void>
  expectGone: (target: Target) => Promise<void>
  expectText: (target: Target, text: string | RegExp) => Promise<void>
  expectValue: (field: Target, value: string) => Promise<void>
  expectChecked: (target: Target) => Promise<void>
  expectPath: (path: RegExp) => Promise<void>
  /** Waits until the browser has saved a file with these bytes. */
  expectDownload: (name: string, bytes: Uint8Array) => Promise<void>
  evaluate: (expression: string) => Promise<unknown>
  screenshot: () => Promise<Buffer>
  /** Returns errors of all pages so far. */
  readProblems: () => Promise<string[]>
  close: () => Promise<void>
}

type AppPageOptions = { window: BrowserWindow; url: string; downloads: string; isNarrow: boolean }

export function createAppPage({ window, url, downloads, isNarrow }: AppPageOptions): AppPage {
  const problems: string[] = []
  const evaluate = async (expression: string): Promise<unknown> =>
    JSON.parse(await window.evaluate(`JSON.stringify((${expression}) ?? null)`))
  const getCall = (name: keyof PageTools, args: readonly unknown[]) =>
    `window.pageTools.${name}(${args.map(value => JSON.stringify(value)).join()})`
  const call = (name: keyof PageTools, ...args: unknown[]) => evaluate(getCall(name, args))
  const look = (target: Target) => call('look', target) as Promise<Look>

  /** Retries while the check fails, e.g. because a page is loading. */
  const retry = (check: () => Promise<void>) => expect(check).toPass({ intervals: [50, 100, 250] })
  const expectLook = (target: Target, expected: Partial<Record<keyof Look, unknown>>) =>
    retry(async () => expect(await look(target), describeTarget(target)).toMatchObject(expected))

  async function aim(target: Target) {
    let at = { x: 0, y: 0 }
    await retry(async () => {
      const found = (await call('aim', target)) as Aim
      if (!('at' in found)) throw new Error(`${describeTarget(target)}: ${found.problem}`)
      at = found.at
    })
    return at
  }
  const expectSuccess = (name: keyof PageTools, ...args: unknown[]) =>
    retry(async () => expect(await call(name, ...args), name).toBe(true))
  const click = async (target: Target) => window.click(await aim(target))

  async function collectProblems() {
    const found = await evaluate('window.pageTools?.takeProblems()')
    if (Array.isArray(found)) problems.push(...found.map(String))
  }

  return {
    isNarrow,
    async open(path) {
      await collectProblems()
      await window.open(`${url}${path}`)
    },
    async setCookie(name, value) {
      await window.open(`${url}/robots.txt`)
      await window.setCookie({ name, value, url })
    },
    click,
    async drag(from, to) {
      const start = await aim(from)
      const end = await aim(to)
      await window.drag([start, { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }, end])
    },
    async fill(field, text) {
      await click(field)
      await expectSuccess('selectText')
      await window.type(text)
    },
    choose: (select, option) => expectSuccess('choose', select, option),
    press: key => window.press(key),
    async addFiles(input, paths) {
      await retry(async () => expect(await evaluate(`!!${getCall('findInput', [input])}`)).toBe(true))
      await window.setFiles(getCall('findInput', [input]), paths)
    },
    expectVisible: target =>
      retry(async () => expect((await look(target)).count, describeTarget(target)).toBeGreaterThan(0)),
    expectGone: target => expectLook(target, { count: 0 }),
    expectText: (target, text) =>
      expectLook(target, {
        text: typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
      }),
    expectValue: (field, value) => expectLook(field, { value }),
    expectChecked: target => expectLook(target, { isChecked: true }),
    expectPath: path =>
      retry(async () => expect(await evaluate('location.pathname + location.search')).toMatch(path)),
    expectDownload: (name, bytes) =>
      retry(async () => expect(readFileSync(join(downloads, name)).equals(bytes), name).toBe(true)),
    evaluate,
    screenshot: window.screenshot,
    async readProblems() {
      await collectProblems()
      return problems
    },
    close: window.close,
  }
}
