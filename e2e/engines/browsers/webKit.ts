import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { reservePort } from '../../../src/testing/reservePort.ts'
import { clickActions, dragActions, pressActions, typeActions } from './actions.ts'
import {
  type Browser,
  type BrowserOptions,
  type BrowserWindow,
  type Engine,
  type Size,
  timeZone,
} from './Browser.ts'
import { findProgram, findProgramAt } from './findProgram.ts'
import { type Program, startProgram } from './startProgram.ts'
import { connectWebDriver, elementKey, type WebDriver } from './webDriver.ts'

const screen = { width: 1600, height: 1200 }

const findDriver = () => findProgram('WebKitWebDriver')
const findDisplay = () => findProgram('Xvfb')
/** Debian's example browser of WebKitGTK. */
const findMiniBrowser = () => findProgramAt('/usr/lib/*/webkit2gtk-*/MiniBrowser')

/** WebKit as Debian builds it for GTK, controlled with W3C WebDriver. It has no headless mode, so it needs a display. */
export const webKit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb',
  isInstalled: () => [findDriver(), findDisplay(), findMiniBrowser()].every(path => path !== undefined),
  async start(options) {
    const [driverPath, displayPath, binary] = [findDriver(), findDisplay(), findMiniBrowser()]
    if (!driverPath || !displayPath || !binary) throw new Error('WebKit is not installed.')
    const display = startProgram(
      displayPath,
      ['-displayfd', '3', '-screen', '0', `${screen.width}x${screen.height}x24`, '-nolisten', 'tcp'],
      {},
    )
    const [number = ''] = await display.waitForOutput(/^\d+(?=\n)/m)
    const { port, release } = await reservePort()
    const driver = startProgram(driverPath, ['--host=127.0.0.1', `--port=${port}`], {
      ...prepareHome(options),
      DISPLAY: `:${number}`,
    })
    await waitUntilReady(`http://127.0.0.1:${port}`, driver)
    return createBrowser(`http://127.0.0.1:${port}`, binary, options, async () => {
      await driver.stop()
      await display.stop()
      await release()
    })
  },
}

/** Returns the environment of a home of its own, so that no setting or download of the user is touched. */
function prepareHome({ isDark, directory, downloads }: BrowserOptions): Record<string, string> {
  const config = join(directory, 'config')
  mkdirSync(config)
  writeFileSync(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR=${JSON.stringify(downloads)}\n`)
  return {
    HOME: directory,
    XDG_CONFIG_HOME: config,
    XDG_CACHE_HOME: join(directory, 'cache'),
    XDG_DATA_HOME: join(directory, 'data'),
    TZ: timeZone,
    LANG: 'en_GB.UTF-8',
    GDK_BACKEND: 'x11',
    GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
    NO_AT_BRIDGE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Its sandbox needs user namespaces, which root in a container lacks. The pages are our own.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
}

async function waitUntilReady(url: string, { process }: Program): Promise<void> {
  for (;;) {
    if (process.exitCode !== null) throw new Error('WebKitWebDriver ended.')
    const response = await fetch(`${url}/status`).catch(() => undefined)
    if (response?.ok) return
    await setTimeout(50)
  }
}

function createBrowser(
  url: string,
  binary: string,
  { isDark }: BrowserOptions,
  close: () => Promise<void>,
): Browser {
  return {
    async openWindow(size) {
      // Without its toolbar, which is wider than a phone.
      const args = ['--automation', '--full-screen', ...(isDark ? ['--dark-mode'] : [])]
      const driver = await connectWebDriver(url, { 'webkitgtk:browserOptions': { binary, args } })
      try {
        await setViewport(driver, size)
      } catch (error) {
        await driver.close()
        throw error
      }
      return createWindow(driver)
    },
    close,
  }
}

/**
 * Sets the size of the page. The window changes its size a moment later. It is in the middle of the screen, where the
 * mouse is: without a window manager, the window below the mouse has the focus.
 */
async function setViewport(driver: WebDriver, { width, height }: Size): Promise<void> {
  const pageSize = 'innerWidth + " × " + innerHeight'
  const expected = `${width} × ${height}`
  const [x, y] = [(screen.width - width) / 2, (screen.height - height) / 2]
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await driver.send('POST', '/window/rect', { x, y, width, height })
    const isFocused = (await evaluate(driver, 'String(document.hasFocus())')) === 'true'
    if (isFocused && (await evaluate(driver, pageSize)) === expected) return
    await setTimeout(100)
  }
  throw new Error(`The page is ${await evaluate(driver, pageSize)} instead of ${expected}, or has no focus.`)
}

const execute = (driver: WebDriver, expression: string) =>
  driver.send('POST', '/execute/sync', { script: `return ${expression}`, args: [] })

async function evaluate(driver: WebDriver, expression: string): Promise<string> {
  const value = await execute(driver, expression)
  if (typeof value !== 'string') throw new Error('The result is no text.')
  return value
}

function createWindow(driver: WebDriver): BrowserWindow {
  const perform = async (actions: object) => {
    await driver.send('POST', '/actions', { actions })
  }
  return {
    async open(url) {
      await driver.send('POST', '/url', { url })
    },
    evaluate: expression => evaluate(driver, expression),
    click: at => perform(clickActions(at)),
    drag: points => perform(dragActions(points)),
    type: text => perform(typeActions(text)),
    press: key => perform(pressActions(key)),
    async setFiles(expression, paths) {
      const element = await execute(driver, expression)
      const id = element instanceof Object && elementKey in element ? String(element[elementKey]) : undefined
      if (id === undefined) throw new Error('The result is no element.')
      await driver.send('POST', `/element/${id}/value`, { text: paths.join('\n') })
    },
    async setCookie({ name, value }) {
      const cookie = { name, value, path: '/', httpOnly: true, sameSite: 'Strict' }
      await driver.send('POST', '/cookie', { cookie })
    },
    async screenshot() {
      return Buffer.from(String(await driver.send('GET', '/screenshot')), 'base64')
    },
    close: driver.close,
  }
}
