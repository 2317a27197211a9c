import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { clickActions, dragActions, pressActions, typeActions } from './actions.ts'
import { type Browser, type BrowserOptions, type BrowserWindow, type Engine, timeZone } from './Browser.ts'
import { type BidiConnection, connectBidi } from './bidi.ts'
import { findProgram } from './findProgram.ts'
import { startProgram } from './startProgram.ts'

const findFirefox = () => findProgram('firefox-esr', 'firefox')

/** Firefox, controlled with WebDriver BiDi, which it contains itself. */
export const firefox: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  isInstalled: () => findFirefox() !== undefined,
  async start(options) {
    const path = findFirefox()
    if (!path) throw new Error('Firefox is not installed.')
    const profile = join(options.directory, 'profile')
    mkdirSync(profile)
    writeFileSync(join(profile, 'user.js'), formatPreferences(options))
    const program = startProgram(
      path,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
      { HOME: options.directory, MOZ_HEADLESS: '1', TZ: timeZone },
    )
    const [, address = ''] = await program.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/)
    const connection = await connectBidi(`${address}/session`)
    await connection.send('session.new', { capabilities: {} })
    return createBrowser(connection, async () => {
      await connection.send('browser.close', {})
      connection.close()
      await program.stop()
    })
  },
}

function formatPreferences({ isDark, downloads }: BrowserOptions): string {
  const preferences = {
    // 0 is dark, 1 is light.
    'layout.css.prefers-color-scheme.content-override': isDark ? 0 : 1,
    'intl.accept_languages': 'en-GB, en',
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.useDownloadDir': true,
    'browser.download.alwaysOpenPanel': false,
    'browser.helperApps.deleteTempFileOnExit': false,
  }
  return Object.entries(preferences)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}

const UserContext = z.object({ userContext: z.string() })
const Context = z.object({ context: z.string() })
const Screenshot = z.object({ data: z.string() })
const Evaluated = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('success'), result: z.object({ sharedId: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])

function createBrowser(connection: BidiConnection, close: () => Promise<void>): Browser {
  return {
    async openWindow(viewport) {
      // A user context has its own cookies and storage.
      const { userContext } = UserContext.parse(await connection.send('browser.createUserContext', {}))
      const created = await connection.send('browsingContext.create', { type: 'tab', userContext })
      const { context } = Context.parse(created)
      await connection.send('browsingContext.setViewport', { context, viewport })
      return createWindow(connection, context, async () => {
        await connection.send('browser.removeUserContext', { userContext })
      })
    },
    close,
  }
}

function createWindow(
  connection: BidiConnection,
  context: string,
  close: () => Promise<void>,
): BrowserWindow {
  const perform = async (actions: object) => {
    await connection.send('input.performActions', { context, actions })
  }
  async function evaluate(expression: string) {
    const evaluated = Evaluated.parse(
      await connection.send('script.evaluate', { expression, target: { context }, awaitPromise: true }),
    )
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
    return evaluated.result
  }
  return {
    async open(url) {
      await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(expression) {
      const result = await evaluate(expression)
      if (!('value' in result)) throw new Error('The result is no text.')
      return result.value
    },
    click: at => perform(clickActions(at)),
    drag: points => perform(dragActions(points)),
    type: text => perform(typeActions(text)),
    press: key => perform(pressActions(key)),
    async setFiles(expression, files) {
      const element = await evaluate(expression)
      if (!('sharedId' in element)) throw new Error('The result is no element.')
      await connection.send('input.setFiles', { context, element, files })
    },
    async setCookie({ name, value, url }) {
      const cookie = {
        ...{ name, value: { type: 'string', value }, domain: new URL(url).hostname, path: '/' },
        ...{ httpOnly: true, sameSite: 'strict' },
      }
      await connection.send('storage.setCookie', { cookie, partition: { type: 'context', context } })
    },
    async screenshot() {
      const { data } = Screenshot.parse(
        await connection.send('browsingContext.captureScreenshot', { context }),
      )
      return Buffer.from(data, 'base64')
    },
    close,
  }
}
