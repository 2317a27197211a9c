import type { ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  createCertificate,
  isInstalled,
  readSample,
  replaceValues,
  runHaproxy,
  runProgram,
  securePage,
  secureSignIn,
  sendRequest,
  waitUntilStarted,
} from '../testing/testProxy.ts'
import {
  type TestServer,
  temporaryDirectory,
  testPort,
  testServer,
  testSettings,
} from '../testing/testServer.ts'

/** With the proxies that are installed. */

const name = 'staffroom.example'
const requestCount = (port: number, path: string, headers: Record<string, string> = {}, secure = true) =>
  sendRequest({ port, name, secure }, path, { headers: { Accept: 'text/html', ...headers } })

const waitForPort = (child: ChildProcess, port: number) =>
  waitUntilStarted(child, async () => (await requestCount(port, '/healthz')).status === 200)

const behind = () =>
  testServer(testSettings({ PUBLIC_URL: `https://${name}` }, ['--empty']), { rateLimit: 100 })

async function checkProxy(securePort: number, plainPort: number): Promise<void> {
  const page = await requestCount(securePort, '/timetable')
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
  const asPage = { 'X-Staffroom': '1', 'Sec-Fetch-Site': 'same-origin' }
  expect((await requestCount(securePort, '/session', asPage)).status).toBe(200)
  const plain = await requestCount(plainPort, '/timetable?x=1', {}, false)
  expect([plain.status, String(plain.headers.location)]).toEqual([
    308,
    expect.stringMatching(/^https:\/\/staffroom\.example(?::\d+)?\/timetable\?x=1$/),
  ])
  // The proxy ignores X-Forwarded-For of a client.
  const remaining: number[] = []
  for (const address of ['203.0.113.1', '203.0.113.2', '127.0.0.1']) {
    const { headers } = await requestCount(securePort, '/api/v2/me', { 'X-Forwarded-For': address })
    remaining.push(Number(headers['x-ratelimit-remaining']))
  }
  expect(remaining).toEqual([99, 98, 97])
}

/** Events must be neither buffered nor delayed by compression. */
async function checkEvents(port: number, { school }: TestServer): Promise<void> {
  const page = securePage({ port, name })
  expect(await secureSignIn(page, 'admin', school?.firstPassword ?? '')).toBe(200)
  const getReceived = page.listen({ 'Accept-Encoding': 'gzip, deflate, br, zstd' })
  await expect.poll(getReceived).toMatch(/^retry: 3000\n/)
  const chat = { name: 'Heard of', broadcast_only: false, files_allowed: true }
  expect((await page.send('POST', '/api/v2/chats', chat)).status).toBe(200)
  await expect.poll(getReceived).toMatch(/^data: {"kind":"chat",/m)
}

it('Caddy serves it with the Caddyfile of docs/operate.md', async ({ skip }) => {
  skip(!isInstalled('caddy', 'version'), 'caddy is not installed')
  const server = await behind()
  const folder = temporaryDirectory()
  const [secure, plain] = [await testPort(), await testPort()]
  // Only certificates and ports differ from the document.
  const forTests = `{
	admin off
	local_certs
	skip_install_trust
	https_port ${secure}
	http_port ${plain}
	default_bind 127.0.0.1
}
`
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    forTests + readSample('operate.md', 'Caddyfile').replace('127.0.0.1:4000', `127.0.0.1:${server.port}`),
  )
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  await waitForPort(runProgram('caddy', args, { HOME: folder, XDG_DATA_HOME: folder }), secure)
  await checkProxy(secure, plain)
  await checkEvents(secure, server)
})

it('nginx serves it with the configuration of docs/operate.md', async ({ skip }) => {
  skip(!isInstalled('nginx', '-v'), 'nginx is not installed')
  const certificateFiles = createCertificate(name)
  if (!certificateFiles) return skip('openssl, which makes the certificate, is not installed')
  const server = await behind()
  const folder = temporaryDirectory()
  const [secure, plain] = [await testPort(), await testPort()]
  const sample = readSample('operate.md', 'nginx.conf')
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('/etc/ssl/staffroom.example.pem', certificateFiles.certificate)
    .replace('/etc/ssl/staffroom.example.key', certificateFiles.key)
    .replace('127.0.0.1:4000', `127.0.0.1:${server.port}`)
  mkdirSync(join(folder, 'temporary'))
  const replacements = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(folder, 'temporary', kind)};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${replacements.join('\n')}\n${sample}}\n`,
  )
  await waitForPort(runProgram('nginx', ['-p', folder, '-c', file]), secure)
  await checkProxy(secure, plain)
  await checkEvents(secure, server)
})

it('HAProxy serves it with the configuration of docs/scale.md', async ({ skip }) => {
  skip(!isInstalled('haproxy', '-v'), 'haproxy is not installed')
  const certificateFiles = createCertificate(name)
  if (!certificateFiles) return skip('openssl, which makes the certificate, is not installed')
  const [server, two] = [await behind(), await testPort()]
  const both = join(temporaryDirectory(), 'both.pem')
  writeFileSync(
    both,
    readFileSync(certificateFiles.certificate, 'utf8') + readFileSync(certificateFiles.key, 'utf8'),
  )
  const [secure, plain] = [await testPort(), await testPort()]
  const { isUp } = await runHaproxy(
    replaceValues(readSample('scale.md', 'haproxy.cfg'), {
      'maxconn 50000': 'maxconn 500',
      'bind :443': `bind 127.0.0.1:${secure}`,
      'bind :80': `bind 127.0.0.1:${plain}`,
      '/etc/haproxy/staffroom.example.pem': both,
      '10.0.0.21:4000': `127.0.0.1:${server.port}`,
      '10.0.0.22:4000': `127.0.0.1:${two}`,
    }),
  )
  await expect.poll(() => isUp('processes', 'two')).toBe(false)
  await checkProxy(secure, plain)
  await checkEvents(secure, server)
})
