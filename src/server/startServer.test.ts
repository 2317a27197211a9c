import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { activityHeader } from '../contract/session.ts'
import { faults } from '../testing/faults/faultySchool.ts'
import { pageOn, signIn, testServer, testSettings } from '../testing/testServer.ts'

it('signs in, reads the timetable through the gateway, and signs out', async () => {
  const server = await testServer(testSettings())
  const page = pageOn(server.url)
  const response = await signIn(page, server.url, 'albrecht')
  expect(await response.json()).toMatchObject({ signed_in: true, user: { name: 'Jana Albrecht' } })
  expect(page.cookies).toHaveLength(1)
  expect(page.cookies[0]).toMatch(/^staffroom-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)

  const days = await page.fetch('/api/v2/courses/1/timetable/timeline')
  expect(days.status).toBe(200)
  expect(days.headers.get('X-RateLimit-Limit')).toBe('1000000')
  expect(await days.json()).toHaveLength(14)

  await page.fetch('/session', { method: 'DELETE' })
  expect(page.cookies[1]).toContain('Max-Age=0')
  expect((await page.fetch('/api/v2/me')).status).toBe(401)
})

it('works with SERVICE_URL, and answers 503 when that service is down', async () => {
  const service = await testServer(testSettings({ CLIENT_SECRET: 'of-the-service' }))
  const SERVICE_URL = service.url
  const front = await testServer(
    testSettings({ SERVICE_URL, CLIENT_ID: 'staffroom', CLIENT_SECRET: 'of-the-service' }),
  )
  expect(front.school).toBeNull()
  const page = pageOn(front.url)
  expect(await (await signIn(page, service.url, 'ruiz')).json()).toMatchObject({
    user: { name: 'Omar Ruiz' },
  })
  expect((await page.fetch('/api/v2/me/courses/memberships')).status).toBe(200)
  expect((await page.fetch('/auth/oauth2/request?client_id=staffroom')).status).toBe(404)

  await service.stop()
  const away = await page.fetch('/api/v2/me')
  expect(away.status).toBe(503)
  expect((await (await page.fetch('/session')).json()).signed_in).toBe(true)
})

it('refreshes expired tokens once for concurrent requests', async () => {
  let now = Date.parse('2026-11-18T09:20:00Z')
  const server = await testServer(testSettings(), { clock: () => now, accessTokenSeconds: 5 })
  const page = pageOn(server.url)
  await signIn(page, server.url, 'sommer')
  now += 6000
  expect((await page.fetch('/api/v2/me')).status).toBe(401)
  const body = JSON.stringify({ generation: 1 })
  const all = await Promise.all(
    Array.from({ length: 20 }, () => page.fetch('/session/refresh', { method: 'POST', body })),
  )
  for (const response of all) expect(await response.json()).toMatchObject({ generation: 2, expires_in: 5 })
  expect((await page.fetch('/api/v2/me')).status).toBe(200)
})

