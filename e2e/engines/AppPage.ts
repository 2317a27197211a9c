import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'
import type { BrowserWindow, Key, Point } from './browsers/Browser.ts'
import { findInk, type Ink } from './findInk.ts'
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
  /** Draws a line on an area. The points are fractions of its width and height. */
  draw: (area: Target, points: readonly Point[]) => Promise<void>
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
  /** Waits until the browser has saved a file. Returns its path. */
  expectDownloaded: (name: string) => Promise<string>
  /** Finds red marks within an area, or within the window. */
  expectInk: (check: (ink: Ink) => void, area?: Target) => Promise<void>
  /** Opens a file in the browser's own viewer. */
  openFile: (path: string) => Promise<void>
  /** Selects everything on the open page, copies it and returns what an empty text field then pastes. */
  copyAll: () => Promise<string>
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

  /** Retries while the check fails, e.g. because a page is loading. A slow check leaves the page as much time. */
  const retry = (check: () => Promise<void>) =>
    expect(async () => {
      const started = performance.now()
      try {
        await check()
      } catch (error) {
        await setTimeout(performance.now() - started)
        throw error
      }
    }).toPass({ intervals: [50, 100, 250] })
  const expectLook = (target: Target, expected: Partial<Record<keyof Look, unknown>>) =>
    retry(async () => expect(await look(target), describeTarget(target)).toMatchObject(expected))

  async function tryAim(target: Target, name: 'aim' | 'aimClick') {
    const found = (await call(name, target)) as Aim
    if ('at' in found) return found
    throw new Error(`${describeTarget(target)}: ${found.problem}`)
  }
  async function aim(target: Target) {
    let aimed: Awaited<ReturnType<typeof tryAim>> | undefined
    await retry(async () => {
      aimed = await tryAim(target, 'aim')
    })
    if (!aimed) throw new Error(`${describeTarget(target)} was not found`)
    return aimed
  }
  async function tryClick(target: Target) {
    await window.click((await tryAim(target, 'aimClick')).at)
    // A click that opens another page may interrupt the check.
    const wasHit = await call('wasHit').catch(() => true)
    expect(wasHit, `clicked ${describeTarget(target)}`).toBe(true)
  }
  const expectSuccess = (name: keyof PageTools, ...args: unknown[]) =>
    retry(async () => expect(await call(name, ...args), name).toBe(true))

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
    click: target => retry(() => tryClick(target)),
    async drag(from, to) {
      const { at: start } = await aim(from)
      const { at: end } = await aim(to)
      await window.drag([start, { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }, end])
    },
    async draw(area, points) {
      const { box } = await aim(area)
      await window.drag(points.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height })))
    },
    async fill(field, text) {
      await retry(async () => {
        await tryClick(field)
        expect(await call('selectText', field), `${describeTarget(field)} is focused`).toBe(true)
      })
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
    async expectDownloaded(name) {
      const path = join(downloads, name)
      // Firefox creates an empty file first, and writes into one beside it.
      await retry(async () => {
        expect(existsSync(`${path}.part`), `${name} is complete`).toBe(false)
        expect(readFileSync(path).length, name).toBeGreaterThan(0)
      })
      return path
    },
    expectInk: (check, area) =>
      retry(async () => check(findInk(await window.screenshot(), area && (await aim(area)).box))),
    openFile: path => window.open(pathToFileURL(path).href),
    async copyAll() {
      const centre = { x: isNarrow ? 180 : 640, y: 370 }
      await window.click(centre)
      const unselected = await window.screenshot()
      await window.press('Control+a')
      // The selection is visible.
      await retry(async () =>
        expect((await window.screenshot()).equals(unselected), 'unselected').toBe(false),
      )
      await window.press('Control+c')
      // The browser draws only after it has handled the key.
      await window.screenshot()
      // Firefox does not open `data:` addresses after a file.
      const page = join(downloads, 'field.html')
      writeFileSync(
        page,
        '<textarea style="position: fixed; inset: 0; width: 100%; height: 100%"></textarea>',
      )
      await window.open(pathToFileURL(page).href)
      await window.click(centre)
      await window.press('Control+v')
      return String(await evaluate('document.activeElement.value'))
    },
    evaluate,
    screenshot: window.screenshot,
    async readProblems() {
      await collectProblems()
      return problems
    },
    close: window.close,
  }
}
