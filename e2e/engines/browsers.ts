import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** Commands of W3C WebDriver that the journeys need: their names in Firefox, and their paths. */
const commands = {
  AddCookie: '/cookie',
  ElementClick: '/element/:id/click',
  ElementSendKeys: '/element/:id/value',
  ExecuteScript: '/execute/sync',
  Navigate: '/url',
  PerformActions: '/actions',
  SetWindowRect: '/window/rect',
}

export type Session = {
  /** Sends a command. Returns its value. */
  send: (command: keyof typeof commands, parameters: object) => Promise<unknown>
  close: () => Promise<void>
}

type Size = { width: number; height: number }

/** Metadata of a project. */
export type BrowserProject = Size & { browserName: keyof typeof browsers; port: number }

/** A browser that Playwright can't control. */
type Browser = {
  /** Debian packages that contain it. */
  packages: string
  /** Files of these packages. */
  programs: string[]
  /** Writes settings into an empty folder. Returns the command that accepts one session at a time on the port. */
  prepare: (port: number, size: Size, home: string) => { command: string; env: Record<string, string> }
  openSession: (port: number) => Promise<Session>
}

/**
 * Uses Marionette, the WebDriver in Firefox itself: JSON over TCP. Debian does not have geckodriver, which translates
 * HTTP into it.
 */
const firefox: Browser = {
  packages: 'firefox-esr',
  programs: ['/usr/bin/firefox-esr'],
  prepare(port, { width, height }, home) {
    const preferences = `user_pref("marionette.port", ${port});
      user_pref("intl.accept_languages", "en-GB, en");
      user_pref("toolkit.legacyUserProfileCustomizations.stylesheets", true);`
    writeFileSync(join(home, 'user.js'), preferences)
    // Allows a window that is as narrow as a phone.
    mkdirSync(join(home, 'chrome'))
    writeFileSync(join(home, 'chrome/userChrome.css'), ':root { min-width: 0 !important }')
    return {
      command: 'firefox-esr --headless --kiosk --marionette --no-remote --profile .',
      env: { MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height) },
    }
  },
  async openSession(port) {
    const socket = connect(port, '127.0.0.1')
    const messages = readMessages(socket)
    // The greeting.
    await messages.next()
    async function send(command: string, parameters: object = {}) {
      const text = JSON.stringify([0, 1, `WebDriver:${command}`, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
      const [, , error, result] = (await messages.next()).value
      if (error) throw new Error(`${command}: ${JSON.stringify(error)}`)
      return result
    }
    await send('NewSession')
    return {
      send: async (command, parameters) => (await send(command, parameters))?.value,
      async close() {
        // The next session has the same profile.
        await send('DeleteAllCookies')
        await send('DeleteSession')
        socket.destroy()
      },
    }
  },
}

/** A kind, a number, an error and a result. */
type Answer = [number, number, unknown, { value?: unknown } | null]

/** Reads messages of Marionette, which start with their length in bytes and a colon. */
async function* readMessages(socket: Socket): AsyncGenerator<Answer> {
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const start = received.indexOf(':') + 1
      const end = start + Number(received.toString('utf8', 0, start - 1))
      if (start === 0 || received.length < end) break
      yield JSON.parse(received.toString('utf8', start, end))
      received = received.subarray(end)
    }
  }
}

const miniBrowser = globSync('/usr/lib/*/webkit2gtk-*/MiniBrowser')[0] ?? 'MiniBrowser'

/** WebKit as Debian builds it for GTK. It has no headless mode, so it needs a display. */
const webKit: Browser = {
  packages: 'webkit2gtk-driver xvfb xauth',
  programs: ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run', '/usr/bin/xauth', miniBrowser],
  prepare(port, { width, height }) {
    const screen = `-screen 0 ${width}x${height}x24`
    return {
      command: `xvfb-run --server-num=${port} --server-args="${screen}" WebKitWebDriver --port=${port}`,
      // Its sandbox needs user namespaces, which root in a container lacks. The pages are our own.
      env: { GDK_BACKEND: 'x11', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    }
  },
  async openSession(port) {
    async function call(method: string, path: string, body?: object) {
      const url = `http://127.0.0.1:${port}/session${path}`
      const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
      const { value } = (await response.json()) as { value: Partial<Record<string, unknown>> }
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`)
      return value
    }
    // Full screen hides the toolbar, which is wider than a phone.
    const options = { binary: miniBrowser, args: ['--automation', '--full-screen'] }
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
    const { sessionId } = await call('POST', '', { capabilities })
    return {
      send: (command, parameters) => {
        const id = 'id' in parameters ? String(parameters.id) : ''
        return call('POST', `/${sessionId}${commands[command].replace(':id', id)}`, parameters)
      },
      async close() {
        await call('DELETE', `/${sessionId}`)
      },
    }
  },
}

export const browsers = { firefox, webKit }
