import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type TestServer, testServer, testSettings } from '../testing/testServer.ts'
import { createHttpServer } from './httpServer.ts'
import { createLog } from './log.ts'
import { listen, stopServer } from './startServer.ts'

const name = 'staffroom.example'

type Answer = { status: number | undefined; headers: Record<string, unknown>; text: string }

/** `fetch` would not allow the Host header of a proxy. */
function sendRequest(
  port: number,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, headers, method: body === undefined ? 'GET' : 'POST' },
      response => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const { statusCode: status } = response
          resolve({ status, headers: response.headers, text: Buffer.concat(parts).toString() })
        })
      },
    )
    request.on('error', reject).end(body)
  })
}

const startBehindProxy = (settings: Record<string, string> = {}) =>
  testServer(testSettings({ PUBLIC_URL: `https://${name}`, ...settings }, ['--empty']))

const tryPassword = ({ port }: TestServer, address: string, login: string, password = 'wrong') =>
  sendRequest(
    port,
    '/auth/oauth2/decision',
    {
      Host: name,
      'Content-Type': 'application/json',
      'X-Forwarded-For': address,
      'X-Forwarded-Proto': 'https',
    },
    JSON.stringify({ client_id: 'staffroom', decision: 'allow', login, password }),
  ).then(({ status }) => status)

