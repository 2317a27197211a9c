import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { createLog } from '../server/log.ts'
import { readSettings, type Settings } from '../server/settings.ts'
import { type RunningServer, type ServerOptions, startServer } from '../server/startServer.ts'
import { reservePort } from './reservePort.ts'

/** Deleted after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'staffroom-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** For a program that can't use port 0. Reserved until the test ends. */
export async function testPort(): Promise<number> {
  const { port, release } = await reservePort()
  onTestFinished(release)
  return port
}

function createPages(): string {
  const directory = temporaryDirectory()
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Staffroom</title>')
  writeFileSync(join(directory, 'assets', 'main-abc.js'), 'let plain')
  writeFileSync(join(directory, 'assets', 'main-abc.js.br'), brotliCompressSync('let plain'))
  return directory
}

export function testSettings(environment: Record<string, string> = {}, args: string[] = []): Settings {
  const result = readSettings(
    { PORT: '0', DATA_DIR: join(temporaryDirectory(), 'data'), ...environment },
    args,
  )
  if (!('settings' in result)) throw new Error(JSON.stringify(result))
  return result.settings
}

export type TestServer = RunningServer & { logged: string[] }

export async function testServer(
  settings: Settings,
  options: Partial<ServerOptions> = {},
): Promise<TestServer> {
  const logged: string[] = []
  const log = createLog({ write: line => void logged.push(line) })
  const running = await startServer({
    settings,
    pagesDirectory: createPages(),
    log,
    rateLimit: 1_000_000,
    drainMs: 0,
    ...options,
  })
  onTestFinished(() => running.stop())
  return { ...running, logged }
}

export type Page = {
  fetch(path: string, init?: RequestInit): Promise<Response>
  cookies: string[]
}

/** Sends the headers of a page and stores its cookie. */
export function pageOn(url: string, initialCookies: readonly string[] = []): Page {
  let cookie = initialCookies.at(-1)?.split(';')[0] ?? ''
  const cookies = [...initialCookies]
  return {
    cookies,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers)
      headers.set(pageHeader, '1')
      headers.set('Sec-Fetch-Site', 'same-origin')
      headers.set('Cookie', cookie)
      const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
      for (const line of response.headers.getSetCookie()) {
        cookies.push(line)
        cookie = line.split(';')[0] ?? ''
      }
      return response
    },
  }
}

export async function signIn(page: Page, service: string, login: string): Promise<Response> {
  const { settings } = await (await page.fetch('/session')).json()
  const decisionBody = {
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    scopes: settings.scopes.join(' '),
    state: 'the-state',
    decision: 'allow',
    login,
    password: 'staffroom-demo',
  }
  const decision = await fetch(`${service}/auth/oauth2/decision`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(decisionBody),
  })
  const code = new URL((await decision.json()).redirect_to).searchParams.get('code')
  return page.fetch('/session', { method: 'POST', body: JSON.stringify({ code, state: 'the-state' }) })
}