it('accepts personal access tokens, and refuses pages of other sites', async () => {
  const { url } = await testServer(testSettings())
  const page = pageOn(url)
  await signIn(page, url, 'albrecht')
  const created = await page.fetch('/api/v2/personal_access_tokens', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Basic ${btoa('albrecht:staffroom-demo')}`,
    },
    body: JSON.stringify({ name: 'a script', scopes: ['me'] }),
  })
  const { token } = await created.json()
  const bearer = await fetch(`${url}/api/v2/me`, { headers: { Authorization: `Bearer ${token}` } })
  expect(bearer.status).toBe(200)
  expect((await fetch(`${url}/api/v2/me`)).status).toBe(401)
  const foreign = { Origin: 'https://evil.example', 'Content-Type': 'application/json' }
  const decision = await fetch(`${url}/auth/oauth2/decision`, {
    method: 'POST',
    headers: foreign,
    body: '{}',
  })
  expect(decision.status).toBe(403)
})

it('counts anonymous requests separately from signed-in users at the same address', async () => {
  const { url } = await testServer(testSettings(), { rateLimit: 10 })
  const page = pageOn(url)
  await signIn(page, url, 'albrecht')
  const strange = () => fetch(`${url}/api/v2/me`, { headers: { Authorization: 'Bearer nobody' } })
  const statuses = await Promise.all(Array.from({ length: 15 }, async () => (await strange()).status))
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  // Without a session, so anonymous.
  const body = JSON.stringify({ code: 'none', state: 's' })
  expect((await pageOn(url).fetch('/session', { method: 'POST', body })).status).toBe(429)
  expect((await page.fetch('/session/refresh', { method: 'POST', body: '{"generation":1}' })).status).toBe(
    200,
  )
  for (let count = 0; count < 9; count += 1) expect((await page.fetch('/api/v2/me')).status).toBe(200)
  expect((await page.fetch('/api/v2/me')).status, 'the limit holds for them too').toBe(429)
})

it('accepts files up to DOCUMENT_LIMIT, otherwise answers 413', async () => {
  const { url } = await testServer(testSettings({ DOCUMENT_LIMIT: '60 MB' }))
  const page = pageOn(url)
  await signIn(page, url, 'albrecht')
  const upload = (bytes: number) => {
    const body = new FormData()
    body.append('related_to', 'todo.1')
    body.append('file', new File([new Uint8Array(bytes)], 'large.bin'))
    return page.fetch('/api/v2/documents', { method: 'POST', body })
  }
  // More than the gateway passes on to a service with an unknown limit.
  expect((await upload(52_000_000)).status).toBe(200)
  const refused = await upload(60 * 1024 * 1024 + 1)
  expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining('60 MB')])
})

it('breaks off the response of a fault homework after storing the correction', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { url } = await testServer(testSettings(), { extension: faults })
  const page = pageOn(url)
  await signIn(page, url, 'albrecht')
  const [entry] = await (await page.fetch('/api/v2/todos/102/submissions')).json()
  const path = `/api/v2/todos/102/submissions/${entry.user.id}`
  const body = JSON.stringify({ teacher_correction: 'Good.' })
  const headers = { 'Content-Type': 'application/json' }
  const response = await page.fetch(path, { method: 'POST', headers, body })
  await expect(response.text()).rejects.toThrow()
  expect(await (await page.fetch(path)).json()).toMatchObject({ submission: { is_corrected: true } })
  expect(printed).not.toHaveBeenCalled()
})

it('answers 421 to requests with the host name of another site', async () => {
  const { url, port } = await testServer(testSettings())
  const status = (path: string, Host: string) =>
    rawAnswer(url, { path, headers: { Host, 'X-Staffroom': '1', 'Sec-Fetch-Site': 'same-origin' } }).then(
      ({ statusCode }) => statusCode,
    )
  for (const path of [
    '/',
    '/session',
    '/api/v2/personal_access_tokens',
    '/auth/oauth2/request?client_id=x',
  ]) {
    for (const host of [`evil.example:${port}`, 'localhost.evil.example', `a@localhost:${port}`, 'a b']) {
      expect([path, host, await status(path, host)]).toEqual([path, host, 421])
    }
  }
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
    expect([host, await status('/session', host)]).toEqual([host, 200])
  }
})

it('logs no tokens, codes, query strings, unknown paths or names', async () => {
  const { url, logged, stop } = await testServer(testSettings())
  const page = pageOn(url)
  await signIn(page, url, 'albrecht')
  await page.fetch('/api/v2/courses/1/timetable/timeline?days_forward=3')
  await page.fetch('/api/v2/secret-thing?token=a-token-of-hers')
  await fetch(`${url}/sign-in/callback?code=the-code&state=x`, { headers: { Accept: 'text/html' } })
  // `stop` waits for the log lines.
  await stop()
  const text = logged.join('')
  expect(text).not.toMatch(
    /the-code|the-state|albrecht|Jana|days_forward|secret-thing|a-token-of-hers|Bearer|cookie/i,
  )
  const routes = logged
    .map(line => JSON.parse(line))
    .map(({ method, route, status }) => `${method} ${route} ${status}`)
  expect(routes).toContain('GET /api/v2/courses/:course_id/timetable/timeline 200')
  expect(routes).toContain('POST /session 200')
  expect(routes).toContain('GET page 200')
})

it('logs why a session can’t be marked as used', async () => {
  const settings = testSettings()
  let now = Date.now()
  const server = await testServer(settings, { clock: () => now })
  const page = pageOn(server.url)
  await signIn(page, server.url, 'albrecht')
  const sessions = new DatabaseSync(join(settings.dataDirectory, 'sessions.sqlite'))
  sessions.exec(
    `create trigger refuse before update of last_seen_at on sessions begin select raise(abort, 'refused'); end`,
  )
  sessions.close()
  now += 120_000
  const failures = () => server.logged.filter(line => JSON.parse(line).msg === 'failed').length
  const headers = { [activityHeader]: '1' }
  expect((await page.fetch('/api/v2/me', { headers })).status).toBe(200)
  expect(failures()).toBe(1)
  const refreshed = await page.fetch('/session/refresh', {
    method: 'POST',
    headers,
    body: '{"generation":1}',
  })
  expect([refreshed.status, failures()]).toEqual([200, 2])
})

it('serves only pages, compressed files and health checks', async () => {
  const { url, port } = await testServer(testSettings())
  const html = { Accept: 'text/html' }
  for (const path of [
    '/',
    '/timetable/7?week=2026-W47',
    '/auth/oauth2/authorize?client_id=x',
    '/sign-in/callback?code=1',
  ]) {
    const response = await fetch(url + path, { headers: html })
    expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([path, 200, 'no-cache'])
    expect(response.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
    expect(await response.text()).toContain('Staffroom')
  }
  const file = await fetch(`${url}/assets/main-abc.js`, { headers: { 'Accept-Encoding': 'identity' } })
  expect(file.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(await file.text()).toBe('let plain')
  expect(await rawHeader(`${url}/assets/main-abc.js`, 'content-encoding')).toBe('br')
  expect((await fetch(`${url}/assets/gone.js`, { headers: html })).status).toBe(404)
  expect((await fetch(`${url}/timetable`)).status).toBe(404)
  expect((await fetch(`${url}/timetable`, { method: 'POST', headers: html })).status).toBe(405)
  expect((await fetch(`${url}/..%2f..%2fetc%2fpasswd`, { headers: html })).status).not.toBe(500)

  const numbered = await fetch(`http://127.0.0.1:${port}/timetable?x=1`, {
    headers: html,
    redirect: 'manual',
  })
  expect([numbered.status, numbered.headers.get('Location')]).toEqual([302, `${url}/timetable?x=1`])
  for (const path of ['//', '//evil.example/x', 'http://evil.example/', '*']) {
    expect(
      await rawHeader(url, 'location', { path, headers: { Host: `127.0.0.1:${port}`, ...html } }),
    ).toMatch(new RegExp(`^${url}(/|$)`))
  }
  for (const path of ['/healthz', '/readyz'])
    expect(await (await fetch(url + path)).json()).toEqual({ status: 'ok' })
})

/** `fetch` would not allow this request header, or would hide the response header. */
function rawHeader(
  url: string,
  name: string,
  options: RequestOptions = { headers: { 'Accept-Encoding': 'br' } },
): Promise<unknown> {
  return rawAnswer(url, options).then(({ headers }) => headers[name])
}

function rawAnswer(url: string, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpRequest(url, options, response => {
      response.resume()
      resolve(response)
    })
      .on('error', reject)
      .end()
  })
}

it('keeps school, sessions and secrets over a restart', async () => {
  const settings = testSettings()
  const first = await testServer(settings)
  const page = pageOn(first.url)
  await signIn(page, first.url, 'albrecht')
  await first.stop()
  const second = await testServer({ ...settings, port: first.port })
  expect(second.url).toBe(first.url)
  expect((await page.fetch('/api/v2/me')).status).toBe(200)
})
