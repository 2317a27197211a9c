import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type TestServer, temporaryDirectory, testServer, testSettings } from '../testing/testServer.ts'

/** The configurations of docs/operate.md, run by the proxies themselves where they are installed. */

const name = 'staffroom.example'
const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

function sampleOf(file: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8')
  const [, sample] = text.split(`<!-- ${file} -->\n\`\`\`\n`)
  const [config] = sample?.split('```') ?? []
  if (!config) throw new Error(`docs/operate.md has no ${file}`)
  return config
}

const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

function run(program: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
  const { PATH = '' } = process.env
  const child = spawn(program, args, { env: { PATH, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGTERM'))
  return child
}

type Answer = { status: number | undefined; headers: Record<string, unknown> }

function ask(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  secure = true,
): Promise<Answer> {
  const request = secure ? secureRequest : plainRequest
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        servername: name,
        rejectUnauthorized: false,
        headers: { Host: name, Accept: 'text/html', ...headers },
      },
      response => {
        response.resume()
        resolve({ status: response.statusCode, headers: response.headers })
      },
    )
      .on('error', reject)
      .end()
  })
}

/** Until the proxy listens; its own complaint when it ended instead. */
async function answering(child: ChildProcess, port: number): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said += text
  })
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(said)
        return ask(port, '/healthz').then(
          ({ status }) => status,
          () => undefined,
        )
      },
      { timeout: 30_000 },
    )
    .toBe(200)
}

const behind = () =>
  testServer(testSettings({ PUBLIC_URL: `https://${name}` }, ['--empty']), { rateLimit: 100 })

/** A token of the first person, made past the proxy. */
function tokenOf({ port, school }: TestServer): Promise<string> {
  const headers = {
    Host: name,
    'Content-Type': 'application/json',
    Authorization: `Basic ${btoa(`admin:${school?.firstPassword}`)}`,
  }
  const path = '/api/v2/personal_access_tokens'
  return new Promise((resolve, reject) => {
    plainRequest({ host: '127.0.0.1', port, path, method: 'POST', headers }, response => {
      let text = ''
      response.on('data', part => {
        text += part
      })
      response.on('end', () => resolve(JSON.parse(text).token))
    })
      .on('error', reject)
      .end(JSON.stringify({ name: 'a program', scopes: ['me'] }))
  })
}

/** What comes first of a stream that then says nothing more. */
function firstOf(port: number, path: string, token: string): Promise<string> {
  const headers = { Host: name, Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip, br, zstd' }
  const options = { host: '127.0.0.1', port, path, servername: name, rejectUnauthorized: false, headers }
  return new Promise((resolve, reject) => {
    const asked = secureRequest(options, response => {
      response.once('data', part => {
        resolve(String(part))
        asked.destroy()
      })
    })
    asked.on('error', reject).end()
  })
}

/** What both must do for Staffroom. */
async function serves(securePort: number, plainPort: number, server: TestServer): Promise<void> {
  const page = await ask(securePort, '/timetable')
  expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
  const asPage = { 'X-Staffroom': '1', 'Sec-Fetch-Site': 'same-origin' }
  expect((await ask(securePort, '/session', asPage)).status).toBe(200)
  const plain = await ask(plainPort, '/timetable?x=1', {}, false)
  expect([plain.status, String(plain.headers.location)]).toEqual([
    308,
    expect.stringMatching(/^https:\/\/staffroom\.example(?::\d+)?\/timetable\?x=1$/),
  ])
  // What a client says of itself counts for nothing: these are three requests of one address.
  const left: number[] = []
  for (const address of ['203.0.113.1', '203.0.113.2', '127.0.0.1']) {
    const { headers } = await ask(securePort, '/api/v2/me', { 'X-Forwarded-For': address })
    left.push(Number(headers['x-ratelimit-remaining']))
  }
  expect(left).toEqual([99, 98, 97])
  // Held back by nobody until there is more of it.
  expect(await firstOf(securePort, '/api/v2/events', await tokenOf(server))).toMatch(/^retry: 3000/)
}

it('Caddy serves it with the Caddyfile of docs/operate.md', async ({ skip }) => {
  skip(!isInstalled('caddy', 'version'), 'caddy is not installed')
  const server = await behind()
  const { port } = server
  const folder = temporaryDirectory()
  const [secure, plain] = [await freePort(), await freePort()]
  // Certificates of its own making, and no ports that need root: nothing else differs from the document.
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
  writeFileSync(file, forTests + sampleOf('Caddyfile').replace('127.0.0.1:4000', `127.0.0.1:${port}`))
  const args = ['run', '--config', file, '--adapter', 'caddyfile']
  await answering(run('caddy', args, { HOME: folder, XDG_DATA_HOME: folder }), secure)
  await serves(secure, plain, server)
})

it('nginx serves it with the configuration of docs/operate.md', async ({ skip }) => {
  skip(!isInstalled('nginx', '-v'), 'nginx is not installed')
  skip(!isInstalled('openssl', 'version'), 'openssl, which makes the certificate, is not installed')
  const server = await behind()
  const { port } = server
  const folder = temporaryDirectory()
  const [secure, plain] = [await freePort(), await freePort()]
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'certificate.key')]
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', `/CN=${name}`, '-keyout', key, '-out', certificate],
  ])
  expect(made.status, String(made.stderr)).toBe(0)
  const sample = sampleOf('nginx.conf')
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('/etc/ssl/staffroom.example.pem', certificate)
    .replace('/etc/ssl/staffroom.example.key', key)
    .replace('127.0.0.1:4000', `127.0.0.1:${port}`)
  mkdirSync(join(folder, 'temporary'))
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    each => `${each}_temp_path ${join(folder, 'temporary', each)};`,
  )
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${sample}}\n`,
  )
  await answering(run('nginx', ['-p', folder, '-c', file]), secure)
  await serves(secure, plain, server)
})
