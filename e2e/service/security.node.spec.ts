import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { password } from '../support/people.ts'
import { accountButton, allowOnAuthorizePage, grid, signInAs } from '../support/signInAs.ts'

const pageHeader = { 'X-Staffroom': '1' }

/** A script of the page, with a hash in its name. */
async function anAsset(page: Page): Promise<string> {
  const source = await page.locator('script[type="module"][src]').first().getAttribute('src')
  return source ?? ''
}

function directives(policy: string | undefined): Map<string, string[]> {
  const parts = (policy ?? '').split(';').map(part => part.trim().split(/\s+/))
  return new Map(parts.map(([name = '', ...values]) => [name, values]))
}

test('security headers, hidden secrets, unknown paths', { tag: '@main' }, async ({
  page,
  context,
  request,
  node,
}) => {
  const bodies: string[] = []
  const sent: string[] = []
  page.on('response', async response => {
    const { pathname } = new URL(response.url())
    sent.push(response.request().url())
    if (/^\/(?:api|session|auth)/.test(pathname)) bodies.push(await response.text().catch(() => ''))
  })
  await page.goto('/')
  await test.step('headers of pages, assets and data', async () => {
    const responses = {
      page: await request.get('/classes/1/timetable', { headers: { Accept: 'text/html' } }),
      asset: await request.get(await anAsset(page)),
      session: await request.get('/session', { headers: pageHeader }),
      data: await request.get('/api/v2/me', { headers: pageHeader }),
      refused: await request.get('/session'),
      health: await request.get('/healthz'),
    }
    for (const [name, response] of Object.entries(responses)) {
      const headers = response.headers()
      expect(headers['x-content-type-options'], name).toBe('nosniff')
      expect(headers['referrer-policy'], name).toBe('no-referrer')
      expect(headers['x-powered-by'], name).toBeUndefined()
      expect(headers.server, name).toBeUndefined()
    }
    const policy = directives(responses.page.headers()['content-security-policy'])
    for (const directive of ['script-src', 'default-src']) {
      const sources = policy.get(directive) ?? []
      expect(sources, directive).toContain("'self'")
      expect(
        sources.filter(
          source =>
            /unsafe-inline|unsafe-eval'$|\*|https?:|data:/.test(source) && source !== "'wasm-unsafe-eval'",
        ),
      ).toEqual([])
    }
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('object-src')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    for (const name of ['session', 'data', 'refused', 'health'] as const) {
      expect(responses[name].headers()['cache-control'], name).toBe('no-store')
    }
    expect(responses.page.headers()['cache-control']).toBe('no-cache')
  })
  await test.step('assets are compressed and immutable', async () => {
    const asset = await anAsset(page)
    expect(asset).toMatch(/^\/assets\/[^/]+-[\w-]{8,}\.js$/)
    for (const encoding of ['br', 'gzip']) {
      const response = await request.get(asset, { headers: { 'Accept-Encoding': encoding } })
      expect(response.headers()['content-encoding']).toBe(encoding)
      expect(response.headers()['cache-control']).toContain('immutable')
      expect(response.headers().vary?.toLowerCase()).toContain('accept-encoding')
    }
    expect((await request.get('/assets/never-built-12345678.js')).status()).toBe(404)
    expect((await request.get('/../package.json')).status()).toBe(404)
    expect((await request.get('/%2e%2e/%2e%2e/package.json')).status()).toBe(404)
  })
  await test.step('/healthz returns its status only', async () => {
    const response = await request.get('/healthz')
    expect(response.status()).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
  })
  await signInAs(page)
  await test.step('no secret is readable in page, log or database', async () => {
    await page.goto('/settings/tokens')
    await expect(page.getByLabel('What is it for?')).toBeVisible()
    await page.goto('/classes/1/timetable')
    await expect(grid(page)).toBeVisible()

    const stored = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      const caches_ = await caches.keys()
      return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, caches_])
    })
    const secret = readFileSync(join(node.dataDirectory, 'client-secret'), 'utf8').trim()
    const sealKey = readFileSync(join(node.dataDirectory, 'session-key'), 'utf8').trim()
    const [cookie] = await context.cookies()
    const text = [...bodies, stored].join('\n')
    expect(bodies.length).toBeGreaterThan(5)
    for (const [name, value] of Object.entries({ secret, sealKey, cookie: cookie?.value ?? '?', password })) {
      expect(text.includes(value), name).toBe(false)
    }
    for (const field of ['access_token', 'refresh_token', 'client_secret', 'password_hash']) {
      expect(text.includes(`"${field}"`), field).toBe(false)
    }
    expect(sent.filter(url => /[?&]code=/.test(url))).toEqual([])

    // The database has no readable cookie.
    for (const word of [secret, password, 'code=', 'state=', 'Jana', 'albrecht', cookie?.value ?? '?']) {
      expect(node.logText().includes(word), `the log says ${word.slice(0, 6)}…`).toBe(false)
    }
    const sessions = new DatabaseSync(join(node.dataDirectory, 'sessions.sqlite'))
    const rows = JSON.stringify(sessions.prepare('select * from sessions').all())
    sessions.close()
    expect(rows).toContain('user_id')
    expect(rows.includes(cookie?.value ?? '?')).toBe(false)
  })
  await test.step('only the pages of the app get a response with the cookie', async () => {
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const getStatus = (path: string, headers: Record<string, string>) =>
      request.get(path, { headers: { Cookie: cookies, ...headers } }).then(response => response.status())
    expect(await getStatus('/api/v2/me', { ...pageHeader, 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
    expect(await getStatus('/api/v2/me', pageHeader)).toBe(403)
    // Without the page's header the cookie is ignored and a bearer token required.
    expect(await getStatus('/api/v2/me', {})).toBe(401)
    expect(await getStatus('/session', {})).toBe(403)
    expect(await getStatus('/api/v2/me', { ...pageHeader, Origin: 'https://evil.example' })).toBe(403)
    expect(await getStatus('/api/v2/me', { ...pageHeader, 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
    expect(await getStatus('/api/v2/me', { ...pageHeader, 'Sec-Fetch-Site': 'same-site' })).toBe(403)
    expect(
      await getStatus('/session', { ...pageHeader, Origin: node.url.replace('localhost', '127.0.0.1') }),
    ).toBe(403)
    for (const path of [
      '/api/v2/oauth2/token',
      '/api/v2/nothing',
      '/api/v2/courses/1/../../me',
      '/api/v1/me',
    ]) {
      expect(await getStatus(path, pageHeader), path).toBeGreaterThanOrEqual(400)
    }
    for (const origin of ['https://evil.example', 'null']) {
      const decision = await request.post('/auth/oauth2/decision', {
        headers: { Origin: origin },
        data: { client_id: 'staffroom', decision: 'allow', login: 'albrecht', password },
      })
      expect(decision.status()).toBe(403)
    }
  })
  await test.step('the session cookie is HttpOnly, Strict, and always new', async () => {
    const [first, ...otherCookies] = await context.cookies()
    expect(otherCookies).toEqual([])
    expect(first).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', expires: -1 })
    expect(await page.evaluate(() => document.cookie)).toBe('')
    await page.goto('/sign-in')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await allowOnAuthorizePage(page, 'albrecht')
    await expect(accountButton(page, 'albrecht')).toBeVisible()
    const [second] = await context.cookies()
    expect(second?.value).not.toBe(first?.value)
  })
})

test.describe('the rate limit', () => {
  test.use({ server: { rateLimit: 40 } })

  test('applies per address, separately without a session', async ({ page, request, guard }) => {
    guard.allow(statusErrors(429))
    await signInAs(page)
    await expect(grid(page)).toBeVisible()
    let refused = 0
    for (let count = 0; count < 45 && refused === 0; count += 1) {
      const response = await request.get('/api/v2/me', { headers: { Authorization: 'Bearer nobody' } })
      expect(response.headers()['x-ratelimit-limit']).toBe('40')
      if (response.status() === 429) refused += 1
    }
    expect(refused).toBe(1)
    // Calls without a session do not count for the signed-in person.
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(page.getByRole('heading', { level: 2, name: /week 48/ })).toBeVisible()
    await expect(grid(page)).toBeVisible()
    await page.evaluate(async headers => {
      for (let count = 0; count < 45; count += 1) await fetch('/api/v2/me', { headers })
    }, pageHeader)
    await page.getByRole('button', { name: 'Week after' }).click()
    await page.getByRole('button', { name: 'Week after' }).click()
    await expect(page.getByText('School network busy')).toBeVisible()
    await expect(accountButton(page, 'albrecht')).toBeVisible()
  })
})