describe('behind a reverse proxy', () => {
  it('ten wrong passwords from one address lock out no other address', async () => {
    const server = await startBehindProxy()
    const password = server.school?.firstPassword ?? ''
    for (let index = 0; index < 10; index += 1) {
      expect(await tryPassword(server, '203.0.113.5', 'admin')).toBe(422)
    }
    expect(await tryPassword(server, '203.0.113.5', 'admin', password), 'the stranger').toBe(429)
    expect(await tryPassword(server, '198.51.100.7', 'admin', password), 'the owner elsewhere').toBe(200)
    expect(await tryPassword(server, '203.0.113.5', 'ruiz'), 'another user behind the same router').toBe(422)
    // The proxy appends its entry.
    expect(await tryPassword(server, '198.51.100.9, 203.0.113.5', 'admin', password)).toBe(429)
  })

  it('limits requests by client address, and ignores headers of untrusted peers', async () => {
    const server = await testServer(testSettings({ PUBLIC_URL: `https://${name}` }, ['--empty']), {
      rateLimit: 3,
    })
    const remaining = async (port: number, address: string) =>
      (await sendRequest(port, '/api/v2/me', { Host: name, 'X-Forwarded-For': address })).headers[
        'x-ratelimit-remaining'
      ]
    expect(await remaining(server.port, '203.0.113.5')).toBe('2')
    expect(await remaining(server.port, '203.0.113.5')).toBe('1')
    expect(await remaining(server.port, '203.0.113.6')).toBe('2')
    const unproxied = await testServer(
      testSettings({ PUBLIC_URL: `https://${name}`, TRUSTED_PROXY: '192.0.2.1' }, ['--empty']),
      { rateLimit: 3 },
    )
    expect(await remaining(unproxied.port, '203.0.113.5')).toBe('2')
    expect(await remaining(unproxied.port, '203.0.113.6')).toBe('1')
  })

  it('answers only for its own host name, from Host or X-Forwarded-Host', async () => {
    const { port } = await startBehindProxy()
    const status = async (headers: Record<string, string>, path = '/') =>
      (await sendRequest(port, path, { Accept: 'text/html', ...headers })).status
    expect(await status({ Host: name })).toBe(200)
    expect(await status({ Host: `${name}:443` })).toBe(200)
    expect(await status({ Host: name.toUpperCase() })).toBe(200)
    expect(await status({ Host: 'upstream:4000', 'X-Forwarded-Host': name })).toBe(200)
    for (const host of [
      'evil.example',
      `${name}.evil.example`,
      `127.0.0.1:${port}`,
      `${name}:8443`,
      `a@${name}`,
    ]) {
      expect([host, await status({ Host: host })]).toEqual([host, 421])
      expect([host, await status({ Host: host }, '/session')]).toEqual([host, 421])
    }
    expect(await status({ Host: name, 'X-Forwarded-Host': 'evil.example' })).toBe(421)
    expect(await status({ Host: `127.0.0.1:${port}` }, '/healthz'), 'watched by its number').toBe(200)
  })

  it('returns addresses at PUBLIC_URL, whatever the request looks like behind the proxy', async () => {
    const server = await startBehindProxy()
    const basic = Buffer.from(`admin:${server.school?.firstPassword}`).toString('base64')
    const call = async (path: string, authorization: string, body?: unknown) => {
      const headers = {
        ...{ 'Content-Type': 'application/json', Authorization: authorization },
        ...{ Host: 'upstream:4000', 'X-Forwarded-Host': name, 'X-Forwarded-Proto': 'https' },
      }
      const sent = body === undefined ? undefined : JSON.stringify(body)
      return JSON.parse((await sendRequest(server.port, path, headers, sent)).text)
    }
    const scopes = ['me', 'courses.memberships']
    const { token } = await call('/api/v2/personal_access_tokens', `Basic ${basic}`, { name: 'x', scopes })
    const bearer = `Bearer ${token}`
    const calendar = await call('/api/v2/me/calendar', bearer, { course_id: null, language: 'en' })
    expect(new URL(calendar.url).origin).toBe(`https://${name}`)
    expect(new URL((await call('/api/v2/me', bearer)).avatar_url).origin).toBe(`https://${name}`)
    expect((await call('/api/v2/ips', bearer)).dns).toEqual([name])
  })

  it('redirects pages to https, refuses other http requests, and sends HSTS', async () => {
    const { port } = await startBehindProxy()
    const from = (scheme: string, headers: Record<string, string> = {}, path = '/timetable?x=1') =>
      sendRequest(port, path, { Host: name, 'X-Forwarded-Proto': scheme, ...headers })
    const page = await from('http', { Accept: 'text/html' })
    expect([page.status, page.headers.location]).toEqual([308, `https://${name}/timetable?x=1`])
    expect((await from('http', {}, '/session')).status).toBe(403)
    for (const path of ['/', '/session', '/healthz', '/api/v2/me', '/nothing.js']) {
      const { headers } = await from('https', { Accept: 'text/html' }, path)
      expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000'])
    }
    const local = await testServer(testSettings())
    const plain = await sendRequest(local.port, '/healthz', { Host: `localhost:${local.port}` })
    expect(plain.headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('the made-up school', () => {
  it('is refused with a public PUBLIC_URL, whether new or existing, and nothing is written', async () => {
    const published = testSettings({ PUBLIC_URL: `https://${name}` })
    const { dataDirectory } = published
    await expect(testServer(published)).rejects.toThrow(
      `PUBLIC_URL is https://${name}, but the passwords of the made-up school are public. Remove it. To serve other machines,`,
    )
    expect(existsSync(dataDirectory)).toBe(false)
    const existing = await testServer({ ...published, publicUrl: null })
    await existing.stop()
    const readFiles = () =>
      readdirSync(dataDirectory)
        .filter(file => file !== 'documents')
        .map(file => [file, readFileSync(join(dataDirectory, file)).toString('base64')])
    const before = readFiles()
    await expect(testServer({ ...published, empty: true })).rejects.toThrow(
      'passwords of the made-up school are public',
    )
    expect(readFiles()).toEqual(before)
  })

  it('answers 403 to requests through a local tunnel or proxy', async () => {
    const { port } = await testServer(testSettings())
    const Host = `localhost:${port}`
    for (const path of ['/', '/session', '/healthz', '/api/v2/me']) {
      for (const headers of [
        { 'X-Forwarded-For': '203.0.113.5' },
        { 'X-Forwarded-For': '127.0.0.1, 203.0.113.5' },
        { Forwarded: 'for=203.0.113.5' },
        { 'X-Forwarded-Host': 'tunnel.example' },
        { 'X-Real-IP': '203.0.113.5' },
        { Via: '1.1 caddy' },
        { 'CF-Connecting-IP': '203.0.113.5' },
        { 'True-Client-IP': '203.0.113.5' },
        { 'Fastly-Client-IP': '203.0.113.5' },
      ]) {
        expect((await sendRequest(port, path, { Host, Accept: 'text/html', ...headers })).status).toBe(403)
      }
    }
    expect((await sendRequest(port, '/healthz', { Host, 'X-Forwarded-For': '127.0.0.1' })).status).toBe(200)
  })

  const [networkInterface] = Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
  it.skipIf(!networkInterface)('answers 403 to other machines, whatever address it listens on', async () => {
    const lines: string[] = []
    const data = async () => ({ response: Response.json({ reached: true }), route: '/session' })
    const open = async (isLocalOnly: boolean) => {
      const server = createHttpServer({
        pages: (_request, response) => void response.end('reached'),
        log: createLog({ write: line => void lines.push(line) }),
        getReadyState: () => ({ url: 'http://localhost:4000', isLocalOnly, data, isReady: async () => true }),
        trustedProxies: [],
      })
      const port = await listen(server, '0.0.0.0', 0)
      onTestFinished(() => stopServer(server))
      return port
    }
    const status = async (port: number, host: string | undefined, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { Host: 'localhost:4000', Accept: 'text/html' }
        httpRequest({ host, port, path, headers }, response => {
          response.resume()
          resolve(response.statusCode)
        })
          .on('error', reject)
          .end()
      })
    const [closed, other] = [await open(true), await open(false)]
    for (const path of ['/', '/session', '/healthz']) {
      expect(await status(closed, networkInterface?.address, path)).toBe(403)
      expect(await status(closed, '127.0.0.1', path)).toBe(200)
      expect(await status(other, networkInterface?.address, path)).toBe(200)
    }
  })
})

it('logs one line without a stack for invalid URLs and invalid HTTP', async () => {
  const { port, logged } = await testServer(testSettings())
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      let responseText = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', part => {
        responseText += part
      })
      socket.on('error', reject).on('close', () => resolve(responseText))
    })
  const Host = `Host: localhost:${port}\r\nConnection: close\r\n`
  const targets = [
    '/api/v2/me\\..',
    '/api/v2/%',
    '/session\\',
    '/session/%ff',
    '/%',
    '/%ff.js',
    '/assets/%E0%A4%A.js',
    '//',
    'http://[',
    'http://[/session',
    '*',
    `/${'a'.repeat(8000)}`,
  ]
  for (const target of targets) {
    const before = logged.length
    const response = await raw(`GET ${target} HTTP/1.1\r\n${Host}\r\n`)
    const line = JSON.parse(logged.at(-1) ?? '{}')
    expect([target, response.slice(0, 10)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 [2-4]$/)])
    expect([target, logged.length - before, line.level]).toEqual([target, 1, 30])
  }
  for (const text of ['\r\n\r\nhello\r\n\r\n', `GET / HTTP/1.1\r\n${Host}X: ${'a'.repeat(40_000)}\r\n\r\n`]) {
    const before = logged.length
    expect(await raw(text)).toMatch(/^HTTP\/1\.1 4(?:00|31) /)
    expect(logged.slice(before).map(line => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, route: 'malformed' }),
    ])
  }
  expect(logged.join('')).not.toMatch(/"at":|a{13}/)
})
