import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startProcess, workingFolder } from '../testing/testProcess.ts'
import { pageOn, signIn } from '../testing/testServer.ts'

const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' }).status === 0

/** A separate disk as data directory. */
function startOnDisk(size: string) {
  const folder = workingFolder()
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const mount = `mount -t tmpfs -o size=${size},mode=700 tmpfs "${data}" && exec "$0" "$@"`
  const started = startProcess(folder, {}, [], `exec unshare -rm /bin/sh -c '${mount}' "$0" "$@"`)
  // Only this process has the mount.
  return { started, disk: `/proc/${started.process.pid}/root${data}` }
}

async function createToken(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v2/personal_access_tokens`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa('albrecht:staffroom-demo')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ name: 'backup', scopes: ['me'] }),
  })
  return (await response.json()).token
}

/** Returns a function that frees the space. */
function fill(disk: string): () => void {
  const path = join(disk, 'filler')
  for (const size of [1024 ** 2, 4096]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
  return () => rmSync(path)
}

it.runIf(canMount)('reports a full disk, continues to read, and writes again later', async () => {
  const { started, disk } = startOnDisk('16m')
  const url = await started.url
  const page = pageOn(url)
  await signIn(page, url, 'albrecht')
  const [chat] = await (await page.fetch('/api/v2/chats')).json()
  const path = `/api/v2/chats/${chat.id}/messages`
  const send = (text: string) =>
    page.fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    })
  const isReady = async () => (await fetch(`${url}/readyz`)).status
  expect([(await send('before')).status, await isReady()]).toEqual([200, 200])

  const token = await createToken(url)
  const freeSpace = fill(disk)
  let refused = await send('x'.repeat(20_000))
  // SQLite first uses the free space inside its files.
  while (refused.ok) refused = await send('x'.repeat(20_000))
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: expect.objectContaining({ name: 'disk_full', message: expect.stringContaining('disk') }) },
  ])
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
  for (const size of [100_000, 1_500_000, 3_000_000, 15_000_000]) {
    const upload = () => {
      const body = new FormData()
      body.append('related_to', 'todo.1')
      body.append('file', new File([new Uint8Array(size)], 'large.bin'))
      return { method: 'POST', body }
    }
    const headers = { Authorization: `Bearer ${token}` }
    for (const [who, response] of [
      ['page', await page.fetch('/api/v2/documents', upload())],
      ['program', await fetch(`${url}/api/v2/documents`, { ...upload(), headers })],
    ] as const) {
      const { error } = await response.json()
      expect([who, size, response.status, error.name]).toEqual([who, size, 503, 'disk_full'])
    }
  }
  await expect.poll(isReady).toBe(503)
  expect((await page.fetch(path)).status).toBe(200)

  freeSpace()
  await expect.poll(isReady).toBe(200)
  expect((await send('after')).status).toBe(200)
  started.process.kill('SIGTERM')
  expect((await started.ended).stderr).toContain('"failed: the disk is full"')
})

it.runIf(canMount).each(['64k', '1m', '1500k'])(
  'the first start on a full disk of %s reports it',
  async size => {
    const { started } = startOnDisk(size)
    const { code, stdout, stderr } = await started.ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^The disk of [^\n]* is full\. [^\n]*\n$/)
  },
)
