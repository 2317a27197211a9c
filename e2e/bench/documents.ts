import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import S3rver from 's3rver'
import { markdownTable, record } from './results.ts'

/**
 * Uploads and downloads a file of 200 MB through the whole server, in a separate process, once for each type of
 * document storage. Measures how much the memory of the process grows.
 */
const megabyte = 1024 * 1024
const fileSize = 200 * megabyte
const chunk = Buffer.alloc(65_536, 'staffroom ')
/** Maximum growth of the process, in MB. */
const maxGrowthMb = 50

const directory = mkdtempSync(join(tmpdir(), 'staffroom-bench-'))
const load = Math.round(loadavg()[0] ?? 0)
mkdirSync(join(directory, 'dist/app'), { recursive: true })
writeFileSync(join(directory, 'dist/app/index.html'), '<title>Staffroom</title>')

const bucket = 'school-files'
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(directory, 's3'),
  configureBuckets: [{ name: bucket }],
})
mkdirSync(join(directory, 's3'))
const { port: s3Port } = await s3.run()
const s3Environment = {
  DOCUMENTS: `s3://${bucket}`,
  S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
}
const stores: [name: string, environment: Record<string, string>][] = [
  ['the table', { DOCUMENTS: 'table' }],
  ['a folder', { DOCUMENTS: join(directory, 'files') }],
  ['S3', s3Environment],
]

/** Returns the current resident memory of a process, and its maximum since `resetPeak`, in MB (proc(5)). */
function readMemory({ pid }: ChildProcess): { current: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const readField = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
  return { current: readField('VmRSS'), peak: readField('VmHWM') }
}
const resetPeak = ({ pid }: ChildProcess) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

async function start(environment: Record<string, string>, name: string) {
  // The same flag as `npm start`, so that memory of transferred chunks is soon freed (docs/decisions/030).
  const child = spawn(process.execPath, ['--max-semi-space-size=1', resolve('src/server/main.ts')], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DOCUMENT_LIMIT: '200 MB',
      DATA_DIR: join(directory, name.replace(' ', '-')),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  const url = await new Promise<string>((resolveUrl, rejectUrl) => {
    child.once('exit', code => rejectUrl(new Error(`the server ended with ${code}`)))
    child.stdout.on('data', (text: Buffer) => {
      output += text
      const match = /Staffroom is at (\S+)\n/.exec(output)
      if (match?.[1]) resolveUrl(match[1])
    })
  })
  return { child, url: url.replace('localhost', '127.0.0.1') }
}

/** Signs in as a page does. Returns the headers of its requests. */
async function signIn(url: string, login = 'albrecht'): Promise<Record<string, string>> {
  const page = { 'X-Staffroom': '1', 'Sec-Fetch-Site': 'same-origin' }
  const { settings } = await (await fetch(`${url}/session`, { headers: page })).json()
  const form = {
    client_id: settings.client_id,
    redirect_uri: settings.redirect_uri,
    scopes: 'me chats',
    state: 's',
    decision: 'allow',
    login,
    password: 'staffroom-demo',
  }
  const json = { 'Content-Type': 'application/json' }
  const decision = await fetch(`${url}/auth/oauth2/decision`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(form),
  })
  const code = new URL((await decision.json()).redirect_to).searchParams.get('code')
  const session = await fetch(`${url}/session`, {
    method: 'POST',
    headers: page,
    body: JSON.stringify({ code, state: 's' }),
  })
  return { ...page, Cookie: session.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

/** Uploads a file as a stream, as fast as the server accepts it. Returns the ID of the document. */
async function upload(url: string, headers: Record<string, string>, size = fileSize): Promise<number> {
  const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"`
  const head = Buffer.from(
    `${part('related_to')}\r\n\r\nchat-message-file-new\r\n${part('file')}; filename="a"\r\n\r\n`,
  )
  const end = Buffer.from('\r\n--x--\r\n')
  const outgoing = request(`${url}/api/v2/documents`, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': head.byteLength + size + end.byteLength,
    },
  })
  const uploaded = new Promise<string>((resolveText, rejectText) => {
    outgoing.on('error', rejectText)
    outgoing.on('response', async response => {
      let text = ''
      for await (const bytes of response) text += bytes
      if (response.statusCode === 200) resolveText(text)
      else rejectText(new Error(`the status of the upload is ${response.statusCode}: ${text}`))
    })
  })
  uploaded.catch(() => undefined)
  outgoing.write(head)
  for (let sent = 0; sent < size; sent += chunk.byteLength) {
    if (!outgoing.write(chunk)) await new Promise(resolve => outgoing.once('drain', resolve))
  }
  outgoing.end(end)
  return JSON.parse(await uploaded).id
}

async function download(
  url: string,
  headers: Record<string, string>,
  id: number,
  size = fileSize,
): Promise<void> {
  const response = await fetch(`${url}/api/v2/documents/${id}/content`, { headers })
  let length = 0
  for await (const bytes of response.body ?? []) length += bytes.byteLength
  if (length !== size) throw new Error(`received ${length} bytes instead of ${size}`)
}

/** Measures the maximum growth of memory during `work`, in MB, and the rate, in MB/s. */
async function measure(child: ChildProcess, work: () => Promise<unknown>) {
  await wait(2000)
  const { current } = readMemory(child)
  resetPeak(child)
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return { growth: readMemory(child).peak - current, rate: fileSize / megabyte / seconds }
}

try {
  const figures = []
  for (const [name, environment] of stores) {
    const { child, url } = await start(environment, name)
    try {
      const headers = await signIn(url)
      // Upload a small file of another user first, so that code that is loaded on demand does not count.
      const otherHeaders = await signIn(url, 'ruiz')
      await download(url, otherHeaders, await upload(url, otherHeaders, megabyte), megabyte)
      let id = 0
      const up = await measure(child, async () => {
        id = await upload(url, headers)
      })
      const down = await measure(child, () => download(url, headers, id))
      figures.push({ name, up, down })
    } finally {
      child.kill()
    }
  }
  const table = markdownTable(
    ['', 'up: memory MB', 'MB/s', 'down: memory MB', 'MB/s'],
    figures.map(({ name, up, down }) => [
      name,
      ...[up, down].flatMap(({ growth, rate }) => [growth.toFixed(0), rate.toFixed(0)]),
    ]),
  )
  console.log(table)
  const maxGrowth = Math.max(...figures.flatMap(({ up, down }) => [up.growth, down.growth]))
  const description = `A file of ${fileSize / megabyte} MB. Memory: growth of the server's resident memory after a file of 1 MB (\`VmHWM\`), at most ${maxGrowth.toFixed(0)} MB of ${maxGrowthMb} MB allowed. S3 is s3rver, on ${availableParallelism()} cores with a load of ${load}.`
  record('documents', { size: fileSize, figures }, `${table}\n\n${description}`)
  if (maxGrowth > maxGrowthMb) process.exitCode = 1
} finally {
  await s3.close()
  rmSync(directory, { recursive: true, force: true })
}
