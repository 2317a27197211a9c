import {
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import { testPort } from '../testing/testServer.ts'

const plain = { 'Accept-Encoding': 'identity' }
const compressed = { 'Accept-Encoding': 'br' }
const fixedTime = new Date('1980-01-01T00:00:00Z')

function startWithScript(content: string | Buffer, first?: string) {
  const folder = workingFolder()
  const app = join(folder, 'dist/app')
  mkdirSync(join(app, 'assets'))
  const script = join(app, 'assets/main-abc.js')
  writeFileSync(script, content)
  return { app, script, started: startProcess(folder, {}, [], first) }
}

it('serves while files are deleted, changed or replaced by folders', async () => {
  const { app, script, started } = startWithScript('let first')
  const address = `${await started.url}/assets/main-abc.js`
  const get = async (headers: Record<string, string> = plain) => {
    const response = await fetch(address, { headers })
    return [response.status, response.status === 200 ? await response.text() : '']
  }
  expect(await get()).toEqual([200, 'let first'])
  writeFileSync(script, 'let first, and much longer than before')
  expect(await get()).toEqual([200, 'let first, and much longer than before'])
  writeFileSync(`${script}.br`, brotliCompressSync('let packed'))
  expect(await get(compressed), 'no compressed variant of an earlier file').toEqual([
    200,
    'let first, and much longer than before',
  ])
  writeFileSync(`${script}.br`, brotliCompressSync('let first, and much longer than before'))
  expect(await get(compressed)).toEqual([200, 'let first, and much longer than before'])
  truncateSync(script, 10)
  expect(await get(compressed), 'a truncated file with a complete variant').toEqual([503, ''])
  truncateSync(script)
  expect(await get()).toEqual([503, ''])
  rmSync(script)
  expect(await get()).toEqual([404, ''])
  mkdirSync(script)
  expect(await get()).toEqual([404, ''])

  const index = join(app, 'index.html')
  const page = async () =>
    (await fetch(`${await started.url}/timetable`, { headers: { Accept: 'text/html' } })).status
  renameSync(index, `${index}.old`)
  expect(await page()).toBe(503)
  renameSync(`${index}.old`, index)
  expect(await page()).toBe(200)

  started.process.kill('SIGTERM')
  const { code, stderr } = await started.ended
  expect(code).toBe(0)
  const failures = stderr.split('\n').filter(line => line.includes('"failed"'))
  expect(failures).toHaveLength(3)
})

it.each(['identity', 'br', 'gzip'])(
  'the ETag distinguishes files of equal size and time (%s)',
  async encoding => {
    const { app, started } = startWithScript('let script')
    const index = join(app, 'index.html')
    const writeBuiltFile = (path: string, bytes: string | Buffer) => {
      writeFileSync(`${path}.new`, bytes)
      utimesSync(`${path}.new`, fixedTime, fixedTime)
      renameSync(`${path}.new`, path)
    }
    const first = '<title>one</title>'
    const second = '<title>two</title>'
    writeBuiltFile(index, first)
    writeBuiltFile(`${index}.br`, brotliCompressSync(first))
    writeBuiltFile(`${index}.gz`, gzipSync(first))
    const url = `${await started.url}/`
    const headers = { 'Accept-Encoding': encoding }
    const response = await fetch(url, { headers })
    const etag = response.headers.get('ETag') ?? ''
    expect(response.headers.get('Content-Encoding') ?? 'identity').toBe(encoding)
    const fetchIfChanged = (known: string) => fetch(url, { headers: { ...headers, 'If-None-Match': known } })
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect((await fetchIfChanged(known)).status).toBe(304)
    writeBuiltFile(index, second)
    const replaced = await fetchIfChanged(etag)
    expect([replaced.status, await replaced.text()]).toEqual([200, second])
    writeBuiltFile(`${index}.br`, brotliCompressSync(second))
    writeBuiltFile(`${index}.gz`, gzipSync(second))
    const complete = await fetchIfChanged(etag)
    expect([complete.headers.get('Content-Encoding') ?? 'identity', await complete.text()]).toEqual([
      encoding,
      second,
    ])
  },
)

it('survives more slow readers than file descriptors', async () => {
  const readers = 120
  const { app, script, started } = startWithScript(Buffer.alloc(2 * 1024 ** 2, 'x'), 'ulimit -n 64')
  for (let count = 0; count < readers; count += 1) linkSync(script, join(app, `assets/chunk-${count}.js`))
  writeFileSync(join(app, 'assets/last-abc.js'), 'let last')
  const url = new URL(await started.url)
  const hasNoDescriptors = new Promise<boolean>(resolve => {
    started.process.stderr?.on('data', (text: Buffer) => text.includes('EMFILE') && resolve(true))
  })
  const sockets = Array.from({ length: readers }, (_, count) => {
    const socket = connect(Number(url.port), '127.0.0.1')
    // Keep the response in the buffers.
    socket.pause().on('error', () => undefined)
    socket.write(`GET /assets/chunk-${count}.js HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`)
    return socket
  })
  expect(await Promise.race([hasNoDescriptors, started.ended])).toBe(true)
  for (const socket of sockets) socket.destroy()
  const status = async () => (await fetch(new URL('/assets/last-abc.js', url)).catch(() => undefined))?.status
  await expect.poll(status, { timeout: 60_000 }).toBe(200)
  started.process.kill('SIGTERM')
  expect((await started.ended).code).toBe(0)
})

it.runIf(existsSync('/dev/full')).each(['2>/dev/full', '>/dev/full'])(
  'keeps running when its output can’t be written (%s)',
  async output => {
    const port = String(await testPort())
    const folder = workingFolder()
    const started = startProcess(folder, { PORT: port }, [], `exec ${output}`)
    const status = async (path: string) =>
      (await fetch(`http://localhost:${port}${path}`).catch(() => undefined))?.status
    await expect.poll(() => status('/readyz'), { timeout: 60_000 }).toBe(200)
    expect(await status('/healthz')).toBe(200)
    started.process.kill('SIGTERM')
    expect((await started.ended).code).toBe(0)
  },
)
