import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as plainRequest } from 'node:http'
import { Agent, request as secureRequest } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { pageHeader } from '../contract/session.ts'
import { temporaryDirectory, testPort } from './testServer.ts'

export const isInstalled = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args).status === 0

/** Returns the code block below `<!-- name -->`. Throws if it is missing. */
export function readSample(document: string, name: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../docs', document), 'utf8')
  const [, sample] = text.split(`<!-- ${name} -->\n\`\`\`\n`)
  const [config] = sample?.split('```') ?? []
  if (!config) throw new Error(`docs/${document} has no ${name}`)
  return config
}

/** Throws if a value does not occur. */
export function replaceValues(config: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the document does not contain ${from}`)
    return text.replaceAll(from, to)
  }, config)
}

export function runProgram(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): ChildProcess {
  const { PATH = '' } = process.env
  const child = spawn(program, args, { env: { PATH, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGTERM'))
  return child
}

/** Throws the program's error output if it ends before `isReady` returns true. */
export async function waitUntilStarted(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  let errorOutput = ''
  child.stderr?.on('data', (text: Buffer) => {
    errorOutput += text
  })
  await expect
    .poll(async () => {
      if (child.exitCode !== null) throw new Error(errorOutput)
      return isReady().catch(() => false)
    })
    .toBe(true)
}

/** Creates PEM files. Returns undefined without openssl. */
export function createCertificate(name: string): { certificate: string; key: string } | undefined {
  if (!isInstalled('openssl', 'version')) return undefined
  const folder = temporaryDirectory()
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'certificate.key')]
  const openssl = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-subj', `/CN=${name}`, '-keyout', key, '-out', certificate],
  ])
  expect(openssl.status, String(openssl.stderr)).toBe(0)
  return { certificate, key }
}

export type ProxyResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends a request to this machine. Accepts any certificate. */
export function sendRequest(
  to: { port: number; name: string; secure?: boolean; agent?: Agent },
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<ProxyResponse> {
  const { port, name, secure = true, agent } = to
  return new Promise((resolve, reject) => {
    const request = (secure ? secureRequest : plainRequest)(
      {
        ...{ host: '127.0.0.1', port, path, method, servername: name, rejectUnauthorized: false },
        headers: { Host: name, ...headers },
        ...(agent && { agent }),
      },
      response => {
        const chunks: Buffer[] = []
        response
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const { statusCode: status = 0, headers } = response
            resolve({ status, headers, text: Buffer.concat(chunks).toString() })
          })
      },
    )
    request.on('error', reject).end(body)
  })
}

export async function runHaproxy(
  config: string,
): Promise<{ isUp: (backend: string, server: string) => Promise<boolean> }> {
  const file = join(temporaryDirectory(), 'haproxy.cfg')
  const port = await testPort()
  writeFileSync(file, `${config}\nlisten figures\n\tbind 127.0.0.1:${port}\n\tstats enable\n\tstats uri /\n`)
  const fetchStatistics = async () =>
    (await sendRequest({ port, name: 'localhost', secure: false }, '/;csv')).text
  await waitUntilStarted(runProgram('haproxy', ['-db', '-f', file]), async () =>
    (await fetchStatistics()).startsWith('#'),
  )
  return {
    async isUp(backend, server) {
      const line = (await fetchStatistics())
        .split('\n')
        .find(candidate => candidate.startsWith(`${backend},${server},`))
      return line?.split(',').includes('UP') ?? false
    },
  }
}

export type SecurePage = ReturnType<typeof securePage>

/** `address` returns additional headers. */
export function securePage(
  proxy: { port: number; name: string; address?: () => Record<string, string> },
  cookie = '',
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  onTestFinished(() => agent.destroy())
  const page = {
    cookie,
    async send(method: string, path: string, json?: unknown): Promise<ProxyResponse> {
      const headers = {
        ...{ [pageHeader]: '1', 'Sec-Fetch-Site': 'same-origin', Cookie: page.cookie },
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...proxy.address?.(),
      }
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      const response = await sendRequest({ ...proxy, agent }, path, { method, headers, ...body })
      page.cookie = response.headers['set-cookie']?.at(-1)?.split(';')[0] ?? page.cookie
      return response
    },
    /** Opens an event stream until the end of the test. Returns a function that returns the received text. */
    listen(headers: OutgoingHttpHeaders = {}): () => string {
      let received = ''
      const pageHeaders = { [pageHeader]: '1', 'Sec-Fetch-Site': 'same-origin', Cookie: page.cookie }
      const request = secureRequest(
        {
          ...{ host: '127.0.0.1', port: proxy.port, servername: proxy.name, rejectUnauthorized: false },
          path: '/api/v2/events',
          agent: false,
          headers: { Host: proxy.name, Accept: 'text/event-stream', ...pageHeaders, ...headers },
        },
        response => response.on('data', (text: Buffer) => (received += text)).on('error', () => undefined),
      )
      request.on('error', () => undefined).end()
      onTestFinished(() => void request.destroy())
      return () => received
    },
  }
  return page
}

/** Signs in through the authorize page. Returns the status of the first failed or of the last request. */
export async function secureSignIn(page: SecurePage, login: string, password: string): Promise<number> {
  const { settings } = JSON.parse((await page.send('GET', '/session')).text)
  const decision = await page.send('POST', '/auth/oauth2/decision', {
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    scopes: settings.scopes.join(' '),
    state: 'the-state',
    decision: 'allow',
    ...{ login, password },
  })
  if (decision.status !== 200) return decision.status
  const code = new URL(JSON.parse(decision.text).redirect_to).searchParams.get('code')
  return (await page.send('POST', '/session', { code, state: 'the-state' })).status
}
