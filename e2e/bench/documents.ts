import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from 's3rver'
import { createSessionCookie } from '../../src/server/cookie.ts'
import { createSession } from '../support/nodeHost.ts'
import { markdownTable } from './report.ts'
import { type BenchOptions, runRounds } from './rounds.ts'
import { readMemory, resetPeak, startServerProcess } from './serverProcess.ts'

const megabyte = 1024 * 1024
const fileSize = 200 * megabyte
const chunk = Buffer.alloc(65_536, 'staffroom ')
/** Maximum growth of the process, in MB. */
const maxGrowth = 50

/**
 * Uploads and downloads a file of 200 MB through the whole server, once for each type of document storage. Measures how
 * much the memory of the process grows. Fails if it grows too much.
 */
export async function run(options: BenchOptions): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'staffroom-bench-'))
  const bucket = 'school-files'
  const s3Directory = join(directory, 's3')
  mkdirSync(s3Directory)
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: s3Directory,
    configureBuckets: [{ name: bucket }],
  })
  const { port: s3Port } = await s3.run()
  const s3Environment = {
    DOCUMENTS: `s3://${bucket}`,
    S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  const { rows } = await runRounds({
    cases: [
      { name: 'a folder', environment: { DOCUMENTS: join(directory, 'files') } },
      { name: 'S3', environment: s3Environment },
    ],
    rounds: options.rounds ?? 1,
    printed: ['up', 'upRate', 'down', 'downRate'],
    maxima: ['up', 'down'],
    warmsUp: false,
    async take({ environment }) {
      const server = await startServerProcess({ DOCUMENT_LIMIT: '200 MB', ...environment })
      try {
        return await measureTransfers(server)
      } finally {
        await server.stop()
      }
    },
  })
  await s3.close()
  rmSync(directory, { recursive: true, force: true })

  const growth = Math.max(...rows.flatMap(({ up, down }) => [up, down]))
  if (growth > maxGrowth) process.exitCode = 1
  const table = markdownTable(
    ['', 'up: memory MB', 'MB/s', 'down: memory MB', 'MB/s'],
    rows.map(row => [row.name, row.up, row.upRate, row.down, row.downRate]),
  )
  return `${table}

A file of ${fileSize / megabyte} MB. Memory: growth of the server's resident memory after a \
file of 1 MB (\`VmHWM\`), at most ${growth.toFixed(0)} MB of ${maxGrowth} MB allowed. S3 is s3rver.`
}

async function measureTransfers({ port, pid }: { port: number; pid: number }) {
  const url = `http://localhost:${port}`
  const signIn = async (login: 'albrecht' | 'ruiz') => ({
    'X-Staffroom': '1',
    'Sec-Fetch-Site': 'same-origin',
    Cookie:
      createSessionCookie(url)
        .write(await createSession({ url }, login))
        .split(';')[0] ?? '',
  })
  // Upload a small file of another user first, so that code that is loaded on demand does not count.
  const otherHeaders = await signIn('ruiz')
  await download(url, otherHeaders, await upload(url, otherHeaders, megabyte), megabyte)
  const headers = await signIn('albrecht')
  let id = 0
  const measure = async (transfer: () => Promise<unknown>) => {
    await pause(2000)
    const { current } = readMemory(pid)
    resetPeak(pid)
    const startedAt = performance.now()
    await transfer()
    const seconds = (performance.now() - startedAt) / 1000
    return { growth: readMemory(pid).peak - current, rate: fileSize / megabyte / seconds }
  }
  const up = await measure(async () => {
    id = await upload(url, headers, fileSize)
  })
  const down = await measure(() => download(url, headers, id, fileSize))
  return { up: up.growth, upRate: up.rate, down: down.growth, downRate: down.rate }
}

/** Uploads a file as a stream, as fast as the server accepts it. Returns the ID of the document. */
async function upload(url: string, headers: Record<string, string>, size: number): Promise<number> {
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

async function download(url: string, headers: Record<string, string>, id: number, size: number) {
  const response = await fetch(`${url}/api/v2/documents/${id}/content`, { headers })
  let length = 0
  for await (const bytes of response.body ?? []) length += bytes.byteLength
  if (length !== size) throw new Error(`received ${length} bytes instead of ${size}`)
}
